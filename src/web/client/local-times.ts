import { onPage, textOf } from './page-events.ts';

/** The moment of an event with its own wall clock: an offset from UTC stands behind it. */
const ON_ITS_CLOCK = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::\d\d)?[+-]\d\d:\d\d$/;

const two = (value: number): string => String(value).padStart(2, '0');

/** Returns what the visitor's clock shows at a moment: `YYYY-MM-DDTHH:MM`. */
const wallOf = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`;

function timeText(date: Date, hasDay: boolean): string {
  const { lang } = document.documentElement;
  const hour12 = document.body.dataset['clock'] === '12';
  return new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, {
    hour: hour12 ? 'numeric' : '2-digit',
    minute: '2-digit',
    hour12,
    ...(hasDay ? ({ weekday: 'short', day: 'numeric', month: 'short' } as const) : {}),
  }).format(date);
}

/** Returns moments of an event in the visitor's time, with the day where it is another than the event's; '' where the clocks agree. */
export function visitorsTime(moments: readonly string[]): string {
  const known = moments.flatMap((text) => {
    const wall = ON_ITS_CLOCK.exec(text)?.[1];
    return wall === undefined ? [] : [{ wall, date: new Date(text) }];
  });
  if (!known.some(({ wall, date }) => wallOf(date) !== wall)) return '';
  let day = '';
  const texts = known.map(({ wall, date }) => {
    const own = wallOf(date).slice(0, 10);
    const hasDay = own !== (day || wall.slice(0, 10));
    day = own;
    return timeText(date, hasDay);
  });
  return textOf('yourTime').replace('%', texts.join('–'));
}

/** Shows the visitor's time beside that of events whose clock is another. */
export function showLocalTimes(): void {
  onPage(() => {
    const places = new Map<Element, string[]>();
    for (const time of document.querySelectorAll<HTMLTimeElement>('main time[datetime]')) {
      if (!ON_ITS_CLOCK.test(time.dateTime)) continue;
      // A column of times alone is too narrow.
      const place = time.closest('.fact dd') ?? time.closest('.mp')?.querySelector('div') ?? time;
      places.set(place, [...(places.get(place) ?? []), time.dateTime]);
    }
    for (const [place, moments] of places) {
      const text = visitorsTime(moments);
      if (!text || place.querySelector('.t-local')) continue;
      const told = document.createElement('span');
      told.className = 't-local';
      told.textContent = text;
      place.append(' ', told);
    }
  });
}
