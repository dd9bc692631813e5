import type { Schemas } from '../interface/client.ts';
import type { Revocable } from '../parts/revocable-list.tsx';
import { formatUtc } from '../texts/dates.ts';
import type { LanguageTexts } from '../texts/texts.tsx';
import { browserName } from './browser-name.ts';

/** Returns a session as lists show it: its browser, from where, and when it was used last. */
export const shownSession = (
  { id, agent, address, last_used_utc, current }: Schemas['Session'],
  { say, language }: LanguageTexts,
): Revocable => ({
  id,
  name: browserName(agent) || say('admin.account.unknown_browser'),
  told: say('admin.account.session_told', {
    address,
    date: formatUtc(last_used_utc, language, { dateStyle: 'medium', timeStyle: 'short' }),
  }),
  ...(current ? { note: say('admin.account.this_session') } : {}),
});
