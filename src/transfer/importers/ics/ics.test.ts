import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesFromMemory } from '../byte-source.ts';
import { ImportError, type ImportEvent, type ImportPost, type Remark } from '../import-item.ts';
import type { SourceOptions } from '../source-kind.ts';
import { ics } from './source.ts';

/* A file of calendars is read as contract I3 and I8 say. */

interface Read {
  readonly events: readonly ImportEvent[];
  readonly venues: readonly ImportPost[];
  readonly organizers: readonly ImportPost[];
  readonly remarks: readonly Remark[];
  readonly repairs: readonly string[];
}

async function readBytes(bytes: Buffer, options: SourceOptions = {}): Promise<Read> {
  const site = {
    timezone: 'Europe/Berlin',
    language: 'en',
    now: '2026-11-20T12:00:00Z',
    horizon: '2028-12-19',
  } as const;
  const request = { name: 'x', shown: 'x.ics', origin: 'ics', options, site };
  const source = await ics.openFile(bytesFromMemory(bytes), request);
  const read = { events: [], venues: [], organizers: [], remarks: [], repairs: [] } as {
    -readonly [K in keyof Read]: Read[K][number][];
  };
  read.repairs.push(...(source.repairs ?? []).map(({ code }) => code));
  for await (const { items, remarks } of source.batches(undefined)) {
    read.events.push(...items.events);
    read.venues.push(...items.venues);
    read.organizers.push(...items.organizers);
    read.remarks.push(...remarks);
  }
  return read;
}

const wrap = (lines: readonly string[], head: readonly string[] = []) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//x//EN', ...head, ...lines, 'END:VCALENDAR', ''].join(
    '\r\n',
  );

const event = (...lines: string[]): string[] => [
  'BEGIN:VEVENT',
  ...(lines.some((line) => line.startsWith('UID')) ? [] : ['UID:a']),
  ...(lines.some((line) => line.startsWith('SUMMARY')) ? [] : ['SUMMARY:Concert']),
  ...(lines.some((line) => line.startsWith('DTSTART')) ? [] : ['DTSTART:20270301T190000Z']),
  ...lines,
  'END:VEVENT',
];

const read = (lines: readonly string[], options?: SourceOptions, head?: readonly string[]) =>
  readBytes(Buffer.from(wrap(lines, head)), options);

/** Returns the only event of a calendar. */
async function readOne(lines: readonly string[], options?: SourceOptions, head?: readonly string[]) {
  const { events, remarks, ...others } = await read(lines, options, head);
  const [only, ...more] = events;
  assert.ok(only && more.length === 0, JSON.stringify(remarks));
  return { ...others, remarks, event: only, sent: only.sent, codes: codesOf(only) };
}

const codesOf = ({ repairs = [] }: ImportEvent) => repairs.map(({ code }) => code);
const reasons = ({ remarks }: Pick<Read, 'remarks'>) => remarks.map(({ reason }) => reason.key);

test('a UTC time keeps its instant, and is shown in the zone of the file, the option, or the site', async () => {
  const lines = event('DTSTART:20270301T190000Z', 'DTEND:20270301T210000Z');
  const shown = async (options?: SourceOptions, head?: string[]) => {
    const { sent } = await readOne(lines, options, head);
    assert.equal(sent['start_date'], '2027-03-01T19:00:00Z');
    assert.equal(sent['end_date'], '2027-03-01T21:00:00Z');
    return sent['timezone'];
  };
  assert.equal(await shown(), 'Europe/Berlin');
  assert.equal(await shown({ timezone: 'Asia/Tokyo' }), 'Asia/Tokyo');
  assert.equal(
    await shown({ timezone: 'Asia/Tokyo' }, ['X-WR-TIMEZONE:America/New_York']),
    'America/New_York',
  );
});

const berlinLike = (tzid: string) => [
  'BEGIN:VTIMEZONE',
  `TZID:${tzid}`,
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
];

