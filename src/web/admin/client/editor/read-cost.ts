import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../interface/client.ts';
import { usePermission } from '../interface/session.ts';
import { plainText } from '../texts/plain-text.ts';
import { linesOf } from './event-form.ts';
import { useRested } from './rested.ts';

/** An event that is tried out for its prices alone. */
const TRIED = { title: '-', start_date: '2030-01-01 10:00:00', end_date: '2030-01-01 11:00:00' };

/**
 * Returns prices as the interface reads them, amounts without a currency in the calendar's; undefined while that isn't known, and
 * where it says no more than what was typed.
 */
export function useReadCost(typed: string): string | undefined {
  const mayCreate = usePermission('create');
  const cost = linesOf(useRested(typed));
  const { data } = useQuery({
    queryKey: ['cost', cost],
    queryFn: async ({ signal }) => {
      const params = { query: { dry_run: true, _fields: ['cost'] } };
      return (await bodyOf(api.POST('/events', { params, body: { ...TRIED, cost }, signal }))).cost;
    },
    enabled: mayCreate && cost.length > 0,
    staleTime: 60_000,
    retry: false,
  });
  const read = plainText(data ?? '');
  return read === '' || read === linesOf(typed).join(', ') ? undefined : read;
}

/** Returns the currency of the calendar, ISO 4217; undefined while that isn't known. */
export function useSiteCurrency(isAsked: boolean): string | undefined {
  const { data } = useQuery({
    queryKey: ['settings', 'currency'],
    queryFn: async ({ signal }) => (await bodyOf(api.GET('/kalends/v1/settings', { signal }))).currency,
    enabled: isAsked,
    staleTime: 60_000,
    retry: false,
  });
  return data;
}
