import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import type { Random } from '#transfer/seed/random.ts';
import type { Answer, Client } from './client.ts';
import { isObject, type JsonObject } from './json.ts';
import type { Service } from './service.ts';
import { workFor } from './submissions.ts';

/** Kinds of items that random writes make and change. */
export const writtenKinds = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;
/** A kind of items that random writes make and change. */
export type WrittenKind = (typeof writtenKinds)[number];

/** A write that was asked for, and what came of it. */
export interface AskedWrite {
  readonly what: string;
  readonly answer: Answer;
}

/** What random writes are drawn from. */
export interface Drawing {
  readonly random: Random;
  readonly service: Service;
  /** Media that were uploaded. */
  readonly pictures: readonly number[];
  /** Another text each time. */
  word(): string;
  /** One of the items of a kind, 0 where there is none. */
  some(kind: WrittenKind): number;
  day(): string;
}

/** A kind of write. */
export type Write = (drawing: Drawing, by: Client) => Promise<AskedWrite>;

const ours = ({ service }: Drawing, path: string) => `${service.url}/kalends/v1${path}`;
const ARCHIVE = [
  'start_date=2026-01-01',
  'end_date=2028-01-01',
  'per_page=50',
  'status=publish,draft,private',
];

async function put(by: Client, path: string, fields: object): Promise<AskedWrite> {
  return { what: `PUT ${path} ${JSON.stringify(fields)}`, answer: await by.put(path, fields) };
}
async function post(by: Client, path: string, fields: object = {}): Promise<AskedWrite> {
  const what = `POST ${path.replace(/^http:\/\/[^/]+/, '')} ${JSON.stringify(fields)}`;
  return { what, answer: await by.post(path, fields) };
}
/** One of the items that a list answers, an empty one where there is none. */
async function drawn({ random }: Drawing, by: Client, path: string, name: string): Promise<JsonObject> {
  const found = (await by.get(path)).expect(200).rows(name);
  return found[random.integer(Math.max(1, found.length))] ?? {};
}
const textOf = (item: JsonObject, name: string, otherwise = '0') => String(item[name] ?? otherwise);
const dateOf = (drawing: Drawing, by: Client) =>
  drawn(drawing, by, `/events?${[...ARCHIVE, 'recurring=true'].join('&')}`, 'events');

/** Fields of an event that its other random changes leave alone. */
const changeStanding: Write = async (drawing, by) => {
  const { random } = drawing;
  const id = drawing.some('events');
  const fields = random.pick<object>([
    { author: random.pick([1, 2, 3]) },
    { date: `2026-10-${10 + random.integer(20)} 12:00:00` },
    { status: random.pick(['private', 'pending', 'future', 'draft', 'publish']) },
    { hide_from_listings: random.chance(0.5), sticky: random.chance(0.5), show_map: random.chance(0.5) },
    { slug: drawing.word() },
    { post_parent: random.chance(0.7) ? drawing.some('events') : 0 },
    { website: `https://${random.integer(9)}.example/`, excerpt: drawing.word() },
    { uid: `${drawing.word()}@example.org` },
    { is_virtual: random.chance(0.5), virtual_url: random.chance(0.5) ? 'https://meet.example/1' : '' },
    {
      event_status: random.pick(['rescheduled', 'postponed', 'moved-online', 'scheduled']),
      event_status_reason: drawing.word(),
    },
    {
      accessibility: random.chance(0.5) ? ['quiet', 'captions'] : [],
      accessibility_note: drawing.word(),
      spoken_languages: random.chance(0.5) ? ['de', 'tr'] : null,
      door_time: random.chance(0.5) ? '18:30' : null,
    },
    {
      tickets: random.chance(0.6)
        ? [{ name: drawing.word(), price: random.integer(50), currency: 'EUR' }, { name: 'Standing' }]
        : [],
    },
    { password: random.chance(0.5) ? drawing.word() : null },
    { timezone: random.pick(['Europe/Berlin', 'America/New_York', 'Pacific/Apia']) },
    { all_day: random.chance(0.5) },
    {
      image: random.chance(0.7) ? (drawing.pictures[random.integer(drawing.pictures.length)] ?? null) : null,
    },
  ]);
  return put(by, `/events/${id}`, fields);
};

