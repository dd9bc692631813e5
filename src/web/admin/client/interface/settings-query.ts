import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from './client.ts';

/** Settings of the calendar, as the interface answers them. */
export type AnsweredSettings = Schemas['SiteSettings'];

/** The query of the settings. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => bodyOf(api.GET('/kalends/v1/settings', { signal })),
});