test('zones are found by IANA names, prefixes, Windows names, and the rules of a VTIMEZONE', async () => {
  const zoneOf = async (tzid: string, before: readonly string[] = [], start = '20270701T190000') => {
    const { sent, codes } = await readOne([...before, ...event(`DTSTART;TZID=${tzid}:${start}`)]);
    return [sent['timezone'], sent['start_date'], ...codes];
  };
  const berlin = ['Europe/Berlin', '2027-07-01T17:00:00Z'];
  assert.deepEqual(await zoneOf('Europe/Berlin'), berlin);
  assert.deepEqual(await zoneOf('europe/berlin'), berlin);
  assert.deepEqual(await zoneOf('"/freeassociation.sourceforge.net/Tzfile/Europe/Berlin"'), berlin);
  assert.deepEqual(await zoneOf('W. Europe Standard Time'), berlin);
  assert.deepEqual(await zoneOf('W. Europe Standard Time 1'), berlin);
  assert.deepEqual(await zoneOf('US/Eastern'), ['US/Eastern', '2027-07-01T23:00:00Z']);
  assert.deepEqual(await zoneOf('Ours', berlinLike('Ours')), [...berlin, 'zone_matched']);
  assert.deepEqual(await zoneOf('Asia/Tokyo', berlinLike('Asia/Tokyo')), [
    'Asia/Tokyo',
    '2027-07-01T10:00:00Z',
  ]);
  assert.deepEqual(await zoneOf('Nowhere'), [...berlin, 'zone_unknown']);
  const odd = berlinLike('Odd').map((line) => line.replace('+0200', '+0217'));
  assert.deepEqual((await zoneOf('Odd', odd)).slice(1), ['2027-07-01T16:43:00Z', 'zone_unknown']);
  assert.deepEqual((await zoneOf('Odd', odd, '20270101T190000')).slice(0, 2), [
    'UTC+01:00',
    '2027-01-01T18:00:00Z',
  ]);
});

