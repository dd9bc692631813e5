import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listWindow } from './window.ts';

const at = {
  now: Temporal.Instant.from('2026-11-20T18:00:00Z'),
  zone: 'America/New_York',
  today: '2026-11-20',
  strict: false,
};

test('without dates a list runs from yesterday to the day 24 months ahead, on the site clock (D12)', () => {
  assert.deepEqual(listWindow({}, at).shown, {
    start_date: '2026-11-19 00:00:00',
    end_date: '2028-11-20 23:59:59',
  });
  const night = { ...at, today: '2026-11-19' };
  assert.equal(listWindow({}, night).shown.start_date, '2026-11-18 00:00:00');
});

test('whole days are used unless strict (reference 4.3)', () => {
  assert.deepEqual(listWindow({ starts_after: '2027-03-01 10:00', ends_before: '2027-04-01' }, at).bounds, [
    { column: 'start_date', operator: '>', moment: '2027-03-01 23:59:59' },
    { column: 'end_date', operator: '<', moment: '2027-04-01 23:59:59' },
  ]);
});

test('strict values are instants on the clock of the site, or of the zone in the text (D11)', () => {
  const { bounds, shown } = listWindow(
    { start_date: '2027-03-01 10:00', end_date: '2027-03-02T10:00:00+01:00' },
    { ...at, strict: true },
  );
  assert.deepEqual(bounds, [
    { column: 'utc_start_date', operator: '>=', moment: '2027-03-01 15:00:00' },
    { column: 'utc_end_date', operator: '<=', moment: '2027-03-02 09:00:00' },
  ]);
  assert.equal(shown.end_date, '2027-03-02 04:00:00');
});

test('one of starts_* and ends_* switches the defaults off, an explicit date still counts', () => {
  const { bounds } = listWindow({ ends_after: '2027-01-01', start_date: '2026-12-01' }, at);
  assert.deepEqual(
    bounds.map(({ column, operator }) => `${column} ${operator}`),
    ['start_date >=', 'end_date >'],
  );
});

test('starts_after stands for start_date, ends_before for end_date', () => {
  const { bounds } = listWindow(
    {
      start_date: '2027-01-01',
      starts_after: '2026-12-01',
      end_date: '2027-02-01',
      ends_before: '2027-06-01',
    },
    at,
  );
  assert.deepEqual(
    bounds.map(({ moment }) => moment),
    ['2026-12-01 23:59:59', '2027-06-01 23:59:59'],
  );
});