/** Fields of venues, organizers and terms that their other random changes leave alone. */
const changeOthers: Write = async (drawing, by) => {
  const { random } = drawing;
  const kind = random.pick(['venues', 'organizers', 'categories', 'categories', 'tags'] as const);
  const own: Readonly<Record<typeof kind, readonly [object, ...object[]]>> = {
    venues: [
      { geo_lat: 50 + random.next(), geo_lng: 7 + random.next(), district: drawing.word() },
      { address: null, zip: '53111', country: 'Germany', show_map: random.chance(0.5) },
      { status: random.pick(['private', 'draft', 'publish']), author: random.pick([1, 2, 3]) },
    ],
    organizers: [
      { website: 'https://organizer.example/', phone: null },
      { image: drawing.pictures[0] ?? null },
    ],
    categories: [
      { color: random.pick(['red', 'teal', null]), mark: random.pick(['star', 'ring', null]) },
      { parent: random.chance(0.7) ? drawing.some('categories') : 0 },
    ],
    tags: [{ description: null }, { name: drawing.word() }],
  };
  const fields = random.chance(0.3) ? { slug: drawing.word() } : random.pick(own[kind]);
  return put(by, `/${kind}/${drawing.some(kind)}`, fields);
};

/** Changes of rules: ended, others, with single dates and without some, moved, for all dates or those that follow. */
const changeRule: Write = async (drawing, by) => {
  const { random } = drawing;
  const date = await dateOf(drawing, by);
  const start = textOf(date, 'start_date', '2026-12-01 10:00:00');
  const day = start.slice(0, 10);
  const rule = random.pick(['FREQ=WEEKLY;COUNT=4', 'FREQ=DAILY;COUNT=3', 'FREQ=WEEKLY;BYDAY=TU,FR;COUNT=5']);
  const fields = random.pick<object>([
    { recurrence: null },
    { recurrence: { rrule: [rule] } },
    { recurrence: { rrule: [rule], exdate: [day] } },
    { recurrence: { rrule: [rule], rdate: [`${drawing.day()} 23:00:00`] } },
    { start_date: `${day} 06:30:00`, end_date: `${day} 07:00:00` },
    { start_date: `${drawing.day()} 06:30:00` },
    { timezone: 'Asia/Tokyo' },
    { all_day: random.chance(0.5) },
  ]);
  const scope = random.pick(['all', 'all', 'following']);
  return put(by, `/events/${textOf(date, 'id')}?scope=${scope}`, fields);
};

/** Events that begin to repeat, also such as have ended that, and series that get another rule by their own ID. */
const repeat: Write = async (drawing, by) => {
  const rule = drawing.random.pick(['FREQ=WEEKLY;COUNT=3', 'FREQ=DAILY;COUNT=4']);
  return put(by, `/events/${drawing.some('events')}`, { recurrence: { rrule: [rule] } });
};

const nameOf = { events: 'title', categories: 'name', tags: 'name' } as const;

