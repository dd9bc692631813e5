import type { FormKind } from '../editing/editing-state.ts';
import type { AnsweredSettings } from '../interface/settings-query.ts';
import type { AdminKey, AdminLanguage } from '../texts/texts.tsx';
import type { SettingsUpdate } from './settings-query.ts';

/** Settings with a list of values: each value, and what it is called. */
export const choiceSettings = {
  font: [
    ['radio-canada', 'admin.settings.font.radio-canada'],
    ['system', 'admin.settings.font.system'],
    ['serif', 'admin.settings.font.serif'],
  ],
  radius: [
    ['rounded', 'admin.settings.radius.rounded'],
    ['square', 'admin.settings.radius.square'],
    ['round', 'admin.settings.radius.round'],
  ],
  week_start: [
    ['monday', 'admin.settings.week_start.monday'],
    ['saturday', 'admin.settings.week_start.saturday'],
    ['sunday', 'admin.settings.week_start.sunday'],
  ],
  hour_cycle: [
    ['24', 'admin.settings.hour_cycle.24'],
    ['12', 'admin.settings.hour_cycle.12'],
    ['language', 'admin.settings.hour_cycle.language'],
  ],
  default_view: [
    ['list', 'admin.settings.default_view.list'],
    ['month', 'admin.settings.default_view.month'],
    ['week', 'admin.settings.default_view.week'],
    ['day', 'admin.settings.default_view.day'],
    ['map', 'admin.settings.default_view.map'],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly [value: string, text: AdminKey])[]>>;
/** Name of a setting with a list of values. */
export type ChoiceSetting = keyof typeof choiceSettings;

/** Values of the settings' form, as they are typed. */
export interface SettingsForm {
  readonly name: string;
  /** The picture that is the logo; null: none. */
  readonly logo: { readonly id: number; readonly url: string } | null;
  readonly accent: string;
  readonly language: AdminLanguage;
  readonly languages: readonly AdminLanguage[];
  readonly timezone: string;
  readonly currency: string;
  readonly imprint_url: string;
  readonly privacy_url: string;
  readonly map_tiles: string;
  readonly map_credit: string;
  /** GeoJSON. */
  readonly map_outline: string;
  /** The address at which addresses are looked up; '' for none. */
  readonly geocoder: string;
  readonly home: string;
  readonly font: AnsweredSettings['font'];
  readonly radius: AnsweredSettings['radius'];
  readonly week_start: AnsweredSettings['week_start'];
  readonly hour_cycle: AnsweredSettings['hour_cycle'];
  readonly default_view: AnsweredSettings['default_view'];
  readonly submissions: boolean;
}

/** Returns what the form begins with. */
export const settingsForm = (settings: AnsweredSettings): SettingsForm => ({
  name: settings.name,
  logo: settings.logo_image ? { id: settings.logo_image.id, url: settings.logo_image.url } : null,
  accent: settings.accent,
  language: settings.language,
  languages: settings.languages,
  timezone: settings.timezone,
  currency: settings.currency,
  imprint_url: settings.imprint_url,
  privacy_url: settings.privacy_url,
  map_tiles: settings.map_tiles,
  map_credit: settings.map_credit,
  map_outline: settings.map_outline ? JSON.stringify(settings.map_outline) : '',
  geocoder: settings.geocoder ?? '',
  home: settings.home,
  font: settings.font,
  radius: settings.radius,
  week_start: settings.week_start,
  hour_cycle: settings.hour_cycle,
  default_view: settings.default_view,
  submissions: settings.submissions,
});

/** Returns the names of the settings that differ between two forms. */
export const changedSettings = (before: SettingsForm, now: SettingsForm): (keyof SettingsForm)[] =>
  (Object.keys(now) as (keyof SettingsForm)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]),
  );

/** Returns the settings of a form by some names, as they are sent; what is empty is again what it is where nobody set it. */
export function sentSettings(form: SettingsForm, names: readonly (keyof SettingsForm)[]): SettingsUpdate {
  const { logo, map_outline, languages, ...rest } = form;
  const all: SettingsUpdate = {
    ...rest,
    languages: [...languages],
    timezone: form.timezone || null,
    name: form.name || null,
    accent: form.accent || null,
    currency: form.currency || null,
    imprint_url: form.imprint_url || null,
    privacy_url: form.privacy_url || null,
    map_tiles: form.map_tiles || null,
    map_credit: form.map_credit || null,
    geocoder: form.geocoder || null,
    home: form.home || null,
    logo: logo?.id ?? null,
    map_outline: outlineOf(map_outline),
  };
  const sent: SettingsUpdate = {};
  for (const name of names) Object.assign(sent, { [name]: all[name] });
  return sent;
}

/** The form of the settings, as an editor handles it. */
export const settingsFormKind: FormKind<SettingsForm> = {
  pathsOf: Object.keys,
  valueAt: (form, path) => Object.entries(form).find(([name]) => name === path)?.[1],
  withValues: (form, from, paths) => ({
    ...form,
    ...Object.fromEntries(Object.entries(from).filter(([name]) => paths.includes(name))),
  }),
};

/** Returns what makes settings by some names again what they were; null for what nobody had set. */
export function formerSettings(
  settings: AnsweredSettings,
  before: SettingsForm,
  names: readonly (keyof SettingsForm)[],
): SettingsUpdate {
  const former = sentSettings(before, names);
  for (const name of names) if (!settings.stored?.includes(name)) former[name] = null;
  return former;
}

/** Returns the object that a text of JSON is; a text that is none is sent as one member, which the interface refuses. */
function outlineOf(text: string): Record<string, unknown> | null {
  if (text.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : { text };
  } catch {
    return { text };
  }
}
