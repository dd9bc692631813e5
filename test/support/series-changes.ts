// What random changes are as they are sent, and what they mean for the model.
import { DAY, type RandomChange, type RandomMove, type RandomRules } from './series-arbitraries.ts';
import {
  between,
  later,
  type ModelFields,
  type ModelRules,
  ModelSeries,
  type ModelTimes,
  onClock,
  real,
  wholeDays,
} from './series-model.ts';

/** The IDs of what there is to link to, the same in all services. */
export type LinkIds = Readonly<Record<'venue' | 'organizer' | 'categories' | 'tags', readonly number[]>>;

const LINK_FIELDS = ['venue', 'organizer', 'categories', 'tags'] as const;

/** Returns a change of fields as it is sent, with the query that names its language, and as the model has it. */
export function sentFields(
  { texts, links = {}, others = {} }: RandomChange,
  ids: LinkIds,
): { sent: object; query: string; fields: Partial<ModelFields> } {
  const linked: Partial<Record<(typeof LINK_FIELDS)[number], number[]>> = {};
  for (const name of LINK_FIELDS) {
    const places = links[name];
    if (places) linked[name] = places.flatMap((place) => ids[name][place] ?? []);
  }
  const { hidden, ...plain } = others;
  const { language, ...words } = texts ?? { language: 'en' };
  return {
    sent: {
      ...words,
      ...linked,
      ...plain,
      ...(hidden === undefined ? {} : { hide_from_listings: hidden }),
    },
    query: language === 'en' ? '' : `?translation_language=${language}`,
    fields: {
      ...linked,
      ...others,
      ...(words.title === undefined ? {} : { title: { [language]: words.title } }),
      ...(words.description === undefined ? {} : { description: { [language]: words.description } }),
    },
  };
}

const digits = (wall: string) => wall.replaceAll(/[-:]/g, '').replace(' ', 'T');

/** A date of a line, in a form of iCalendar that means it. */
function line(name: string, wall: string, form: RandomRules['form'], { zone, allDay }: ModelTimes): string {
  if (allDay) return `${name};VALUE=DATE:${digits(wall).slice(0, 8)}`;
  // What no clock shows has no other form.
  if (form === 'lines' || real(wall, zone) !== wall) return `${name}:${digits(wall)}`;
  if (form === 'utc') return `${name}:${digits(onClock(wall, zone, 'UTC'))}Z`;
  const other = zone === 'Asia/Tokyo' ? 'UTC' : 'Asia/Tokyo';
  return `${name};TZID=${other}:${digits(onClock(wall, zone, other))}`;
}

/** Returns random rules for a first date, as they are sent and as they are meant; what is left out are dates that the others make. */
export function recurrenceOf(
  { rrule, added, addsDays, left, leavesDays, form }: RandomRules,
  own: ModelTimes,
): { rules: ModelRules; sent: unknown } {
  const rdate = added
    .map((days) => later(own.start, days * DAY + (own.allDay || addsDays ? 0 : 3600)))
    .sort();
  const whole = new ModelSeries(0, NOTHING, own, { rrule, rdate, exdate: [] }).puts;
  const named = left.flatMap((at) => whole[at] ?? []).sort();
  const days = new Set(named.map((date) => date.slice(0, 10)));
  const isOn = (wall: string) => days.has(wall.slice(0, 10)) || days.has(real(wall, own.zone).slice(0, 10));
  const gone = leavesDays ? whole.filter(isOn) : named;
  const exdate = gone.length < whole.length ? gone : [];
  const names = exdate.length === 0 ? [] : leavesDays ? [...days] : exdate;
  const rules = { rrule, rdate, exdate };
  if (form === 'typed')
    return {
      rules,
      sent: {
        rrule,
        rdate: addsDays ? rdate.map((date) => date.slice(0, 10)) : rdate,
        exdate: names.length === 1 ? names[0] : names,
      },
    };
  const dates = leavesDays
    ? names.map((day) => `EXDATE;VALUE=DATE:${digits(day)}`)
    : names.map((date) => line('EXDATE', date, form, own));
  const lines = [
    ...rrule.map((rule) => `RRULE:${rule}`),
    ...rdate.map((date) => line('RDATE', date, form, own)),
    ...dates,
  ];
  return { rules, sent: lines.join('\n') };
}

const NOTHING: ModelFields = {
  title: {},
  description: {},
  venue: [],
  organizer: [],
  categories: [],
  tags: [],
  featured: false,
  cost: '',
  event_status: '',
  hidden: false,
};

const secondsOf = (move: Extract<RandomMove, { seconds: number }>, shown: ModelTimes) =>
  shown.allDay ? Math.ceil(move.seconds / DAY) * DAY : move.seconds;

/** Returns what a change of dates means for whom its times are shown, as it is sent. */
export function asSent(move: RandomMove, shown: ModelTimes): object {
  if (move.kind === 'zone') return { timezone: move.zone };
  if (move.kind === 'allDay') return { all_day: !shown.allDay };
  const seconds = secondsOf(move, shown);
  const end_date = later(shown.end, seconds);
  return move.kind === 'end' ? { end_date } : { start_date: later(shown.start, seconds), end_date };
}

/** Returns the times that a change gives to something that has others. */
export function timesAfter(move: RandomMove, shown: ModelTimes): ModelTimes {
  if (move.kind === 'allDay') return wholeDays({ ...shown, allDay: !shown.allDay }, !shown.allDay);
  if (move.kind === 'zone') return existing({ ...shown, zone: move.zone });
  const seconds = secondsOf(move, shown);
  const end = later(shown.end, seconds);
  const start = move.kind === 'end' ? shown.start : later(shown.start, seconds);
  return existing({ ...shown, start, end });
}

/** Times that there are on their clock, an end that a gap puts before its start as long after it as on the clock. */
function existing({ start, end, zone, allDay }: ModelTimes): ModelTimes {
  const times = { start: real(start, zone), end: real(end, zone), zone, allDay };
  if (onClock(times.end, zone, 'UTC') >= onClock(times.start, zone, 'UTC')) return times;
  const utcEnd = later(onClock(times.start, zone, 'UTC'), between(start, end));
  return { ...times, end: onClock(utcEnd, 'UTC', zone) };
}

/** Changes the dates of a series as one of them, or the series itself, is changed. */
export function changeAll(series: ModelSeries, move: RandomMove, shown: ModelTimes): void {
  const { times } = series;
  const { allDay } = times;
  if (move.kind === 'allDay' || move.kind === 'zone') {
    const next = timesAfter(move, times);
    const by = between(times.start, next.start);
    const isWhole = move.kind === 'allDay' && next.allDay;
    series.move(next, (date) => (isWhole ? `${date.slice(0, 10)} 00:00:00` : later(date, by)));
    return;
  }
  const after = timesAfter(move, shown);
  const start = later(times.start, between(shown.start, after.start));
  const end = later(times.end, between(shown.end, after.end));
  const next = existing(wholeDays({ ...times, start, end }, allDay));
  const by = between(times.start, next.start);
  series.move(next, (date) => later(date, by));
}
