import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Language, languages } from '#foundation/i18n/catalogue.ts';
import { englishDate } from './languages.ts';
import { readDate } from './typed.ts';

// A Friday, 19:00 in Berlin.
const AT = { now: Temporal.Instant.from('2026-11-20T18:00:00Z'), zone: 'Europe/Berlin' };

function read(typed: string, language: Language): string | undefined {
  const english = englishDate(typed, language);
  return english === undefined ? undefined : readDate(english, AT)?.wall.replace(' 00:00:00', '');
}

const NOW = ' 19:00:00';
const cases: Readonly<Record<'de' | 'es', readonly (readonly [typed: string, wall: string])[]>> = {
  de: [
    ['heute', '2026-11-20'],
    ['morgen', '2026-11-21'],
    ['Übermorgen', '2026-11-22'],
    ['uebermorgen 10 Uhr', '2026-11-22 10:00:00'],
    ['U\u0308BERMORGEN', '2026-11-22'],
    ['gestern', '2026-11-19'],
    ['vorgestern 8:30 Uhr', '2026-11-18 08:30:00'],
    ['jetzt', `2026-11-20${NOW}`],
    ['morgen Mittag', '2026-11-21 12:00:00'],
    ['nächsten Freitag', '2026-11-27'],
    ['naechsten Freitag um 19 Uhr', '2026-11-27 19:00:00'],
    ['nächster Samstag, 20:15 Uhr', '2026-11-21 20:15:00'],
    ['kommenden Sonntag', '2026-11-22'],
    ['letzten Montag', '2026-11-16'],
    ['diesen Freitag', '2026-11-20'],
    ['übernächsten Freitag', '2026-12-04'],
    ['Freitag', '2026-11-20'],
    ['Mi., 9 Uhr', '2026-11-25 09:00:00'],
    ['nächste Woche', `2026-11-23${NOW}`],
    ['nächsten Monat', `2026-12-20${NOW}`],
    ['letztes Jahr', `2025-11-20${NOW}`],
    ['in 3 Tagen', `2026-11-23${NOW}`],
    ['in drei Tagen 8 Uhr', '2026-11-23 08:00:00'],
    ['vor 2 Wochen', `2026-11-06${NOW}`],
    ['vor einem Monat', `2026-10-20${NOW}`],
    ['in 90 Minuten', '2026-11-20 20:30:00'],
    ['in 2 Werktagen', `2026-11-24${NOW}`],
    ['heute in 3 Tagen', '2026-11-23'],
    ['+2 Wochen', `2026-12-04${NOW}`],
    ['15. Januar 2027', '2027-01-15'],
    ['15. Januar 2027 19:00 Uhr', '2027-01-15 19:00:00'],
    ['15. Januar 2027, 19.30 Uhr', '2027-01-15 19:30:00'],
    ['am Freitag, den 15. Januar 2027 um 19 Uhr', '2027-01-15 19:00:00'],
    ['15. Januar 2027 8 Uhr abends', '2027-01-15 20:00:00'],
    ['15. Januar', '2026-01-15'],
    ['1. Jänner 2027', '2027-01-01'],
    ['5. März 2027', '2027-03-05'],
    ['5. Maerz 2027', '2027-03-05'],
    ['5. Okt. 2027', '2027-10-05'],
    ['im Mai 2027', '2027-05-01'],
    ['15.01.2027 19:00', '2027-01-15 19:00:00'],
    ['15.1.27', '2027-01-15'],
    ['15. 1. 2027', '2027-01-15'],
    ['15.1. 19:30', '2026-01-15 19:30:00'],
    ['15.12.', '2026-12-15'],
    ['15/01/2027', '2027-01-15'],
    ['erster Montag im Januar 2027', '2027-01-04'],
    ['letzter Tag des Monats', `2026-11-30${NOW}`],
    ['15.01.2027 19:00 MEZ', '2027-01-15 19:00:00'],
    ['15.07.2027 19:00 MESZ', '2027-07-15 19:00:00'],
    ['15.07.2027 19:00 WESZ', '2027-07-15 20:00:00'],
    ['19 Uhr', '2026-11-20 19:00:00'],
    ['20 Uhr am 16.1.2027', '2027-01-16 20:00:00'],
    ['15.1.2027 – 19 Uhr', '2027-01-15 19:00:00'],
    ['15.1.2027 - 19h30', '2027-01-15 19:30:00'],
    ['der 15. Januar 2027', '2027-01-15'],
    ['erster Januar 2027', '2027-01-01'],
    ['15-Okt-2027', '2027-10-15'],
    ['nächste Woche Freitag', '2026-11-27'],
    ['19.30', '2026-11-20 19:30:00'],
  ],
  es: [
    ['hoy', '2026-11-20'],
    ['mañana', '2026-11-21'],
    ['man\u0303ana a las 10', '2026-11-21 10:00:00'],
    ['manana a las 7 de la tarde', '2026-11-21 19:00:00'],
    ['pasado mañana', '2026-11-22'],
    ['ayer', '2026-11-19'],
    ['anteayer', '2026-11-18'],
    ['ahora', `2026-11-20${NOW}`],
    ['el próximo viernes', '2026-11-27'],
    ['proximo viernes 20:00', '2026-11-27 20:00:00'],
    ['el viernes que viene', '2026-11-27'],
    ['el viernes pasado', '2026-11-13'],
    ['este viernes', '2026-11-20'],
    ['sábado', '2026-11-21'],
    ['miercoles 9:00', '2026-11-25 09:00:00'],
    ['la próxima semana', `2026-11-23${NOW}`],
    ['el mes que viene', `2026-12-20${NOW}`],
    ['el año pasado', `2025-11-20${NOW}`],
    ['dentro de 3 días', `2026-11-23${NOW}`],
    ['en tres dias', `2026-11-23${NOW}`],
    ['hace 2 semanas', `2026-11-06${NOW}`],
    ['hace un mes', `2026-10-20${NOW}`],
    ['dentro de 2 días hábiles', `2026-11-24${NOW}`],
    ['15 de enero de 2027', '2027-01-15'],
    ['15 de enero de 2027 a las 19:00', '2027-01-15 19:00:00'],
    ['viernes, 15 de enero del 2027, 19.30 h', '2027-01-15 19:30:00'],
    ['15 de enero de 2027, 7:05 p. m.', '2027-01-15 19:05:00'],
    ['15 de enero', '2026-01-15'],
    ['1º de mayo de 2027', '2027-05-01'],
    ['5 ago 2027', '2027-08-05'],
    ['5 mar 2027', '2027-03-05'],
    ['mar, 2 mar 2027', '2027-03-02'],
    ['mar 2 de marzo de 2027', '2027-03-02'],
    ['agosto de 2027', '2027-08-01'],
    ['ago 2027', '2027-08-01'],
    ['setiembre de 2027', '2027-09-01'],
    ['15/1/2027', '2027-01-15'],
    ['15/1/27 19:00', '2027-01-15 19:00:00'],
    ['3/3/2027', '2027-03-03'],
    ['15.01.2027', '2027-01-15'],
    ['15-01-2027', '2027-01-15'],
    ['primer viernes de enero de 2027', '2027-01-01'],
    ['último día del mes', `2026-11-30${NOW}`],
    ['tercer martes del mes que viene', '2026-12-15'],
    ['19 h', '2026-11-20 19:00:00'],
    ['15-ago-2027', '2027-08-15'],
    ['15 de enero de 2027 - 19:00', '2027-01-15 19:00:00'],
    ['el último viernes de mayo de 2027', '2027-05-28'],
    ['mediodía', '2026-11-20 12:00:00'],
  ],
};

