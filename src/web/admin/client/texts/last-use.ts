import { formatUtc } from './dates.ts';
import type { LanguageTexts } from './texts.tsx';

/** Returns when something that lets somebody in was used last, or, if never, when it was made. */
export const lastUse = (
  { last_used_utc, created_utc }: { readonly last_used_utc: string | null; readonly created_utc: string },
  { say, language }: LanguageTexts,
): string =>
  last_used_utc
    ? say('admin.account.token_used', { date: formatUtc(last_used_utc, language, { dateStyle: 'medium' }) })
    : say('admin.account.token_unused', { date: formatUtc(created_utc, language, { dateStyle: 'medium' }) });
