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

/** Spanish names of months. All without accents, as texts are by then. */
export const MONTHS = namesOf(
  [
    'enero ene=january',
    'febrero feb=february',
    'marzo mar=march',
    'abril abr=april',
    'mayo may=may',
    'junio jun=june',
    'julio jul=july',
    'agosto ago=august',
    'septiembre setiembre sept sep set=september',
    'octubre oct=october',
    'noviembre nov=november',
    'diciembre dic=december',
  ].join('|'),
);
/** Spanish names of the days of the week. */
export const WEEKDAYS = namesOf(
  [
    'domingo domingos dom=sunday',
    'lunes lun=monday',
    'martes=tuesday',
    'miercoles mier mie=wednesday',
    'jueves jue=thursday',
    'viernes vie=friday',
    'sabado sabados sab=saturday',
  ].join('|'),
);
const UNITS = namesOf(
  [
    'segundo segundos seg=seconds',
    'minuto minutos min=minutes',
    'hora horas=hours',
    'dia dias=days',
    'semana semanas=weeks',
    'mes meses=months',
    'ano anos=years',
  ].join('|'),
);
const NUMBERS = namesOf(
  'un una uno=1|dos=2|tres=3|cuatro=4|cinco=5|seis=6|siete=7|ocho=8|nueve=9|diez=10|once=11|doce=12|quince=15',
);
const ORDINALS = namesOf(
  'primer primero primera=first|segundo segunda=second|tercer tercero tercera=third|cuarto cuarta=fourth|quinto quinta=fifth|ultimo ultima=last',
);
const DAYS: readonly (readonly [name: string, english: string])[] = [
  ['pasado manana', 'tomorrow +1 day'],
  ['anteayer|antier|antes de ayer', 'yesterday -1 day'],
  ['manana', 'tomorrow'],
  ['ayer', 'yesterday'],
  ['hoy', 'today'],
  ['ahora', 'now'],
  ['(?:a |al )?mediodia', 'noon'],
  ['(?:a )?medianoche', 'midnight'],
];

const month = oneOf(MONTHS);
// Of these only the whole name is clear without a day beside it.
const fullMonth = [...MONTHS.keys()].filter((name) => name !== 'mar' && name !== 'ago').join('|');
const weekday = oneOf(WEEKDAYS);
const unit = oneOf(UNITS);
const number = `\\d{1,6}|${oneOf(NUMBERS)}`;
const article = '(?:el |la |los |las )?';

const single = (typed: string) => englishOf(UNITS, typed).replace(/s$/, '');
const unitOrDay = (typed: string) =>
  WEEKDAYS.has(typed.toLowerCase()) ? englishOf(WEEKDAYS, typed) : single(typed);
const steps = (sign: string, count: string, one: string, working = '') =>
  `${sign}${numberOf(NUMBERS, count)} ${working ? 'weekdays' : englishOf(UNITS, one)}`;

const WORKING = '( habiles| laborables)?';

