// The statements of the bare programs: `in` gives how an engine says that a column is one of the IDs given.

type In = (column: string) => string;

const post = 'id author_id status date date_utc modified modified_utc description excerpt slug';
const named = (columns: string, table: string) =>
  columns
    .split(' ')
    .map((column) => `${table}.${column}`)
    .join(', ');
const event = `${post} title image_id all_day start_date end_date utc_start_date utc_end_date timezone cost website show_map show_map_link hide_from_listings sticky featured ticketed tickets event_status event_status_reason previous_start_date is_virtual virtual_url uid accessibility accessibility_note spoken_languages door_time opening_hours post_parent`;
const venue = `${post} name address city district country province state zip phone stateprovince website show_map show_map_link geo_lat geo_lng`;
const organizer = `${post} name phone website email`;
const term = 'id name slug description count';

/** Statements that load the events of a list by their IDs; what isn't public is left out afterwards, at less cost. */
export const aboutEvents = (among: In) => ({
  events: `select ${named(event, 'e')} from events e where ${among('e.id')}`,
  venues: `select l.event_id, ${named(venue, 't')} from event_venues l join venues t on t.id = l.venue_id
    where ${among('l.event_id')} order by l.event_id, l.position`,
  organizers: `select l.event_id, ${named(organizer, 't')} from event_organizers l
    join organizers t on t.id = l.organizer_id where ${among('l.event_id')} order by l.event_id, l.position`,
  categories: `select l.event_id, ${named(`${term} parent color mark`, 't')} from event_categories l
    join categories t on t.id = l.category_id where ${among('l.event_id')} order by l.event_id, t.name_key, t.id`,
  tags: `select l.event_id, ${named(term, 't')} from event_tags l
    join tags t on t.id = l.tag_id where ${among('l.event_id')} order by l.event_id, t.name_key, t.id`,
  media: `select * from media where ${among('id')}`,
});

/** The revision of an event that is no date of a series; the parameter: its ID. */
export const revision = (id: string) =>
  `select revision from revisions where kind = 'event' and resource_id = ${id}`;

/** IDs of a page; parameters: first and last moment, how many. */
export const page = ([start, end, count]: readonly [string, string, string]) =>
  `select event_id from occurrences
  where hide_from_listings = 0 and status = 'publish' and start_date >= ${start} and end_date <= ${end}
  order by start_date, date, event_id limit ${count}`;

/**
 * Counts events by adding up days as the service does, since counting rows takes longer; parameters: first and
 * last moment, days between them.
 */
export const total = ([start, end, length]: readonly [string, string, string]) => {
  const day = (moment: string) => `substr(${moment}, 1, 10)`;
  const days = (side: string, which: string) =>
    `(select coalesce(sum(n), 0) from occurrence_days
      where hide_from_listings = 0 and status = 'publish' and side = '${side}' and ${which})`;
  return `select ${days('end', `day <= ${day(end)}`)} - ${days('start', `day < ${day(start)}`)}
    + (select count(*) from occurrences where hide_from_listings = 0 and status = 'publish' and days > ${length}
      and start_date < ${start} and end_date > ${end}) as total`;
};
