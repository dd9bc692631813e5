// Calendars in: files of iCalendar are recognized, imported, told item by item, exported as they came, and imported again.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Client } from '../support/client.ts';
import { filesOf } from '../support/corpora.ts';
import type { JsonObject } from '../support/json.ts';
import { people, startProcess } from '../support/service.ts';

const IMPORTS = '/kalends/v1/imports';
const service = await startProcess();
after(() => service.stop());
await people(service);
const editor = service.as('editor');
const at = (address: string) => `${service.url}${address}`;

function form(text: string | Buffer, fields: Record<string, string> = {}): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set('file', new File([new Uint8Array(Buffer.from(text))], 'calendar.ics'));
  return body;
}

async function ended(client: Client, id: unknown): Promise<Answer> {
  for (const endMs = performance.now() + 60_000; ; await pause(20)) {
    const answer = (await client.get(at(`${IMPORTS}/${id}`))).expect(200);
    if (!['queued', 'running', 'undoing'].includes(String(answer.at('state')))) return answer;
    assert.ok(performance.now() < endMs, `it is ${answer.text}`);
  }
}

async function imported(text: string | Buffer, fields?: Record<string, string>): Promise<Answer> {
  const begun = (await editor.post(at(IMPORTS), form(text, fields))).expect(202);
  const run = await ended(editor, begun.at('id'));
  assert.equal(run.at('state'), 'done', run.text);
  return run;
}

async function reportOf(run: Answer, query = ''): Promise<JsonObject[]> {
  const rows: JsonObject[] = [];
  for (let page = 1; ; page++) {
    const answer = await editor.get(at(`${IMPORTS}/${run.at('id')}/report?per_page=50&page=${page}${query}`));
    rows.push(...answer.expect(200).rows('report'));
    if (page >= Number(answer.at('total_pages'))) return rows;
  }
}

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//x//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (uid: string, ...lines: string[]) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  ...(lines.some((line) => line.startsWith('SUMMARY')) ? [] : [`SUMMARY:Event ${uid}`]),
  ...lines,
  'END:VEVENT',
];

async function byUid(uid: string): Promise<JsonObject | undefined> {
  const answer = await editor.get(
    `/events?start_date=2020-01-01&end_date=2030-01-01&per_page=50&condense=true`,
  );
  return answer
    .expect(200)
    .rows('events')
    .find((row) => row['uid'] === uid);
}

const START = 'DTSTART;TZID=Europe/Berlin:20270301T190000';
const END = 'DTEND;TZID=Europe/Berlin:20270301T210000';

test('a calendar is recognized by its content, imported with all that it says, and unchanged when it comes again', async () => {
  const text = calendar(
    ...event(
      'one',
      START,
      END,
      'LOCATION:Town Hall\\, Market 1',
      'CATEGORIES:Jazz',
      'ORGANIZER;CN=Club:mailto:club@example.org',
    ),
    ...event('series', START, END, 'RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE;TZID=Europe/Berlin:20270308T190000'),
    ...event(
      'series',
      'RECURRENCE-ID;TZID=Europe/Berlin:20270315T190000',
      'DTSTART;TZID=Europe/Berlin:20270316T200000',
      'DTEND;TZID=Europe/Berlin:20270316T220000',
      'SUMMARY:Moved',
    ),
    ...event('early', START, 'DTEND:20270301T100000Z'),
    ...event('secret', START, 'CLASS:PRIVATE'),
    'BEGIN:VTODO',
    'UID:todo',
    'END:VTODO',
    ...event('bad', 'DTSTART:someday'),
  );
  const run = await imported(text);
  assert.equal(run.at('kind'), 'ics');
  const report = await reportOf(run, '&kind=event');
  assert.deepEqual(
    report.map(({ index, line, outcome, code, name }) => ({ index, line, outcome, code, name })),
    [
      { index: 0, line: 4, outcome: 'created', code: null, name: 'Event one' },
      { index: 1, line: 13, outcome: 'created', code: null, name: 'Event series' },
      { index: 3, line: 28, outcome: 'repaired', code: null, name: 'Event early' },
      { index: 4, line: 34, outcome: 'skipped', code: 'not_public', name: 'Event secret' },
      { index: 5, line: 40, outcome: 'skipped', code: 'not_an_event', name: 'Untitled event' },
      { index: 6, line: 43, outcome: 'failed', code: 'start_unreadable', name: 'Event bad' },
    ],
  );
  assert.deepEqual(
    Object(report[2])['repairs'].map((one: JsonObject) => [one['code'], one['field']]),
    [['end_before_start', 'end_date']],
  );
  const one = await byUid('one');
  assert.equal(one?.['start_date'], '2027-03-01 19:00:00');
  assert.equal(Object(one?.['venue'])['venue'], 'Town Hall');
  assert.equal(Object(one?.['venue'])['address'], 'Market 1');
  assert.equal(Object(one?.['organizer'])[0]['email'], 'club@example.org');
  assert.equal(Object(one?.['tags'])[0]['name'], 'Jazz');
  const dates = (
    await editor.get('/events?start_date=2027-03-01&end_date=2027-04-01&search=Event series')
  ).expect(200);
  assert.ok(Number(dates.at('total')) >= 2);

  const again = await imported(text);
  assert.deepEqual(
    [again.at('counts.created'), again.at('counts.updated'), again.at('counts.repaired')],
    [0, 0, 0],
    again.text,
  );
  assert.equal((await byUid('one'))?.['revision'], one?.['revision']);
});