for (const language of ['de', 'es'] as const)
  test(`dates as people type them in ${language}`, () => {
    for (const [typed, wall] of cases[language]) {
      assert.equal(read(typed, language), wall, typed);
      assert.equal(read(`  ${typed.replaceAll(' ', '\u00a0 ')} `, language), wall, `${typed}, with blanks`);
      if (!/[^\x20-\x7e]/.test(typed)) assert.equal(read(typed.toUpperCase(), language), wall);
    }
  });

test('English and ISO 8601 are understood in every language, and mean the same', () => {
  const typed = [
    '2027-01-15',
    '2027-01-15 19:00',
    '2027-01-15T19:00:00.5Z',
    '2027-01-15T19:00:00+01:00[Europe/Berlin]',
    '2027-01-15 19:00 America/Port-au-Prince',
    '2027-01-15 19:00 America/Santo_Domingo',
    '2027-W05-1',
    '20270115T190000',
    '1800000000',
    '@1800000000',
    'now',
    'tomorrow 9am',
    '9am tomorrow',
    'next friday',
    'last friday',
    'yesterday noon',
    '2 weeks ago',
    '3 days ago 10:00',
    '+2 weeks',
    '+1 week 2 days',
    'first monday of january 2027',
    'last day of next month',
    'January 15, 2027 7pm',
    'Friday, January 15, 2027 at 7:05 PM',
    '15 January 2027',
    '5 Mar 2027',
    'Mar 5, 2027',
    'August 2027',
    'Mon, 01 Mar 2027 10:00:00 GMT',
    '5-III-2027',
    '15-01-2027',
    '15.01.2027 10:00',
    '1/15/2027',
    '10:30',
    '10:30 am 15 January 2027',
    '10 am',
    '2027-03-01 10:00 CET',
    '2027-03-01 10:00 UTC+2',
  ];
  for (const text of typed) {
    const english = read(text, 'en');
    assert.ok(english, text);
    for (const language of languages) assert.equal(read(text, language), english, `${text} in ${language}`);
  }
});

