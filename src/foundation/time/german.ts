import { spellOut } from '#foundation/text/fold.ts';
import {
  DASH_BEFORE_TIME,
  DOTTED_DATES,
  dayOfMonth,
  englishOf,
  fourDigits,
  namesOf,
  numberOf,
  oneOf,
  type Rewrite,
  rewritten,
  words,
} from './rewrite.ts';

/** German names of months. All without umlauts, as texts are by then: `ae` for `ä`, and `a` where people leave them out. */
export const MONTHS = namesOf(
  [
    'januar januars jaenner janner jaen jan=january',
    'februar februars feber feb=february',
    'maerz marz maerzes mrz maer=march',
    'april aprils apr=april',
    'mai mais=may',
    'juni junis jun=june',
    'juli julis jul=july',
    'august augusts aug=august',
    'september septembers sept sep=september',
    'oktober oktobers okt=october',
    'november novembers nov=november',
    'dezember dezembers dez=december',
  ].join('|'),
);
/** German names of the days of the week. */
export const WEEKDAYS = namesOf(
  [
    'sonntag sonntags so=sunday',
    'montag montags mo=monday',
    'dienstag dienstags di=tuesday',
    'mittwoch mittwochs mi=wednesday',
    'donnerstag donnerstags do=thursday',
    'freitag freitags fr=friday',
    'samstag samstags sonnabend sonnabends sa=saturday',
  ].join('|'),
);
const UNITS = namesOf(
  [
    'sekunde sekunden sek=seconds',
    'minute minuten min=minutes',
    'stunde stunden std=hours',
    'tag tage tagen tages tags=days',
    'werktag werktage werktagen arbeitstag arbeitstage arbeitstagen=weekdays',
    'woche wochen=weeks',
    'monat monate monaten monats=months',
    'jahr jahre jahren jahres jahrs=years',
  ].join('|'),
);
const NUMBERS = namesOf(
  'ein eine einem einen einer=1|zwei=2|drei=3|vier=4|fuenf funf=5|sechs=6|sieben=7|acht=8|neun=9|zehn=10|elf=11|zwoelf zwolf=12',
);
const ORDINALS = namesOf(
  [
    ['erst', 'first'],
    ['zweit', 'second'],
    ['dritt', 'third'],
    ['viert', 'fourth'],
    ['fuenft', 'fifth'],
    ['letzt', 'last'],
  ]
    .map(
      ([stem, english]) => `${['e', 'er', 'en', 'em', 'es'].map((end) => stem + end).join(' ')}=${english}`,
    )
    .join('|'),
);
const STEPS: readonly (readonly [stem: string, english: string])[] = [
  ['(?:nae?chst|kommend|folgend)', 'next'],
  ['(?:letzt|vergangen|vorig|vorherig)', 'last'],
  ['dies', 'this'],
];
const DAYS: readonly (readonly [name: string, english: string])[] = [
  ['ue?bermorgen', 'tomorrow +1 day'],
  ['vorgestern', 'yesterday -1 day'],
  ['morgen', 'tomorrow'],
  ['gestern', 'yesterday'],
  ['heute', 'today'],
  ['jetzt', 'now'],
  ['mitternachts?', 'midnight'],
  ['mittags?', 'noon'],
];

const month = oneOf(MONTHS);
const weekday = oneOf(WEEKDAYS);
const unit = oneOf(UNITS);
const number = `\\d{1,6}|${oneOf(NUMBERS)}`;
const ENDING = 'e[mnrs]?';
const HOUR = '(\\d{1,2})(?:[:.](\\d\\d)(?:[:.](\\d\\d))?)?';

/** One of a unit, as it stands behind `next`. */
const single = (typed: string) => englishOf(UNITS, typed).replace(/s$/, '');
const unitOrDay = (typed: string) =>
  WEEKDAYS.has(typed.toLowerCase()) ? englishOf(WEEKDAYS, typed) : single(typed);
const clock = (hour: string, minute = '00', second?: string) =>
  `${hour}:${minute}${second === undefined ? '' : `:${second}`}`;