test('an event here that has the UID is taken for it, and a category of a name before a tag', async () => {
  await editor.post('/categories', { name: 'Theatre', slug: 'stage' });
  const made = (
    await editor.post('/events', {
      title: 'Mine',
      start_date: '2027-05-01 10:00:00',
      end_date: '2027-05-01 11:00:00',
      uid: 'mine',
    })
  ).expect(201);
  await imported(
    calendar(...event('mine', 'DTSTART:20270501T080000Z', 'DTEND:20270501T100000Z', 'CATEGORIES:Theatre')),
  );
  const own = (await editor.get(`/events/${made.at('id')}`)).expect(200);
  assert.equal(own.at('title'), 'Event mine');
  assert.equal(own.at('categories.0.slug'), 'stage');
  assert.deepEqual(own.at('tags'), []);
});

test('a calendar that cancels cancels what is here, and nothing else', async () => {
  await imported(calendar(...event('off', START, END)));
  const cancel = calendar(
    'METHOD:CANCEL',
    ...event('off', START, END, 'STATUS:CANCELLED'),
    ...event('never', START, END),
  );
  const report = await reportOf(await imported(cancel), '&kind=event');
  assert.deepEqual(
    report.map(({ outcome, code }) => [outcome, code]),
    [
      ['updated', null],
      ['skipped', 'not_here'],
    ],
  );
  assert.equal((await byUid('off'))?.['event_status'], 'canceled');
  assert.equal(await byUid('never'), undefined);
});

test('a source that numbers all of its events anew finds them by title, start and place', async () => {
  const lines = (uid: string) =>
    event(uid, 'SUMMARY:Renumbered', START, END, 'LOCATION:Town Hall\\, Market 1');
  await imported(calendar(...lines('first-number')));
  const before = await byUid('first-number');
  const report = await reportOf(await imported(calendar(...lines('second-number'))), '&kind=event');
  assert.deepEqual(
    report.map(({ outcome, repairs }) => [outcome, Object(repairs)[0]?.code]),
    [['updated', 'uid_changed']],
  );
  assert.equal((await byUid('second-number'))?.['id'], before?.['id']);
  assert.equal(await byUid('first-number'), undefined);
});

test('what is no calendar is refused: at once without a kind, else as a failed import', async () => {
  const refused = await editor.post(at(IMPORTS), form('nothing that anybody knows'));
  assert.equal(refused.expect(400).at('code'), 'rest_import_unknown_format');
  const begun = (await editor.post(at(IMPORTS), form('<!doctype html><p>', { kind: 'ics' }))).expect(202);
  const run = await ended(editor, begun.at('id'));
  assert.equal(run.at('state'), 'failed');
  assert.match(String(run.at('error')), /HTML/);
  const empty = await imported(calendar());
  assert.equal(empty.at('state'), 'done', 'a calendar without an event is no failure');
});