test('all-day events are days, also those that Microsoft writes as midnights', async () => {
  const days = async (lines: readonly string[], head?: readonly string[]) => {
    const { sent, codes } = await readOne(lines, undefined, head);
    return [
      sent['all_day'],
      String(sent['start_date']).slice(0, 10),
      String(sent['end_date']).slice(0, 10),
      ...codes,
    ];
  };
  const day = 'DTSTART;VALUE=DATE:20270301';
  assert.deepEqual(await days(event(day)), [true, '2027-03-01', '2027-03-01']);
  assert.deepEqual(await days(event(day, 'DTEND;VALUE=DATE:20270301')), [true, '2027-03-01', '2027-03-01']);
  assert.deepEqual(await days(event(day, 'DTEND;VALUE=DATE:20270303')), [true, '2027-03-01', '2027-03-02']);
  assert.deepEqual(await days(event(day, 'DURATION:P3D')), [true, '2027-03-01', '2027-03-03']);
  assert.deepEqual(await days(event(day, 'DTEND;VALUE=DATE:20270201')), [
    true,
    '2027-03-01',
    '2027-03-01',
    'end_before_start',
  ]);
  const midnights = event(
    'DTSTART;TZID=Europe/Berlin:20270301T000000',
    'DTEND;TZID=Europe/Berlin:20270302T000000',
  );
  assert.equal((await days(midnights))[0], false);
  assert.deepEqual(await days(midnights, ['X-MICROSOFT-CALSCALE:GREGORIAN']), [
    true,
    '2027-03-01',
    '2027-03-01',
  ]);
  assert.deepEqual(await days(event('DTSTART:20270301T000000', 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE')), [
    true,
    '2027-03-01',
    '2027-03-01',
  ]);
});

test('ends come from DTEND, DURATION or nowhere', async () => {
  const end = async (...lines: string[]) => {
    const { sent, codes } = await readOne(event('DTSTART;TZID=Europe/Berlin:20270327T230000', ...lines));
    return [sent['end_date'], ...codes];
  };
  assert.deepEqual(await end(), ['2027-03-27T22:00:00Z']);
  assert.deepEqual(await end('DURATION:PT24H'), ['2027-03-28T22:00:00Z']);
  // The night has 23 hours: a day on the clock is shorter than what passes.
  assert.deepEqual(await end('DURATION:P1D'), ['2027-03-28T21:00:00Z']);
  assert.deepEqual(await end('DTEND;VALUE=DATE:20270328'), ['2027-03-27T23:00:00Z']);
  assert.deepEqual(await end('DTEND:20270327T190000Z'), ['2027-03-27T22:00:00Z', 'end_before_start']);
});

const recurrenceOf = ({ sent }: ImportEvent) => sent['recurrence'];
const RULE = 'RRULE:FREQ=WEEKLY;COUNT=4';
const MONDAY = 'DTSTART;TZID=Europe/Berlin:20270301T190000';

test('a series keeps its wall clock, its rules and its dates', async () => {
  const { event: series, sent } = await readOne(
    event(
      MONDAY,
      'DTEND;TZID=Europe/Berlin:20270301T210000',
      RULE,
      'RDATE;TZID=Europe/Berlin:20270303T190000',
      'EXDATE;TZID=Europe/Berlin:20270308T190000',
    ),
  );
  assert.equal(sent['start_date'], '2027-03-01 19:00:00');
  assert.equal(sent['timezone'], 'Europe/Berlin');
  assert.deepEqual(recurrenceOf(series), {
    rrule: ['FREQ=WEEKLY;COUNT=4'],
    rdate: ['2027-03-03 19:00:00'],
    exdate: ['2027-03-08 19:00:00'],
  });
  const utc = await readOne(event('DTSTART:20270301T190000Z', RULE));
  assert.deepEqual([utc.sent['timezone'], utc.sent['start_date']], ['UTC', '2027-03-01 19:00:00']);
});

test('what a series leaves out is matched by date or instant', async () => {
  const leftOf = async (lines: readonly string[]) => {
    const { event: series, codes } = await readOne(lines);
    return [Object(recurrenceOf(series)).exdate[0], ...codes];
  };
  const left = (line: string) => leftOf(event(MONDAY, RULE, line));
  assert.deepEqual(await left('EXDATE:20270308T180000Z'), ['2027-03-08 19:00:00']);
  assert.deepEqual(await left('EXDATE;VALUE=DATE:20270308'), ['2027-03-08', 'exdate_matched']);
  assert.deepEqual(await left('EXDATE;TZID=America/New_York:20270308T130000'), [
    '2027-03-08 19:00:00',
    'exdate_matched',
  ]);
  // Exchange writes zoned midnights in all-day series.
  const allDay = event('DTSTART;VALUE=DATE:20270301', RULE, 'EXDATE;TZID=Europe/Berlin:20270308T000000');
  assert.deepEqual(await leftOf(allDay), ['2027-03-08 00:00:00', 'exdate_matched']);
});

test('rules that ours do not take are mended, or imported as their dates', async () => {
  const made = async (rule: string, start = MONDAY) => {
    const { event: series, codes } = await readOne(event(start, rule));
    return { recurrence: Object(recurrenceOf(series)), codes, repairs: series.repairs ?? [] };
  };
  const both = await made('RRULE:FREQ=WEEKLY;COUNT=4;UNTIL=20270315T180000Z');
  assert.deepEqual(both.recurrence.rrule, ['FREQ=WEEKLY;UNTIL=20270315T180000Z']);
  assert.deepEqual(both.codes, ['count_and_until']);
  const days = await made('RRULE:FREQ=DAILY;UNTIL=20270303T235900Z', 'DTSTART;VALUE=DATE:20270301');
  assert.deepEqual(days.recurrence.rrule, ['FREQ=DAILY;UNTIL=20270303']);
  // In the file's zone that instant is the midnight of a day.
  const midnight = await made('RRULE:FREQ=DAILY;UNTIL=20270302T230000Z', 'DTSTART;VALUE=DATE:20270301');
  assert.deepEqual(midnight.recurrence.rrule, ['FREQ=DAILY;UNTIL=20270303']);
  const hours = await made('RRULE:FREQ=DAILY;BYHOUR=9;COUNT=3', 'DTSTART;VALUE=DATE:20270301');
  assert.deepEqual([hours.recurrence.rrule, hours.codes], [['FREQ=DAILY;COUNT=3'], ['rule_mended']]);
  const many = await made('RRULE:FREQ=HOURLY');
  assert.deepEqual(many.recurrence.rrule, []);
  assert.ok(many.recurrence.rdate.length >= 998);
  assert.equal(many.codes[0], 'rule_expanded');
  assert.ok(Number(many.repairs[0]?.to) > 1000);
  const none = await made('RRULE:FREQ=FORTNIGHTLY');
  assert.deepEqual([none.codes, none.recurrence], [['rule_dropped'], {}]);
});

test('EXRULE becomes EXDATE', async () => {
  const { event: series, codes } = await readOne(
    event(MONDAY, 'RRULE:FREQ=DAILY;COUNT=5', 'EXRULE:FREQ=DAILY;INTERVAL=2;COUNT=10'),
  );
  assert.deepEqual(Object(recurrenceOf(series)).exdate, [
    '2027-03-01 19:00:00',
    '2027-03-03 19:00:00',
    '2027-03-05 19:00:00',
  ]);
  assert.deepEqual(codes, ['exrule_expanded']);
});

test('an override changes its date, wherever it stands in the file', async () => {
  const override = event(
    'RECURRENCE-ID;TZID=Europe/Berlin:20270308T190000',
    'DTSTART;TZID=Europe/Berlin:20270309T200000',
    'DTEND;TZID=Europe/Berlin:20270309T220000',
    'SUMMARY:Late concert',
  );
  const master = event(MONDAY, 'DTEND;TZID=Europe/Berlin:20270301T210000', RULE);
  for (const lines of [
    [...override, ...master],
    [...master, ...override],
  ]) {
    const { event: series } = await readOne(lines);
    const [only] = series.series?.overrides ?? [];
    assert.equal(only?.recurrenceId, '2027-03-08 19:00:00');
    assert.equal(only.event.sent['title'], 'Late concert');
    assert.equal(only.event.sent['start_date'], '2027-03-09 20:00:00');
    assert.ok(only.fields.includes('title') && only.fields.includes('start_date'));
    assert.ok(!only.fields.includes('description'));
  }
  const canceled = event(
    'RECURRENCE-ID:20270308T180000Z',
    'DTSTART;TZID=Europe/Berlin:20270308T190000',
    'DTEND;TZID=Europe/Berlin:20270308T210000',
    'STATUS:CANCELLED',
  );
  const { event: series } = await readOne([...master, ...canceled]);
  assert.deepEqual(series.series?.overrides[0]?.fields, ['event_status']);
  assert.equal(series.series?.overrides[0]?.event.sent['event_status'], 'canceled');
});

test('an override without its series is an event of its own', async () => {
  const {
    event: lone,
    codes,
    sent,
  } = await readOne(event('RECURRENCE-ID:20270308T190000Z', 'DTSTART:20270309T190000Z'));
  assert.deepEqual(codes, ['override_without_series']);
  assert.equal(sent['uid'], undefined);
  assert.notEqual(lone.key.id, 'a');
});

test('an override for all that follows splits the series', async () => {
  const { events } = await read([
    ...event(MONDAY, 'DTEND;TZID=Europe/Berlin:20270301T210000', 'RRULE:FREQ=WEEKLY;COUNT=6'),
    ...event(
      'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20270315T190000',
      'DTSTART;TZID=Europe/Berlin:20270315T200000',
      'DTEND;TZID=Europe/Berlin:20270315T230000',
      'SUMMARY:Later',
    ),
  ]);
  const [before, after] = events;
  assert.ok(before && after && events.length === 2);
  assert.deepEqual(Object(recurrenceOf(before)).rrule, ['FREQ=WEEKLY;COUNT=2']);
  assert.deepEqual(Object(recurrenceOf(after)).rrule, ['FREQ=WEEKLY;COUNT=4']);
  assert.equal(after.sent['start_date'], '2027-03-15 20:00:00');
  assert.equal(after.sent['title'], 'Later');
  assert.deepEqual(after.series?.continues, before.key);
});

test('of versions of one UID the highest SEQUENCE wins, then the latest change', async () => {
  const version = (summary: string, ...lines: string[]) => event(`SUMMARY:${summary}`, ...lines);
  const wins = async (...versions: string[][]) => {
    const all = await read(versions.flat());
    return [all.events.map(({ sent }) => sent['title']), reasons(all)];
  };
  const older = ['import.skipped.older_version'];
  assert.deepEqual(await wins(version('Old', 'SEQUENCE:1'), version('New', 'SEQUENCE:2')), [['New'], older]);
  assert.deepEqual(
    await wins(
      version('New', 'LAST-MODIFIED:20260202T000000Z'),
      version('Old', 'LAST-MODIFIED:20260101T000000Z'),
    ),
    [['New'], older],
  );
  assert.deepEqual(await wins(version('One'), version('Two')), [['One'], older]);
  const shared = await read([...version('One'), ...version('Two', 'DTSTART:20270401T190000Z')]);
  assert.deepEqual(shared.events.map(codesOf), [[], ['uid_shared']]);
  assert.notEqual(shared.events[0]?.key.id, shared.events[1]?.key.id);
});

test('texts, places, people, categories and pictures are read', async () => {
  const {
    event: one,
    sent,
    venues,
    organizers,
  } = await readOne(
    event(
      'SUMMARY:Fish & Chips <b>',
      'DESCRIPTION:First\\, see https://example.org/a?b=1&c=2.\\n\\nSecond',
      'LOCATION:Town Hall\\, Market 1\\, Springfield',
      'GEO:52.5;13.4',
      'CATEGORIES:Music,Jazz \\, Blues',
      'ORGANIZER;CN="Club, The":mailto:club@example.org',
      'URL:https://example.org/concert',
      'ATTACH;FMTTYPE=image/jpeg:https://example.org/a.jpg',
      'CONFERENCE;VALUE=URI:https://example.org/live',
      'STATUS:TENTATIVE',
    ),
  );
  assert.equal(sent['title'], 'Fish & Chips &lt;b&gt;');
  assert.equal(
    sent['description'],
    'First, see <a href="https://example.org/a?b=1&amp;c=2">https://example.org/a?b=1&amp;c=2</a>.\n\nSecond',
  );
  assert.deepEqual(venues[0]?.sent, {
    venue: 'Town Hall',
    address: 'Market 1, Springfield',
    geo_lat: 52.5,
    geo_lng: 13.4,
  });
  assert.deepEqual(organizers[0]?.sent, { organizer: 'Club, The', email: 'club@example.org' });
  assert.deepEqual(one.termNames, ['Music', 'Jazz , Blues']);
  assert.equal(one.origin.website, 'https://example.org/concert');
  assert.deepEqual(one.picture?.places, [{ address: 'https://example.org/a.jpg' }]);
  assert.deepEqual([sent['virtual_url'], sent['is_virtual']], ['https://example.org/live', false]);
  assert.equal(sent['event_status'], 'scheduled');
  assert.equal(sent['uid'], 'a');
});

test('a location may be an address of the web, or none', async () => {
  const online = await readOne(event('LOCATION:https://example.org/meet'));
  assert.deepEqual(
    [online.venues.length, online.sent['virtual_url'], online.sent['is_virtual']],
    [0, 'https://example.org/meet', true],
  );
  for (const none of ['TBA', 'tbd', 'None', 'null', 'n/a', '-', ''])
    assert.equal((await readOne(event(`LOCATION:${none}`))).venues.length, 0, none);
});

test('descriptions in HTML are HTML', async () => {
  const rich = await readOne(
    event('DESCRIPTION:Plain', 'X-ALT-DESC;FMTTYPE=text/html:<html><body><p>Rich</p></body></html>'),
  );
  assert.equal(rich.sent['description'], '<p>Rich</p>');
  const within = await readOne(event('DESCRIPTION:<html-blob>One<br>two</html-blob>'));
  assert.equal(within.sent['description'], 'One<br>two');
  const plain = await readOne(event('DESCRIPTION:1 < 2 and 3 > 2'));
  assert.equal(plain.sent['description'], '1 &lt; 2 and 3 &gt; 2');
});

test('private events, other components and cut ones are skipped with a reason', async () => {
  const lines = [
    ...event('UID:p', 'CLASS:PRIVATE'),
    'BEGIN:VTODO',
    'UID:t',
    'END:VTODO',
    ...event('UID:k'),
    ...event('UID:cut').slice(0, -1),
  ];
  const all = await read(lines);
  assert.deepEqual(
    all.events.map(({ key }) => key.id),
    ['k'],
  );
  assert.deepEqual(reasons(all), [
    'import.skipped.not_public',
    'import.skipped.not_an_event',
    'import.skipped.truncated',
  ]);
  assert.deepEqual(
    all.remarks.map(({ position }) => position),
    [
      { index: 0, line: 4 },
      { index: 1, line: 10 },
      { index: 3, line: 18 },
    ],
  );
  const included = await read(event('CLASS:CONFIDENTIAL'), { include_private: true });
  assert.equal(included.events[0]?.sent['status'], 'private');
});

test('an untitled event is named by its category', async () => {
  const named = await readOne(event('SUMMARY:', 'CATEGORIES:Music'));
  assert.deepEqual([named.sent['title'], named.codes], ['Music', ['title_missing']]);
  assert.equal((await readOne(event('SUMMARY:'))).sent['title'], 'Untitled event');
});

test('any encoding, line end and fold is read', async () => {
  const text = wrap(event('SUMMARY:Grüße aus Köln'));
  const title = async (bytes: Buffer, options?: SourceOptions) => {
    const { events, repairs } = await readBytes(bytes, options);
    return [events[0]?.sent['title'], ...repairs];
  };
  const wanted = ['Grüße aus Köln'];
  assert.deepEqual(await title(Buffer.from(text)), wanted);
  assert.deepEqual(await title(Buffer.from(`\ufeff${text}`)), wanted);
  assert.deepEqual(await title(Buffer.from(`\ufeff${text}`, 'utf16le')), wanted);
  assert.deepEqual(await title(Buffer.from(text, 'utf16le').swap16()), wanted);
  assert.deepEqual(await title(Buffer.from(text, 'latin1')), [...wanted, 'encoding_guessed']);
  assert.deepEqual(await title(Buffer.from(text.replaceAll('\r\n', '\n'))), wanted);
  assert.deepEqual(await title(Buffer.from(text.replaceAll('\r\n', '\r'))), wanted);
  assert.deepEqual(await title(Buffer.from(text.replaceAll('\r\n', '\r\r\n'))), wanted);
  // A fold within the two bytes of a letter.
  const bytes = Buffer.from(text);
  const at = bytes.indexOf(Buffer.from('ü')) + 1;
  assert.deepEqual(
    await title(Buffer.concat([bytes.subarray(0, at), Buffer.from('\r\n '), bytes.subarray(at)])),
    wanted,
  );
  const long = await readOne(event(`DESCRIPTION:${'x'.repeat(1_000_000)}`));
  assert.equal(String(long.sent['description']).length, 1_000_000);
});

test('several calendars of a file have their own zones', async () => {
  const two = [wrap(event('UID:a'), ['X-WR-TIMEZONE:Asia/Tokyo']), wrap(event('UID:b'))].join('');
  const { events } = await readBytes(Buffer.from(two));
  assert.deepEqual(
    events.map(({ sent }) => sent['timezone']),
    ['Asia/Tokyo', 'Europe/Berlin'],
  );
});

test('what is no calendar is refused, and says what it is', async () => {
  for (const [text, form] of [
    ['<!doctype html><html></html>', 'html'],
    ['{"error": "no"}', 'json'],
    ['Nothing', 'text'],
  ] as const)
    await assert.rejects(readBytes(Buffer.from(text)), (error) => {
      assert.ok(error instanceof ImportError);
      assert.equal(error.userMessage.values?.['form'], form);
      return true;
    });
});

test('an item that has changed nothing but its date of change has the same digest', async () => {
  const one = await readOne(event('LAST-MODIFIED:20260101T000000Z', 'DTSTAMP:20260101T000000Z'));
  const other = await readOne(event('LAST-MODIFIED:20260202T000000Z', 'DTSTAMP:20260202T000000Z'));
  const changed = await readOne(event('SUMMARY:Another'));
  assert.equal(one.event.digest, other.event.digest);
  assert.notEqual(one.event.digest, changed.event.digest);
  assert.equal(other.event.origin.modified_utc, '2026-02-02 00:00:00');
});