const RULES: readonly Rewrite[] = [
  // Times first: their digits are no years, and their dots none of dates.
  [words('(\\d{1,2}) ?Uhr (\\d{1,2})'), (_, hour = '', minute = '') => clock(hour, minute.padStart(2, '0'))],
  [
    words(`${HOUR} ?(?:Uhr )?(morgens|frueh|vormittags|mittags|nachmittags|abends)`),
    (found = '', hour = '', minute: string | undefined = undefined, _ = '', part = '') => {
      const isLate = /^(mittags|nachmittags|abends)$/i.test(part);
      return Number(hour) > 12 || Number(hour) === 0
        ? found
        : `${clock(hour, minute ?? '00')} ${isLate ? 'pm' : 'am'}`;
    },
  ],
  [
    words(`${HOUR} ?Uhr`),
    (_, hour = '', minute?: string, second?: string) => clock(hour, minute ?? '00', second),
  ],
  [words('(\\d{1,2}) ?h ?(\\d\\d)'), '$1:$2'],
  [words('(\\d{1,2}) ?h'), '$1:00'],
  DASH_BEFORE_TIME,
  // Behind a time it may be English, which means the same before noon.
  [words('(?<=(?<!12):\\d\\d )am(?= \\d)'), ''],
  [words('um (\\d{1,2})\\.(\\d\\d)'), '$1:$2'],
  [words('um (\\d{1,2})(?!:)'), '$1:00'],
  ...DOTTED_DATES,
  [
    /(?<![\d/])(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?(?![\d/])/g,
    (found = '', day = '', second = '', year?: string) => slashed(found, day, second, year),
  ],
  [words(`(${number}) (${unit}) (?:spae?ter|danach)`), (_, count = '', one = '') => steps('+', count, one)],
  [words(`(?:in|nach) (${number}) (${unit})`), (_, count = '', one = '') => steps('+', count, one)],
  [words(`vor (${number}) (${unit})`), (_, count = '', one = '') => steps('-', count, one)],
  [
    words(`(?:in )?(?:der |dem |den |das |die )?ue?bernae?chst${ENDING} (${unit}|${weekday})`),
    (_, one = '') =>
      UNITS.has(one.toLowerCase()) ? steps('+', '2', one) : `second ${englishOf(WEEKDAYS, one)}`,
  ],
  [
    words(`(?:in )?(?:der |dem |den |das |die )?vorletzt${ENDING} (${unit})`),
    (_, one = '') => steps('-', '2', one),
  ],
  [
    words(
      `(?:am |der |den |dem )?(${oneOf(ORDINALS)}|[1-5]\\.) (tag|${weekday}) (?:im|des|in|vom|von|der|dem)(?: monats?)?`,
    ),
    (found = '', ordinal = '', day = '') => {
      const first = englishOf(ORDINALS, /^\d/.test(ordinal) ? (NTH[Number(ordinal[0]) - 1] ?? '') : ordinal);
      const name = day.toLowerCase() === 'tag' ? 'day' : englishOf(WEEKDAYS, day);
      return `${first} ${name} of${/monats?$/i.test(found) ? ' this month' : ''}`;
    },
  ],
  ...STEPS.map(
    ([stem, english]): Rewrite => [
      words(`(?:in )?(?:der |dem |den |das |die |des )?${stem}${ENDING} (${unit}|${weekday})`),
      (_, one = '') => `${english} ${unitOrDay(one)}`,
    ],
  ),
  ...DAYS.map(([name, english]): Rewrite => [words(name), english]),
  [words(`([+-]? ?\\d{1,6}) ?(${unit})`), (_, count = '', one = '') => `${count} ${englishOf(UNITS, one)}`],
  [words('(?<!\\d ?)am|der|den|dem|des|im|um|uhr'), ''],
  [words(`erste[rn]?(?= (?:${month})(?![\\w/]))`), '1.'],
  [words(`(${month})`), (_, name = '') => englishOf(MONTHS, name)],
  [words(`(${weekday})`), (_, name = '') => englishOf(WEEKDAYS, name)],
  // A time by dots, which else would be taken for a number or a year.
  [/^(\d{1,2})\.(\d\d)$/, '$1:$2'],
  [/(?<=\S )(\d{1,2})\.(\d\d)(?![\d.:])/g, '$1:$2'],
];

const NTH = ['erste', 'zweite', 'dritte', 'vierte', 'fuenfte'];

const steps = (sign: string, count: string, one: string) =>
  `${sign}${numberOf(NUMBERS, count)} ${englishOf(UNITS, one)}`;

/** Slashes are English, month first, unless that is impossible. */
function slashed(found: string, day: string, second: string, year: string | undefined): string {
  if (Number(day) <= 12 || Number(second) > 12) return found;
  return year === undefined ? (dayOfMonth(day, second) ?? found) : `${day}.${second}.${fourDigits(year)}`;
}

// `heute morgen` is this morning, and no day; a number with a dot may be a day of a month as well as a time.
const AMBIGUOUS = [
  words(`(?:heute|gestern|vorgestern|ue?bermorgen|morgen|${weekday}) morgen`),
  new RegExp(`^(?:(?:am )?(?:${weekday})[.,]* )?(?:0?[1-9]|[12]\\d|3[01])\\.(?:0?[1-9]|1[0-2])$`, 'i'),
];

/** Brings a date that was typed in German into English; undefined where it may mean two things. */
export function germanDate(text: string): string | undefined {
  const plain = spellOut(text, 'de');
  for (const pattern of AMBIGUOUS) {
    pattern.lastIndex = 0;
    if (pattern.test(plain)) return undefined;
  }
  return rewritten(plain, RULES).replace(/ +/g, ' ').trim();
}
