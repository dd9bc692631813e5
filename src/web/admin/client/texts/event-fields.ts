import { languageIn } from './language-name.ts';
import type { AdminKey, AdminLanguage, Say } from './texts.tsx';

const FIELD_TEXTS: Readonly<Record<string, AdminKey>> = {
  title: 'admin.editor.title',
  description: 'admin.editor.description',
  start_date: 'admin.editor.from',
  end_date: 'admin.editor.to',
  all_day: 'admin.editor.all_day',
  timezone: 'admin.editor.zone',
  recurrence: 'admin.editor.repetition',
  venue: 'admin.editor.venue',
  organizer: 'admin.editor.organizers',
  categories: 'admin.editor.categories',
  tags: 'admin.editor.tags',
  image: 'admin.editor.picture',
  cost: 'admin.editor.cost',
  tickets: 'admin.editor.tickets',
  website: 'admin.editor.website',
  status: 'admin.events.status',
  event_status: 'admin.editor.happening',
  event_status_reason: 'admin.editor.reason',
  virtual_url: 'admin.editor.online_address',
  hide_from_listings: 'admin.editor.listed',
  featured: 'admin.editor.featured',
  password: 'admin.editor.password',
  slug: 'admin.editor.slug',
};

/** Returns what a field of an event is called, `FIELD.LANGUAGE` with its language; undefined of those that the editor has none for. */
export function nameOfField(path: string, say: Say, language: AdminLanguage): string | undefined {
  const [field = '', code] = path.split('.');
  const key = FIELD_TEXTS[field];
  if (!key) return undefined;
  if (code === undefined) return say(key);
  return `${say(key)} (${languageIn(language, code)})`;
}