/** Names and slugs that an item gives up, and another gets: a renamed or a deleted term, an event. */
const reuse: Write = async (drawing, by) => {
  const kind = drawing.random.pick(['events', 'categories', 'tags'] as const);
  const path = `/${kind}/${drawing.some(kind)}`;
  const { status, body } = await by.get(path);
  if (status !== 200 || !isObject(body)) return put(by, path, {});
  const name = nameOf[kind];
  const taken = { [name]: textOf(body, name), slug: textOf(body, 'slug') };
  const isGone = kind !== 'events' && drawing.random.chance(0.3);
  const freed = isGone
    ? { what: `DELETE ${path}`, answer: await by.delete(path) }
    : await put(by, path, { [name]: drawing.word(), slug: drawing.word() });
  if (freed.answer.status >= 300) return freed;
  const day = drawing.day();
  const dates = kind === 'events' ? { start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00` } : {};
  const { what, answer } = await post(by, `/${kind}`, { ...taken, ...dates });
  return { what: `${freed.what}, ${what}`, answer: answer.status < 500 ? freed.answer : answer };
};

/** Dates of series trashed and brought back, hidden, cancelled, translated; and those that follow, or all, trashed. */
const changeOneDate: Write = async (drawing, by) => {
  const { random } = drawing;
  const isBack = random.chance(0.25);
  const date = isBack
    ? await drawn(
        drawing,
        by,
        `/events?status=trash&start_date=2026-01-01&end_date=2028-01-01&per_page=50`,
        'events',
      )
    : await dateOf(drawing, by);
  const path = `/events/${textOf(date, 'id')}`;
  if (isBack) return put(by, path, { status: random.pick(['publish', 'draft']) });
  if (random.chance(0.3)) {
    const scoped = `${path}?scope=${random.pick(['this', 'this', 'following', 'all'])}`;
    return { what: `DELETE ${scoped}`, answer: await by.delete(scoped) };
  }
  if (random.chance(0.3)) return put(by, `${path}?translation_language=de`, { title: drawing.word() });
  return put(
    by,
    path,
    random.pick<object>([
      { hide_from_listings: true },
      { event_status: 'canceled', event_status_reason: drawing.word() },
      { cost: '7', categories: [drawing.some('categories')] },
      { password: drawing.word() },
      { recurrence_reset: ['title', 'start_date'] },
      { image: drawing.pictures[0] ?? null },
    ]),
  );
};

/** Words of pictures, the point that stays in sight, other files, and parts that are cut out. */
const changePicture: Write = async (drawing, by) => {
  const { random, pictures } = drawing;
  const path = ours(drawing, `/media/${pictures[random.integer(pictures.length)] ?? 0}`);
  if (random.chance(0.25))
    return post(by, `${path}/file`, { crop: { x: 0, y: random.pick([0, 0.25]), width: 0.5, height: 0.5 } });
  if (random.chance(0.25)) {
    const background = { r: random.integer(256), g: random.integer(256), b: 0 };
    const bytes = await sharp({ create: { width: 40, height: 20, channels: 3, background } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set('file', new File([new Uint8Array(bytes)], 'other.png', { type: 'image/png' }));
    return { what: `POST ${path}/file`, answer: await by.post(`${path}/file`, form) };
  }
  const language = random.pick(['', '?translation_language=de', '?translation_language=es']);
  return put(
    by,
    path + language,
    random.pick<object>([
      { alt_text: drawing.word(), credit: drawing.word() },
      { alt_text: '' },
      { focal_point: random.chance(0.7) ? { x: random.next(), y: 0.5 } : null },
    ]),
  );
};

/** One of the latest entries, undoings among them. */
async function drawnEntry(drawing: Drawing, by: Client): Promise<{ path: string; entry: JsonObject }> {
  const entry = await drawn(drawing, by, ours(drawing, '/history?per_page=12'), 'history');
  return { path: ours(drawing, `/history/${textOf(entry, 'id')}/undo`), entry };
}

/** Entries that are taken back whole, undoings among them. */
const undo: Write = async (drawing, by) => post(by, (await drawnEntry(drawing, by)).path);

/** Entries of which one field is taken back. */
const undoField: Write = async (drawing, by) => {
  const { path, entry } = await drawnEntry(drawing, by);
  const fields = Object.keys(Object(entry['changes']));
  return post(by, path, { fields: [fields[drawing.random.integer(fields.length)] ?? 'title'] });
};

/** Events of another site with their venues, which another import of it changes. */
function sourceOf({ random, word, day }: Drawing): string {
  const events = Array.from({ length: 1 + random.integer(3) }, (_, place) => {
    const start = day();
    return {
      id: place + 1,
      url: `https://other.example/event/e${place + 1}/`,
      rest_url: `https://other.example/wp-json/tribe/events/v1/events/${place + 1}`,
      title: word(),
      slug: `imported-${place + 1}`,
      status: 'publish',
      start_date: `${start} 10:00:00`,
      end_date: `${start} 11:00:00`,
      timezone: 'Europe/Berlin',
      venue: { id: 1, venue: word(), slug: 'imported-hall', status: 'publish' },
      organizer: [{ id: 1, organizer: word(), slug: 'imported-club', status: 'publish' }],
      tags: [{ id: 1, name: 'Imported', slug: 'imported' }],
    };
  });
  return JSON.stringify({
    events,
    rest_url: 'https://other.example/wp-json/tribe/events/v1/events/',
    total: events.length,
  });
}

