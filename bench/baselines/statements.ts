// The statements of the bare programs: `in` gives how an engine says that a column is one of the IDs given.

type In = (column: string) => string;

/** What a list of events needs once it's known which. */
export const aboutEvents = (among: In) => ({
  events: `select * from events where ${among('id')}`,
  venues: `select l.event_id, t.* from event_venues l join venues t on t.id = l.venue_id
    where ${among('l.event_id')} and t.status = 'publish' order by l.event_id, l.position`,
  organizers: `select l.event_id, t.* from event_organizers l join organizers t on t.id = l.organizer_id
    where ${among('l.event_id')} and t.status = 'publish' order by l.event_id, l.position`,
  categories: `select l.event_id, t.* from event_categories l join categories t on t.id = l.category_id
    where ${among('l.event_id')} order by l.event_id, t.name_key, t.id`,
  tags: `select l.event_id, t.* from event_tags l join tags t on t.id = l.tag_id
    where ${among('l.event_id')} order by l.event_id, t.name_key, t.id`,
  media: `select * from media where ${among('id')}`,
});

/** IDs of a page; parameters: first and last moment, how many. */
export const page = ([start, end, count]: readonly [string, string, string]) =>
  `select event_id from occurrences
  where hide_from_listings = 0 and status = 'publish' and start_date >= ${start} and end_date <= ${end}
  order by start_date, date, event_id limit ${count}`;

/** How many there are; the same parameters, added up by days as the service does: counting them takes longer. */
export const total = ([start, end]: readonly [string, string]) => {
  const day = (moment: string) => `substr(${moment}, 1, 10)`;
  const days = (side: string, which: string) =>
    `(select coalesce(sum(n), 0) from occurrence_days
      where hide_from_listings = 0 and status = 'publish' and side = '${side}' and ${which})`;
  return `select ${days('end', `day <= ${day(end)}`)} - ${days('start', `day < ${day(start)}`)}
    + (select count(*) from occurrences where hide_from_listings = 0 and status = 'publish' and days > 0
      and start_date < ${start} and end_date > ${end}) as total`;
};