const RULES: readonly Rewrite[] = [
  [/(?<=\d)\.?[ºª°]/g, ''],
  [/(?<=\d) ?([ap])\. ?m\b\.?/gi, ' $1m'],
  [
    words(
      '(?:a las? )?(\\d{1,2})(?:[:.](\\d\\d))?(?: ?h(?:oras?|rs?)?)? (?:de|por) la (manana|madrugada|tarde|noche)',
    ),
    (found = '', hour = '', minute: string | undefined = undefined, part = '') =>
      Number(hour) > 12 || Number(hour) === 0
        ? found
        : `${hour}:${minute ?? '00'} ${/^(tarde|noche)$/i.test(part) ? 'pm' : 'am'}`,
  ],
  [
    words('(?:a las? )?(\\d{1,2})[:.](\\d\\d)(?:[:.](\\d\\d))? ?(?:h|hs|hrs|horas)\\.?'),
    (_, hour = '', minute = '', second?: string) =>
      `${hour}:${minute}${second === undefined ? '' : `:${second}`}`,
  ],
  [words('(\\d{1,2}) ?h ?(\\d\\d)'), '$1:$2'],
  [
    words('a las? (\\d{1,2})(?:[.](\\d\\d))?(?! ?[ap]m|:| ?\\d)(?: ?(?:h|hs|hrs|horas))?\\.?'),
    (_, hour = '', minute?: string) => `${hour}:${minute ?? '00'}`,
  ],
  [words('a las?(?= \\d)'), ''],
  [words('(\\d{1,2}) ?(?:h|hs|hrs)'), '$1:00'],
  DASH_BEFORE_TIME,
  ...DOTTED_DATES,
  [
    /(?<![\d/])(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?(?![\d/])/g,
    (found = '', day = '', second = '', year?: string) => slashed(found, day, second, year),
  ],
  [
    words(`(?:dentro de|en) (${number}) (${unit})${WORKING}`),
    (_, count = '', one = '', working?: string) => steps('+', count, one, working),
  ],
  [
    words(`hace (${number}) (${unit})${WORKING}`),
    (_, count = '', one = '', working?: string) => steps('-', count, one, working),
  ],
  [
    words(`(${number}) (${unit})${WORKING} (?:atras|antes)`),
    (_, count = '', one = '', working?: string) => steps('-', count, one, working),
  ],
  [
    words(`(${number}) (${unit})${WORKING} (?:despues|mas tarde)`),
    (_, count = '', one = '', working?: string) => steps('+', count, one, working),
  ],
  [words('(primero|uno) de'), '1 de'],
  [
    words(
      `${article}(${oneOf(ORDINALS)}) (dia|${weekday}) del?(?: (?:este )?mes(?! (?:pasad|proxim|que|sigu)))?`,
    ),
    (found = '', ordinal = '', day = '') => {
      const name = day.toLowerCase() === 'dia' ? 'day' : englishOf(WEEKDAYS, day);
      return `${englishOf(ORDINALS, ordinal)} ${name} of${/mes$/i.test(found) ? ' this month' : ''}`;
    },
  ],
  [
    words(`${article}(?:proxim|siguient)[aeo]s? (${unit}|${weekday})`),
    (_, one = '') => `next ${unitOrDay(one)}`,
  ],
  [
    words(`${article}(${unit}|${weekday}) (?:que viene|proxim[ao]|siguiente)`),
    (_, one = '') => `next ${unitOrDay(one)}`,
  ],
  [
    words(`${article}(?:pasad|ultim|anterior)[ao]? (${unit}|${weekday})`),
    (_, one = '') => `last ${unitOrDay(one)}`,
  ],
  [
    words(`${article}(${unit}|${weekday}) (?:pasad[ao]|anterior|ultim[ao])`),
    (_, one = '') => `last ${unitOrDay(one)}`,
  ],
  [words(`(?:en )?est[ea] (${unit}|${weekday})`), (_, one = '') => `this ${unitOrDay(one)}`],
  ...DAYS.map(([name, english]): Rewrite => [words(name), english]),
  [
    words(`([+-]? ?\\d{1,6}) (${unit})${WORKING}`),
    (_, count = '', one = '', working?: string) => `${count} ${working ? 'weekdays' : englishOf(UNITS, one)}`,
  ],
  // `mar` is Tuesday before a date, and March in one.
  [words(`mar(?=\\.?,|\\.? \\d{1,2}(?: de)? (?:${month})|\\.? \\d{1,2}[./-]\\d)`), 'tuesday'],
  [
    words(`(\\d{1,2}) (?:de )?(${month})(?:\\.? del?(?= \\d{4}(?![\\d:])))?`),
    (_, day = '', name = '') => `${day} ${englishOf(MONTHS, name)}`,
  ],
  [words(`(?:en )?(${month})\\.? del?(?= \\d{4}(?![\\d:]))`), (_, name = '') => englishOf(MONTHS, name)],
  [/(?<=\d[-./])ago(?=[-./]\d)/gi, 'august'],
  // Behind a unit it is English.
  [words('(?<!(?:second|minute|hour|day|week|month|year)s? )ago(?=\\.? \\d{4}(?![\\d:]))'), 'august'],
  [words(`(?:en )?(${fullMonth})`), (_, name = '') => englishOf(MONTHS, name)],
  [words(`(${weekday})`), (_, name = '') => englishOf(WEEKDAYS, name)],
  [words('el|la|los|las'), ''],
];

/** Slashes are day first in Spanish and month first in English: where both may be, neither is taken. */
function slashed(found: string, day: string, second: string, year: string | undefined): string {
  if (Number(second) > 12) return found;
  if (Number(day) <= 12 && Number(day) !== Number(second)) return UNCLEAR;
  return year === undefined ? (dayOfMonth(day, second) ?? found) : `${day}.${second}.${fourDigits(year)}`;
}

const UNCLEAR = '?';

/** Brings a date that was typed in Spanish into English; undefined where it may mean two things. */
export function spanishDate(text: string): string | undefined {
  const plain = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
  if (/^(?:(?:el|este) )?mar\.?$/i.test(plain)) return undefined;
  const english = rewritten(plain, RULES).replace(/ +/g, ' ').trim();
  return english.includes(UNCLEAR) ? undefined : english;
}