test('a trial tells what would come, and changes nothing', async () => {
  const run = await imported(calendar(...event('tried', START, END)), { dry_run: 'true' });
  assert.equal(run.at('counts.created'), 1);
  assert.equal(await byUid('tried'), undefined);
});

test('the command imports a file, tries it out first, and takes times in a zone', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-ics-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'c.ics');
  writeFileSync(file, calendar(...event('by-command', 'DTSTART:20270601T100000', 'DTEND:20270601T110000')));
  const command = ['import', 'ics', file, '--timezone', 'Asia/Tokyo', '--json'];
  const counts = async (...options: string[]) => {
    const { code, stdout, stderr } = await service.cli([...command, ...options]);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout).counts.events;
  };
  assert.equal((await counts('--dry-run')).added, 1);
  assert.equal(await byUid('by-command'), undefined);
  assert.equal((await counts()).added, 1);
  assert.equal((await counts()).unchanged, 1);
  assert.equal((await byUid('by-command'))?.['utc_start_date'], '2027-06-01 01:00:00');
  const wrong = await service.cli(['import', 'ics', file, '--timezone', 'Nowhere']);
  assert.equal(wrong.code, 2);
});

/* The corpus: real calendars of many producers. */

const files = filesOf('ics', /\.ics$/);

const KEPT =
  /^(?:UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|SUMMARY|DESCRIPTION|LOCATION|STATUS)[:;]/;

/** Returns the events of a calendar, each as those of its lines that are to stay, in their order by UID. */
function eventsIn(text: string): string[] {
  const whole = text.replaceAll('\r\n ', '');
  return [...whole.matchAll(/BEGIN:VEVENT\r\n(.*?)END:VEVENT/gs)]
    .map(([, lines = '']) =>
      lines
        .split('\r\n')
        .filter((line) => KEPT.test(line))
        .join('\n'),
    )
    .sort();
}

/** Imports every calendar of the corpus, and what is exported then into another calendar. */
async function importCorpus(): Promise<void> {
  const [first, second] = await Promise.all([startProcess(), startProcess()]);
  try {
    await Promise.all([people(first), people(second)]);
    const take = async (into: typeof first, sources: readonly string[]) => {
      const done = await into.cli([
        'import',
        'ics',
        '--include-private',
        '--no-pictures',
        '--json',
        ...sources,
      ]);
      assert.equal(done.code, 0, done.stderr);
      return JSON.parse(done.stdout);
    };
    const calendars = files.filter((file) =>
      /BEGIN:V(?:CALENDAR|EVENT)/i.test(readFileSync(file, 'latin1').replaceAll('\0', '')),
    );
    assert.ok(calendars.length > files.length * 0.9);
    // Each one twice: the second time there is nothing to do.
    const { counts, left_out } = await take(
      first,
      calendars.flatMap((file) => [file, file]),
    );
    assert.ok(counts.events.unchanged >= counts.events.added, JSON.stringify(counts));
    for (const { reason } of left_out) assert.ok(reason);
    const whole = '/events.ics?start_date=1990-01-01&end_date=2028-12-01';
    const exported = (await first.as('admin').get(first.url + whole)).expect(200).text;
    const folder = mkdtempSync(path.join(tmpdir(), 'kalends-ics-'));
    const file = path.join(folder, 'whole.ics');
    writeFileSync(file, exported);
    await take(second, [file]);
    const back = (await second.as('admin').get(second.url + whole)).expect(200).text;
    const [came, went] = [new Set(eventsIn(back)), [...new Set(eventsIn(exported))]];
    if (process.env['KALENDS_TEST_KEEP']) writeFileSync(path.join(folder, 'back.ics'), back);
    else rmSync(folder, { recursive: true });
    assert.ok(went.length > 500, `${went.length}`);
    const lost = went.filter((one) => !came.has(one));
    assert.deepEqual(lost.slice(0, 5), [], `${lost.length} of ${went.length}, kept in ${folder}`);
  } finally {
    await Promise.all([first.stop(), second.stop()]);
  }
}

// The calendars are no part of the sources.
if (files.length > 0)
  test('every calendar of a corpus is imported, and comes out again as it went in', importCorpus);
