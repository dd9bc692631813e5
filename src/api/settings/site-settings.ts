import { findMedia, type MediaRow } from '#api/media/store.ts';
import type { Config } from '#config.ts';
import type { Call, Deps } from '#context.ts';
import { type AccentRepair, type Accents, accentsOf } from '#foundation/colour/accents.ts';
import { type Language, languages } from '#foundation/i18n/catalogue.ts';
import { siteCurrency } from '#foundation/i18n/currency.ts';
import {
  siteSettings as descriptions,
  initialSiteSettings,
  type SiteSettingName,
  type SiteSettings,
  siteSettingNames,
  siteSettingsFrom,
} from '#foundation/site/settings.ts';
import { type ChangedResources, changeLogOf } from '#store/db/change-log-follower.ts';
import type { Database, Reading } from '#store/db/engine.ts';
import { findStoredSettings } from './store.ts';
import { mailOf } from './stored-mail.ts';

/** The settings of a site, the accents computed of its one colour, and what had to be moved for them. */
export interface Site extends SiteSettings {
  readonly accents: Accents;
  readonly repairs: readonly AccentRepair[];
  /** Names of the settings that somebody has set; the others are what they are by themselves. */
  readonly stored: readonly SiteSettingName[];
  /** The picture that `logo` names; undefined where there is none any more. */
  readonly logoFile: MediaRow | undefined;
  /** Name, currency, language and time zone as the rest of the service reads them. */
  readonly config: Config;
}

/** Settings that every calendar has: somebody has set them where they are others than at first. */
const ALWAYS_STORED: ReadonlySet<SiteSettingName> = new Set(['language', 'timezone']);

/** Returns settings with what follows from them. */
async function derived(db: Reading, config: Config): Promise<Site> {
  const stored = await findStoredSettings(db);
  const kept = siteSettingsFrom((name) => descriptions[name].read(stored.get(name)));
  const isSet = (name: SiteSettingName) =>
    stored.has(name) && !(ALWAYS_STORED.has(name) && stored.get(name) === initialSiteSettings[name]);
  const site = { ...siteOf(config, kept, stored.get('mail')), stored: siteSettingNames.filter(isSet) };
  return site.logo === null ? site : { ...site, logoFile: await findMedia(db, site.logo) };
}

/** Returns the settings that the environment gives, and what follows from them, without a look at the database. */
export const settingsWithoutDatabase = (config: Config): Site => siteOf(baseOf(config), {});

/**
 * Returns the settings of a calendar, of which the first start in the browser, an administrator or another process may have
 * changed some since this one started. A variable wins.
 */
function siteOf(base: Config, kept: Partial<SiteSettings>, mail?: unknown): Site {
  const { language, timezone } = base;
  const settings: SiteSettings = {
    ...initialSiteSettings,
    language,
    timezone,
    ...kept,
    ...base.siteOverrides,
  };
  const { accents, repairs } = accentsOf(settings.accent);
  const isGiven = (base.siteOverrides.currency ?? kept.currency) !== undefined;
  const used = languages.filter((one) => one === settings.language || settings.languages.includes(one));
  return {
    ...settings,
    languages: used,
    accents,
    repairs,
    stored: [],
    logoFile: undefined,
    config: {
      ...base,
      siteName: settings.name,
      language: settings.language,
      languages: used,
      timezone: settings.timezone,
      mail: base.mail ?? mailOf(base, mail),
      currency: siteCurrency(settings.currency, settings.language, {
        position: base.currencyPosition,
        isGiven,
      }),
    },
  };
}

/** For so long at most a write shows the site's settings as they were read last. */
const WRITES_FOLLOW_MS = 1000;

/** The settings of one calendar in memory, until its change log tells that they may be others. */
class SiteMemory {
  readonly #log: ReturnType<typeof changeLogOf>;
  /** `isFollowed`: the change log tells when it may have changed. */
  #site: { readonly of: Config; readonly site: Site; readonly isFollowed: boolean } | undefined;
  #last: Site | undefined;
  #lookedMs = Number.NEGATIVE_INFINITY;

  constructor(db: Database) {
    this.#log = changeLogOf(db);
    this.#log.subscribe((changed) => this.#note(changed));
  }

  /** The settings that were read last. */
  get last(): Site | undefined {
    return this.#last;
  }

  /** @param isWriting spares the look at the change log within a second of the last one: each write moves the version */
  async site({ config, db }: Pick<Deps, 'config' | 'db'>, isWriting: boolean): Promise<Site> {
    const nowMs = performance.now();
    const isSpared = isWriting && nowMs - this.#lookedMs < WRITES_FOLLOW_MS;
    // Commands write without ever following the log: on PostgreSQL that holds a connection.
    const isFollowing = !isWriting || (!isSpared && this.#site?.isFollowed === true);
    const isFollowed = isFollowing && (await this.#log.follow());
    if (isFollowing) this.#lookedMs = nowMs;
    const known = this.#site;
    if (known?.of === config && (isWriting || (isFollowed && known.isFollowed))) return known.site;
    const { revision } = this.#log;
    const site = await derived(db.read, config);
    this.#last = site;
    const isKept = (isWriting || isFollowed) && config.cache > 0 && revision === this.#log.revision;
    if (isKept) this.#site = { of: config, site, isFollowed };
    return site;
  }

  #note(changed: ChangedResources): void {
    // Settings move the version without a line in the log.
    if (changed === 'everything' || changed.some(({ kind }) => kind === 'media')) this.#site = undefined;
  }
}

const memories = new WeakMap<Database, SiteMemory>();

function memoryOf(db: Database): SiteMemory {
  const origin = db.origin ?? db;
  const known = memories.get(origin) ?? new SiteMemory(origin);
  memories.set(origin, known);
  return known;
}

const bases = new WeakMap<Config, Config>();
/** Returns the configuration as the environment gave it. */
const baseOf = (config: Config): Config => bases.get(config) ?? config;

/** Returns the settings of the calendar as they are at the version that a call reads; at most two statements for each version. */
export function siteSettings({ deps }: Pick<Call, 'deps'>): Promise<Site> {
  return memoryOf(deps.db).site({ db: deps.db, config: baseOf(deps.config) }, false);
}

/**
 * Returns the site's language as it was read last, without a look at the database: for what comes before a request's own
 * reads. No answer of a later version is cached before these have told.
 */
export const siteLanguage = ({ db, config }: Pick<Deps, 'db' | 'config'>): Language =>
  memories.get(db.origin ?? db)?.last?.config.language ?? config.language;

const adapted = new WeakMap<Deps, Deps>();

/**
 * Returns the parts of the service with the name, currency, language and time zone that the calendar's settings give it.
 * @param isWriting spares the look at the change log: a write shows what was read last
 */
export async function withSiteSettings(deps: Deps, { isWriting }: { isWriting: boolean }): Promise<Deps> {
  const base = baseOf(deps.config);
  const { config } = await memoryOf(deps.db).site({ db: deps.db, config: base }, isWriting);
  const known = adapted.get(deps);
  if (known?.config === config) return known;
  bases.set(config, base);
  const own = { ...deps, config };
  adapted.set(deps, own);
  return own;
}