test('what is no date, or may mean two days, is none', () => {
  const refused: readonly (readonly [Language, ...string[]])[] = [
    ['en', 'morgen', 'mañana', '15. Januar 2027', 'nächsten Freitag', 'at'],
    ['de', 'mañana', 'heute Morgen', 'Freitag morgen', 'morgen früh', '15.01', 'Fr 15.01', '32. Januar 2027'],
    [
      'de',
      '15.13.2027',
      '25 Uhr',
      'irgendwann',
      'in Tagen',
      'vor Freitag',
      'Uhr',
      'nächsten',
      'am 15.',
      '15. Brumaire',
    ],
    [
      'es',
      'morgen',
      '5/3/2027',
      '5/3/27',
      '5/3',
      'mar',
      '32 de enero',
      'mañana por la mañana',
      'cualquier día',
    ],
    ['es', '15/13/2027', 'dentro de días', 'hace', 'el', 'el 15', 'de la tarde', '15 de brumario'],
  ];
  for (const [language, ...texts] of refused)
    for (const text of texts) assert.equal(read(text, language), undefined, `${text} in ${language}`);
});

const days = fc
  .integer({ min: 1, max: 36_000 })
  .map((day) => Temporal.PlainDate.from('1970-01-02').add({ days: day }));

for (const locale of ['en', 'de', 'es', 'de-AT', 'de-CH', 'es-MX', 'es-AR'])
  test(`days as Intl writes them in ${locale} are read back`, () => {
    const language = languages.find((one) => locale.startsWith(one)) ?? 'en';
    const styles: Intl.DateTimeFormatOptions[] = [
      { dateStyle: 'full' },
      { dateStyle: 'long' },
      { dateStyle: 'medium' },
      { dateStyle: 'short' },
      { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
      { weekday: 'long', day: '2-digit', month: '2-digit', year: 'numeric' },
      { dateStyle: 'full', timeStyle: 'short' },
      { dateStyle: 'medium', timeStyle: 'medium' },
    ];
    const formats = styles.map((style) => new Intl.DateTimeFormat(locale, style));
    fc.assert(
      fc.property(days, fc.constantFrom(...formats), fc.nat(86_399), (day, format, second) => {
        // An hour before noon or after it, lest it be one that the clocks skip.
        const wall = day.toPlainDateTime(Temporal.PlainTime.from('04:00').add({ seconds: second % 68_000 }));
        const typed = format.format(wall);
        const expected = /^\D*(\d+)\/(\d+)\//.exec(typed);
        const [first, other] = [Number(expected?.[1]), Number(expected?.[2])];
        const isUnclear = language === 'es' && first <= 12 && other <= 12 && first !== other;
        const found = read(typed, language)?.slice(0, 10);
        assert.equal(found, isUnclear ? undefined : day.toString(), typed);
      }),
      { numRuns: 2000 },
    );
  });

test('reading a date of a language never throws, and what is in English stays so', () => {
  const pieces = fc.constantFrom(
    ...'heute morgen nächsten in 3 Tagen Uhr . / : 15 01 2027 de la mar ago el próximo vor mañana Januar enero - um a las h Tag mes'.split(
      ' ',
    ),
  );
  const texts = fc.oneof(
    fc.string({ maxLength: 250 }),
    fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(' ')),
    fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(texts, fc.constantFrom(...languages), (text, language) => void read(text, language)),
    { numRuns: 3000 },
  );
});
