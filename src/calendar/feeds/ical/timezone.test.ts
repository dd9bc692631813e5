import assert from 'node:assert/strict';
import { test } from 'node:test';
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { daysBefore, textOf } from '#foundation/time/clock.ts';
import { clockChanges, offsetAt, toUtc, zoneId } from '#foundation/time/zone.ts';
import { moment } from './line.ts';
import { isUtc, timezoneComponent } from './timezone.ts';

/* A VTIMEZONE is read by others as the zone it describes (contract F3). */

const DAY = 86_400;
const HOUR = 3600;
const YEARS = 3;
const isFull = process.env['KALENDS_TEST_FEEDS'] !== undefined;
/** Zones with rules, with dates of their own for each change, with none, and with one or two changes in the years looked at. */
const SOME_ZONES = [
  'Africa/Cairo',
  'Africa/Casablanca',
  'Africa/Nairobi',
  'America/Mexico_City',
  'America/New_York',
  'America/Asuncion',
  'America/Nuuk',
  'Asia/Gaza',
  'Asia/Hebron',
  'Asia/Tehran',
  'Asia/Kathmandu',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Europe/Dublin',
  'Pacific/Apia',
];
const ZONES = (isFull ? Intl.supportedValuesOf('timeZone') : SOME_ZONES).filter((zone) => !isUtc(zone));
/** First years of calendars; of those that are long the zones begin with the first year that there is. */
const FIRST_YEARS = isFull ? [1, 1970, 1990, 2005, 2015, 2021, 2024, 2026, 2032] : [1, 2021, 2026];

/** Returns whether a wall clock is in a zone once, whatever its clock does. */
function isClear(wall: number, zone: string): boolean {
  const offsets = new Set([-DAY, -8 * HOUR, 0, 8 * HOUR, DAY].map((away) => offsetAt(wall + away, zone)));
  return [...offsets].filter((offset) => offsetAt(wall - offset, zone) === offset).length === 1;
}

/** Returns wall clocks of some years: the noon of each month's first day, and those around each change of the clock. */
function wallsOf(zone: string, year: number): string[] {
  const [from, until] = [daysBefore(year, 1, 1) * DAY, daysBefore(year + YEARS, 1, 1) * DAY];
  const walls: number[] = [];
  for (let y = year; y < year + YEARS; y++)
    for (let month = 1; month <= 12; month++) walls.push(daysBefore(y, month, 1) * DAY + 12 * HOUR);
  for (const { at, from: before, to } of clockChanges(zone, from, until))
    for (const away of [HOUR / 2, 4 * HOUR, DAY]) walls.push(at + before - away, at + to + away);
  return walls.filter((wall) => wall >= from && wall < until && isClear(wall, zone)).map(textOf);
}

/** Returns a calendar with an event at each of some wall clocks. */
function calendarOf(zone: string, component: string, walls: readonly string[]): string {
  const events = walls.map((wall, at) =>
    [
      'BEGIN:VEVENT',
      `UID:${at}`,
      'DTSTAMP:20260101T000000Z',
      `DTSTART;TZID=${zoneId(zone)}:${moment(wall)}`,
      'END:VEVENT\r\n',
    ].join('\r\n'),
  );
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//x//EN\r\n${component}${events.join('')}END:VCALENDAR\r\n`;
}

const utc = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ');

test(`${ZONES.length} zones are read as they are around every change of their clocks`, () => {
  const wrong: string[] = [];
  for (const zone of ZONES)
    for (const first of FIRST_YEARS) {
      const walls = wallsOf(zone, Math.max(first, 1990));
      const text = calendarOf(zone, timezoneComponent(zone, first), walls);
      const parsed = nodeIcal.sync.parseICS(text);
      const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
      for (const [at, wall] of walls.entries()) {
        const start = events[at]?.getFirstPropertyValue('dtstart');
        const byIcalJs = start instanceof ICAL.Time ? utc(new Date(start.toUnixTime() * 1000)) : '';
        const event = parsed[String(at)];
        const byNodeIcal = event?.type === 'VEVENT' ? utc(event.start) : '';
        const wanted = toUtc(wall, zone);
        if (byIcalJs !== wanted || byNodeIcal !== wanted)
          wrong.push(`${zone} from ${first}, ${wall}: ${byIcalJs}, ${byNodeIcal} instead of ${wanted}`);
      }
    }
  assert.deepEqual(wrong.slice(0, 20), [], `${wrong.length} times`);
});
