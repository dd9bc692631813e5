import { describeColumns } from '#api/routing/field-description.ts';
import type { SeriesTable } from '#store/db/series-tables.ts';
import type { OccurrencesTable } from '#store/db/tables.ts';

/** Describes the columns of a series, of which the history tells as `recurrence`. */
export const seriesDescription = describeColumns<SeriesTable>()({
  id: { columns: ['id'], untold: true },
  recurrence: { columns: ['recurrence'], derived: ['count', 'first_date', 'last_date'] },
  laid_out_until: { columns: ['laid_out_until'], bookkeeping: true },
  continues: { columns: ['continues'], follows: 'recurrence' },
  continued_by: { columns: ['continued_by'], follows: 'recurrence' },
});

/** Describes the columns of a date, of which the history tells as `occurrences`. What its event has, too, is that one's. */
export const dateDescription = describeColumns<OccurrencesTable>()({
  id: { columns: ['id'], untold: true },
  event_id: { columns: ['event_id'], follows: 'overrides' },
  series_id: { columns: ['series_id'], group: 'place' },
  recurrence_id: { columns: ['recurrence_id'], group: 'place' },
  overrides: { columns: ['overrides'] },
  start_date: { columns: ['start_date'], derived: ['days'], group: 'times' },
  end_date: { columns: ['end_date'], group: 'times' },
  utc_start_date: { columns: ['utc_start_date'], follows: 'start_date' },
  utc_end_date: { columns: ['utc_end_date'], follows: 'end_date' },
  status: { columns: ['status'] },
  hide_from_listings: { columns: ['hide_from_listings'] },
  date: { columns: ['date'] },
});

/** The columns of the rule of a series, which a change of its times moves. */
export const ruleColumns = [...seriesDescription.recurrence.columns, ...seriesDescription.recurrence.derived];

/** The columns of a series that a write changes only where it changes its rule, or which series there are. */
export const decidingColumns = [
  ...seriesDescription.recurrence.columns,
  ...seriesDescription.continues.columns,
  ...seriesDescription.continued_by.columns,
];

/** The columns that say of which series a date is, and where the rule of that has put it. */
export const placeColumns = [...dateDescription.series_id.columns, ...dateDescription.recurrence_id.columns];

/** The columns that name the event whose values a date shows, and its series. */
export const eventColumns = [...dateDescription.event_id.columns, ...dateDescription.series_id.columns];
