import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { languages } from '#foundation/i18n/catalogue.ts';
import { endlessRule, firstDate, ruleFor } from '../../../test/support/recurrence-rules.ts';
import { describeRecurrence } from './describe.ts';
import type { FirstDate, Recurrence } from './recurrence.ts';

/** A Monday. */
const first: FirstDate = {
  start_date: '2027-03-01 19:00:00',
  end_date: '2027-03-01 21:00:00',
  timezone: 'America/New_York',
  all_day: false,
};
const of = (recurrence: Partial<Recurrence>) =>
  languages.map((language) =>
    describeRecurrence({ rrule: [], rdate: [], exdate: [], ...recurrence }, first, language),
  );

const samples = path.join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  'test',
  'samples',
  'recurrence',
  'descriptions.txt',
);
const described = readFileSync(samples, 'utf8').trim().split('\n\n');

test('some sixty rules are said in each language', () => {
  assert.ok(described.length >= 60);
  for (const block of described) {
    const [rule = '', ...texts] = block.split('\n');
    assert.deepEqual(of({ rrule: [rule] }), texts, rule);
  }
});

test('dates that are added and left out are named, and many are counted', () => {
  const rrule = ['FREQ=WEEKLY;COUNT=6'];
  assert.deepEqual(
    of({ rrule, rdate: ['2027-03-02 08:00:00', '2027-05-05 19:00:00'], exdate: ['2027-03-08 19:00:00'] }),
    [
      'Every Monday, 6 times, and on March 2, 2027 at 8:00 AM and May 5, 2027, except on March 8, 2027',
      'Jeden Montag, 6-mal sowie am 2. März 2027 um 08:00 und 5. Mai 2027, außer am 8. März 2027',
      'Cada lunes, 6 veces y también el 2 de marzo de 2027 a las 8:00 y 5 de mayo de 2027, excepto el 8 de marzo de 2027',
    ],
  );
  const many = Array.from({ length: 12 }, (_, index) => `2027-04-${10 + index}`);
  assert.deepEqual(of({ rrule, rdate: many.map((day) => `${day} 19:00:00`), exdate: many }), [
    'Every Monday, 6 times, and on 12 more dates, except on 12 dates',
    'Jeden Montag, 6-mal sowie an 12 weiteren Terminen, außer an 12 Terminen',
    'Cada lunes, 6 veces y en 12 fechas más, excepto en 12 fechas',
  ]);
});

test('dates alone are listed from the first one on', () => {
  assert.deepEqual(of({ rdate: ['2027-03-03 19:00:00', '2027-03-05 19:00:00'] }), [
    'On March 1, 2027, March 3, 2027, and March 5, 2027',
    'Am 1. März 2027, 3. März 2027 und 5. März 2027',
    'El 1 de marzo de 2027, 3 de marzo de 2027 y 5 de marzo de 2027',
  ]);
  assert.deepEqual(of({}), ['On March 1, 2027', 'Am 1. März 2027', 'El 1 de marzo de 2027']);
});

test('several rules are one sentence', () => {
  assert.deepEqual(of({ rrule: ['FREQ=WEEKLY;UNTIL=20270501', 'FREQ=MONTHLY;BYMONTHDAY=10'] }), [
    'Every Monday until May 1, 2027, and every month on the 10th',
    'Jeden Montag bis zum 1. Mai 2027 sowie jeden Monat am 10.',
    'Cada lunes hasta el 1 de mayo de 2027 y también cada mes, el día 10',
  ]);
});

test('every rule is said in every language, without a gap', () => {
  fc.assert(
    fc.property(endlessRule, firstDate, (rule, date) => {
      for (const language of languages) {
        const text = describeRecurrence(
          { rrule: [ruleFor(rule, date)], rdate: [], exdate: [] },
          date,
          language,
        );
        assert.doesNotMatch(text, /[{}]|undefined|NaN| {2}|, ,/, rule);
      }
    }),
  );
});
