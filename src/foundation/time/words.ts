/** Names of the months, long and short, to 1-12. */
export const MONTHS = numbered(
  1,
  'january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sept sep|october oct|november nov|december dec',
);

/** Roman numerals that stand for months in dates like `5-III-2027`. */
export const ROMAN_MONTHS = numbered(1, 'i|ii|iii|iv|v|vi|vii|viii|ix|x|xi|xii');

/** Names of the days of the week, long and short, to 0-6, Sunday being 0. */
export const WEEKDAYS = numbered(
  0,
  'sunday sundays sun|monday mondays mon|tuesday tuesdays tue|wednesday wednesdays wed|thursday thursdays thu|friday fridays fri|saturday saturdays sat',
);

/** Maps ordinals before a unit (`third friday`) to numbers. */
export const ORDINALS = numbered(
  1,
  'first|second|third|fourth|fifth|sixth|seventh|eighth eight|ninth|tenth|eleventh|twelfth',
);

/** Maps words for a step before a unit (`next week`) to numbers of units. */
export const STEPS: ReadonlyMap<string, number> = new Map([
  ['next', 1],
  ['last', -1],
  ['previous', -1],
  ['this', 0],
]);

/** A unit that can be added: its part and how many of it one is. */
export type Unit = { part: 'years' | 'months' | 'days' | 'seconds'; size: number };

const SIZES: [string, Unit][] = [
  ['second sec', { part: 'seconds', size: 1 }],
  ['minute min', { part: 'seconds', size: 60 }],
  ['hour', { part: 'seconds', size: 3600 }],
  ['day', { part: 'days', size: 1 }],
  ['week', { part: 'days', size: 7 }],
  ['fortnight forthnight', { part: 'days', size: 14 }],
  ['month', { part: 'months', size: 1 }],
  ['year', { part: 'years', size: 1 }],
];

/** Units in singular and plural. */
export const UNITS: ReadonlyMap<string, Unit> = new Map(
  SIZES.flatMap(([names, unit]) =>
    names.split(' ').flatMap((name): [string, Unit][] => [
      [name, unit],
      [`${name}s`, unit],
    ]),
  ),
);

/**
 * Abbreviations of zones that dates carry, to hours ahead of UTC. Where several zones share one, it is the
 * one that PHP takes; German ones are of German calendars. `IST` is left out, since guessing between Israel, India and Ireland would mislead.
 */
export const ABBREVIATIONS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    z: 0,
    utc: 0,
    gmt: 0,
    ut: 0,
    wet: 0,
    west: 1,
    bst: 1,
    cet: 1,
    cest: 2,
    met: 1,
    mest: 2,
    mez: 1,
    mesz: 2,
    eet: 2,
    eest: 3,
    oez: 2,
    oesz: 3,
    wez: 0,
    wesz: 1,
    msk: 3,
    msd: 4,
    nst: -3.5,
    ndt: -2.5,
    ast: -4,
    adt: -3,
    est: -5,
    edt: -4,
    cst: -6,
    cdt: -5,
    mst: -7,
    mdt: -6,
    pst: -8,
    pdt: -7,
    akst: -9,
    akdt: -8,
    hst: -10,
    hdt: -9,
    wat: 1,
    cat: 2,
    sast: 2,
    eat: 3,
    hkt: 8,
    jst: 9,
    kst: 9,
    awst: 8,
    acst: 9.5,
    acdt: 10.5,
    aest: 10,
    aedt: 11,
    nzst: 12,
    nzdt: 13,
  }),
);

/** Zones of the tz database whose names are one word with digits, a hyphen or more letters than an abbreviation has. */
export const SINGLE_ZONES: readonly string[] = [
  ...['cst6cdt', 'est5edt', 'mst7mdt', 'pst8pdt', 'gmt0', 'gmt+0', 'gmt-0', 'gb-eire', 'nz-chat', 'w-su'],
  ...['greenwich', 'universal', 'hongkong', 'iceland', 'jamaica', 'kwajalein', 'portugal', 'singapore'],
];

function numbered(first: number, names: string): ReadonlyMap<string, number> {
  return new Map(
    names
      .split('|')
      .flatMap((same, index) => same.split(' ').map((name): [string, number] => [name, first + index])),
  );
}
