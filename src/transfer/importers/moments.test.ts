import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTime, ordersOf, readMoment, readTime } from './moments.ts';

const clock = (seconds: number | undefined) =>
  seconds === undefined ? undefined : new Date(seconds * 1000).toISOString().slice(11, 16);

test('days are read in ISO 8601 and with the names of months in three languages', () => {
  for (const text of [
    '2026-12-31',
    '20261231',
    '2026/12/31',
    '2026.12.31',
    '2026-365',
    '31 December 2026',
    'December 31st, 2026',
    'Dec. 31, 2026',
    '31-Dec-26',
    '31DEC2026',
    '2026 Dec 31',
    'Thu, 31 Dec 2026',
    '31. Dezember 2026',
    'Donnerstag, 31. Dez. 2026',
    '31 de diciembre de 2026',
    'jueves 31 de diciembre del 2026',
  ])
    assert.deepEqual(readMoment(text)?.day, { any: '2026-12-31' }, text);
  assert.deepEqual(readMoment('1. März 2026')?.day, { any: '2026-03-01' });
  assert.deepEqual(readMoment('Mittwoch, 1. April 2026')?.day, { any: '2026-04-01' });
});

test('days in three numbers are those of each order that they allow', () => {
  assert.deepEqual(readMoment('31.12.2026')?.day, { dmy: '2026-12-31' });
  assert.deepEqual(readMoment('Do., 31. 12. 26')?.day, { dmy: '2026-12-31' });
  assert.deepEqual(readMoment('12/31/2026')?.day, { mdy: '2026-12-31' });
  assert.deepEqual(readMoment('3/4/2026')?.day, { dmy: '2026-04-03', mdy: '2026-03-04' });
  assert.deepEqual(ordersOf('03-04-05'), ['dmy', 'mdy', 'ymd']);
  assert.deepEqual(ordersOf('2026-12-31'), ['dmy', 'mdy', 'ymd']);
});

test('times are read in 12 and 24 hours, beside a day or alone', () => {
  const times: Record<string, readonly string[]> = {
    '19:30': [
      '19:30',
      '7:30 PM',
      '7.30pm',
      '7:30 p. m.',
      '19:30 Uhr',
      '19.30 Uhr',
      '19 Uhr 30',
      '19h30',
      '19:30 h',
      '19:30:00',
      'um 19:30 Uhr',
      'a las 19:30',
    ],
    '19:00': ['7 pm', '7PM', '19 Uhr', '19 h', '19 horas'],
    '00:00': ['12:00 AM', '0:00', '24:00'],
    '12:00': ['12 pm', '12:00 PM', '12 Uhr'],
  };
  for (const [time, texts] of Object.entries(times))
    for (const text of texts) {
      assert.equal(clock(readTime(text)), time, text);
      assert.ok(isTime(text), text);
      const both = readMoment(`31.12.2026, ${text}`);
      assert.deepEqual([both?.day, clock(both?.time)], [{ dmy: '2026-12-31' }, time], text);
      assert.equal(clock(readMoment(`2026-12-31 ${text}`)?.time), time, text);
    }
  assert.equal(clock(readMoment('2026-12-31T19:30')?.time), '19:30');
  assert.equal(readMoment('2026-12-31 24:00')?.time, 86_400);
});

test('a column of times has shorter forms too', () => {
  for (const text of ['19.30', '1930', '0.8125', ',8125']) assert.equal(clock(readTime(text)), '19:30', text);
  for (const text of ['noon', 'mittags', 'mediodía']) assert.equal(clock(readTime(text)), '12:00', text);
  for (const text of ['25:00', '7:60', '13:30 PM', '0:30 am', 'soon', '31.12.2026', ''])
    assert.equal(readTime(text), undefined, text);
});

test('a zone behind the time is kept', () => {
  for (const [text, zone] of [
    ['2026-12-31T19:30:00Z', 'Z'],
    ['2026-12-31T19:30:00.000+01:00', '+01:00'],
    ['2026-12-31 19:30 -0500', '-0500'],
    ['12/31/2026 7:30 PM EST', 'EST'],
  ] as const)
    assert.equal(readMoment(text)?.zone, zone, text);
});

test('what is no day and no time is nothing', () => {
  for (const text of [
    '',
    'tbd',
    'every Monday',
    '31.02.2026',
    '2026-02-30',
    '2026-13-01',
    '31.12.',
    '12/2026',
    '1/2/3/4',
    '99',
    'May',
    '2026-12-31 25:00',
    '2019-9-13T10-10-00-00',
  ])
    assert.equal(readMoment(text), undefined, text);
});
