import assert from 'node:assert/strict';
import { test } from 'node:test';
import { weekdays } from '#foundation/time/weekdays.ts';
import { isOpenBetween, type OpeningHours, openStateAt } from './opening-hours.ts';
import { openingLines } from './opening-lines.ts';

const museum: OpeningHours = [
  { days: ['tuesday', 'wednesday', 'friday', 'saturday', 'sunday'], opens: '10:00', closes: '18:00' },
  { days: ['thursday'], opens: '10:00', closes: '21:00' },
  { closed: ['2026-09-19'] },
];
const bar: OpeningHours = [{ days: ['friday', 'saturday'], opens: '20:00', closes: '02:00' }];
const always: OpeningHours = [{ days: [...weekdays], opens: '00:00', closes: '00:00' }];

test('hours tell whether something is open, and what comes next', () => {
  for (const [hours, wall, isOpen, changes] of [
    [museum, '2026-09-17 15:20:00', true, '2026-09-17 21:00:00'],
    [museum, '2026-09-17 21:00:00', false, undefined],
    [museum, '2026-09-18 09:00:00', false, '2026-09-18 10:00:00'],
    [museum, '2026-09-19 12:00:00', false, undefined],
    [museum, '2026-09-21 12:00:00', false, undefined],
    [bar, '2026-09-19 01:00:00', true, '2026-09-19 02:00:00'],
    [bar, '2026-09-19 03:00:00', false, '2026-09-19 20:00:00'],
    [bar, '2026-09-20 01:59:00', true, '2026-09-20 02:00:00'],
    [always, '2026-09-20 01:59:00', true, undefined],
  ] as const)
    assert.deepEqual(openStateAt(hours, wall), { isOpen, changes }, wall);
  assert.equal(openStateAt([], '2026-09-20 01:59:00'), undefined);
  assert.equal(openStateAt([{ closed: ['2026-09-21'] }], '2026-09-20 01:59:00'), undefined);
  assert.deepEqual(openStateAt([{ closed: ['2026-09-20'] }], '2026-09-20 01:59:00'), {
    isOpen: false,
    changes: undefined,
  });
});

test('hours tell whether something is open within a time', () => {
  for (const [hours, from, to, isOpen] of [
    [museum, '2026-09-17 17:00:00', '2026-09-18 00:00:00', true],
    [museum, '2026-09-16 17:00:00', '2026-09-17 00:00:00', true],
    [museum, '2026-09-16 18:00:00', '2026-09-17 00:00:00', false],
    [museum, '2026-09-19 00:00:00', '2026-09-20 00:00:00', false],
    [museum, '2026-09-19 00:00:00', '2026-09-21 00:00:00', true],
    [bar, '2026-09-19 01:00:00', '2026-09-19 03:00:00', true],
    [bar, '2026-09-20 17:00:00', '2026-09-21 00:00:00', false],
    [always, '2026-09-20 17:00:00', '2026-09-20 17:01:00', true],
    [[], '2026-09-20 17:00:00', '2026-09-21 00:00:00', true],
    [[{ closed: ['2026-09-20'] }], '2026-09-20 17:00:00', '2026-09-21 00:00:00', false],
    [[{ closed: ['2026-09-20'] }], '2026-09-20 17:00:00', '2026-09-21 00:00:01', true],
  ] as const)
    assert.equal(isOpenBetween(hours as OpeningHours, from, to), isOpen, from);
});

test('days with the same hours are told in one line', () => {
  const words = {
    daily: 'Daily',
    weekday: (day: string) => 'MTWTFSS'.slice(Number(day.slice(9)) - 1).slice(0, 1) + day.slice(9),
    time: (time: string) => time,
  };
  assert.deepEqual(openingLines(museum, words), [
    { days: 'T2, W3, F5\u2013S7', times: '10:00\u201318:00' },
    { days: 'T4', times: '10:00\u201321:00' },
  ]);
  assert.deepEqual(openingLines(always, words), [{ days: 'Daily', times: '00:00\u201300:00' }]);
});
