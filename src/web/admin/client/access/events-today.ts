import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../interface/client.ts';
import { siteZone, todayIn } from '../texts/dates.ts';

/** The query of how many public events there are today; it is no fault of the door where that isn't known. */
export const eventsTodayQuery = queryOptions({
  queryKey: ['door', 'today'],
  async queryFn({ signal }) {
    const day = todayIn(siteZone);
    const query = {
      start_date: `${day} 00:00:00`,
      end_date: `${day} 23:59:59`,
      per_page: 1,
      _fields: ['total'],
    };
    return (await bodyOf(api.GET('/events', { params: { query }, signal }))).total;
  },
  retry: false,
  staleTime: 60_000,
});
