import type { Selectable } from 'kysely';
import type { DateDetails } from '#foundation/time/clock.ts';
import type { EventsTable } from '#store/db/tables.ts';

/** The members of an event's answer that differ from date to date of a series; dates as the answer has them. */
export interface DateMembers {
  id: number;
  global_id: string;
  global_id_lineage: string[];
  url: string;
  rest_url: string;
  start_date: string;
  start_date_details: DateDetails;
  end_date: string;
  end_date_details: DateDetails;
  utc_start_date: string;
  utc_start_date_details: DateDetails;
  utc_end_date: string;
  utc_end_date_details: DateDetails;
  timezone_abbr: string;
  website: string;
  recurrence_id: string | null;
}

/** The name of a member that differs from date to date. */
export type DateMember = keyof DateMembers;

// The compiler asks for each name, and for no other.
const names: Readonly<Record<DateMember, true>> = {
  id: true,
  global_id: true,
  global_id_lineage: true,
  url: true,
  rest_url: true,
  start_date: true,
  start_date_details: true,
  end_date: true,
  end_date_details: true,
  utc_start_date: true,
  utc_start_date_details: true,
  utc_end_date: true,
  utc_end_date_details: true,
  timezone_abbr: true,
  website: true,
  recurrence_id: true,
};

/** The names of all members that differ from date to date. */
export const DATE_MEMBERS: readonly DateMember[] = Object.keys(names).filter(
  (name): name is DateMember => name in names,
);

/** The columns from which these members are presented: those of a series with the times of one of its dates. */
export type DatedRow = Pick<
  Selectable<EventsTable>,
  | 'id'
  | 'slug'
  | 'status'
  | 'author_id'
  | 'global_id'
  | 'global_id_lineage'
  | 'timezone'
  | 'start_date'
  | 'end_date'
  | 'utc_start_date'
  | 'utc_end_date'
> & {
  /** The address as stored; null stands for the event's own page, undefined for one that a password hides. */
  website: string | null | undefined;
};
