import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../interface/client.ts';
import type { AnsweredSettings } from '../interface/settings-query.ts';
import { noteStaleDocument } from '../shell/stale-document.ts';

/** Settings that are sent. */
export type SettingsUpdate = Schemas['UpdateSettings'];

/** The query of what another language or time zone of the calendar would move. */
export const movesQuery = (query: {
  readonly language: AnsweredSettings['language'];
  readonly timezone: string;
}) =>
  queryOptions({
    queryKey: ['settings', 'moves', query],
    queryFn: ({ signal }) => bodyOf(api.GET('/kalends/v1/settings/preview', { params: { query }, signal })),
  });

/** Stores settings, or answers what would be with `isTrial`. */
export async function sendSettings(
  sent: SettingsUpdate,
  { isTrial = false } = {},
): Promise<AnsweredSettings> {
  const answer = await bodyOf(
    api.POST('/kalends/v1/settings', { params: { query: isTrial ? { dry_run: true } : {} }, body: sent }),
  );
  if (!isTrial) noteStaleDocument();
  return answer;
}