async function ended(by: Client, address: string): Promise<Answer> {
  for (;;) {
    const answer = await by.get(address);
    if (answer.status !== 200 || !['queued', 'running', 'undoing'].includes(String(answer.at('state'))))
      return answer;
    await pause(10);
  }
}

/** Imports, and their undoing. */
const importEvents: Write = async (drawing, by) => {
  const imports = ours(drawing, '/imports');
  if (drawing.random.chance(0.25)) {
    const { id } = await drawn(drawing, by, imports, 'imports');
    const address = `${imports}/${String(id ?? 0)}`;
    const asked = await post(by, `${address}/undo`);
    return asked.answer.status < 300 ? { ...asked, answer: await ended(by, address) } : asked;
  }
  const source = sourceOf(drawing);
  const form = new FormData();
  form.set('kind', 'tec');
  form.set('file', new File([source], 'events.json'));
  const begun = await by.post(imports, form);
  const what = `POST imports ${source}`;
  if (begun.status !== 202) return { what, answer: begun };
  return { what, answer: await ended(by, `${imports}/${begun.id()}`) };
};

/** Decisions about proposals, and what takes them back. */
const decide: Write = async (drawing, by) => {
  const path = ours(drawing, '/submissions');
  if ((await by.get(path)).status !== 200) return post(by, `${path}/0/accept`);
  const { id } = await drawn(drawing, by, `${path}?per_page=50`, 'submissions');
  return post(
    by,
    `${path}/${String(id ?? 0)}/${drawing.random.pick(['accept', 'accept', 'reject', 'reopen'])}`,
  );
};

/** Kinds of writes beside the making, changing, translating, trashing and merging of items. */
export const furtherWrites = {
  changeStanding,
  changeOthers,
  changeRule,
  repeat,
  reuse,
  changeOneDate,
  changePicture,
  importEvents,
  decide,
  undo,
  undoField,
} as const satisfies Readonly<Record<string, Write>>;
/** A kind of writes beside the making, changing, translating, trashing and merging of items. */
export type FurtherWrite = keyof typeof furtherWrites;

/** How often a kind is drawn, where that isn't once. */
const oftener: Partial<Record<FurtherWrite, number>> = { changeStanding: 2, changeRule: 2 };

/** Returns writes of some kinds, those that are drawn oftener several times. */
export const furtherWritesOf = (kinds: readonly FurtherWrite[]): Write[] =>
  kinds.flatMap((kind) => Array.from({ length: oftener[kind] ?? 1 }, () => furtherWrites[kind]));

/** Proposes events, as visitors do. */
export async function propose(drawing: Drawing, count: number): Promise<void> {
  const { service } = drawing;
  (await service.as('admin').post(ours(drawing, '/settings'), { submissions: true })).expect(200);
  for (let place = 0; place < count; place++) {
    const fields = {
      title: drawing.word(),
      start_date: `${drawing.day()} 10:00`,
      end_date: '2027-01-01 12:00',
      contact_name: 'Ada',
      contact_email: 'ada@example.org',
      venue_name: drawing.word(),
      organizer: drawing.word(),
      ...(await workFor(service.anonymous, service.url)),
    };
    (await service.anonymous.post(ours(drawing, '/submissions'), fields)).expect(201);
  }
}
