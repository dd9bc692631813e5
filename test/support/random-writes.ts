import { Random } from '#transfer/seed/random.ts';
import type { Answer, Client } from './client.ts';
import {
  type Drawing,
  type FurtherWrite,
  furtherWritesOf,
  type Write,
  type WrittenKind,
  writtenKinds,
} from './further-random-writes.ts';
import { at } from './json.ts';
import { photo } from './pictures.ts';
import type { Role, Service } from './service.ts';

/** A write that was done: by whom and what. */
export interface DoneWrite {
  readonly by: Writer;
  readonly what: string;
}
type Writer = Extract<Role, 'admin' | 'editor' | 'author'>;

const WORDS = [
  'Choir',
  'Market',
  'Reading',
  'Jazz',
  'Fair',
  'Tango',
  'Film',
  'Walk',
  'Salon',
  'Opera',
] as const;
const CITIES = ['Bonn', 'Köln', 'Trier', 'Ulm', 'Kiel', 'Jena'] as const;
const RULES = [
  'FREQ=DAILY;COUNT=4',
  'FREQ=WEEKLY;COUNT=5',
  'FREQ=WEEKLY;BYDAY=MO,TH;COUNT=6',
  'FREQ=MONTHLY;COUNT=3',
] as const;
const NAME = {
  events: 'title',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'name',
  tags: 'name',
} as const;

/** Random writes of all kinds by several people, the same for the same seed on the same calendar. */
export class RandomWrites {
  readonly #random: Random;
  readonly #service: Service;
  readonly #clients: Readonly<Record<Writer, Client>>;
  readonly #ids: Record<WrittenKind, number[]> = {
    events: [],
    venues: [],
    organizers: [],
    categories: [],
    tags: [],
  };
  readonly #pictures: number[] = [];
  readonly #further: readonly Write[];
  #made = 0;

  /** @param further the further kinds of writes that are among them */
  constructor(service: Service, seed: number, further: readonly FurtherWrite[] = []) {
    this.#further = furtherWritesOf(further);
    this.#random = new Random(seed);
    this.#service = service;
    this.#clients = {
      admin: service.as('admin'),
      editor: service.as('editor'),
      author: service.as('author'),
    };
  }

  /** Does writes until so many were taken; what is refused counts for nothing. */
  async take(count: number): Promise<DoneWrite[]> {
    const done: DoneWrite[] = [];
    for (let tries = 0; done.length < count; tries++) {
      if (tries > 24 + count * 8) throw new Error(`Only ${done.length} of ${tries} writes were taken.`);
      const by = this.#random.pick(['admin', 'editor', 'editor', 'author'] as const);
      const { what, answer } = await this.#write(this.#clients[by]);
      if (answer.status >= 500) throw new Error(`${what}: ${answer.status} ${answer.text}`);
      if (answer.status < 300) done.push({ by, what: `${what}: ${answer.status}` });
    }
    return done;
  }

  /** What further kinds of writes are drawn from. */
  get drawing(): Drawing {
    return {
      random: this.#random,
      service: this.#service,
      pictures: this.#pictures,
      word: () => this.#word(),
      some: (kind) => this.#some(kind),
      day: () => this.#day(),
    };
  }

  async #write(by: Client): Promise<{ what: string; answer: Answer }> {
    const kinds = [
      () => this.#create(by),
      () => this.#create(by),
      () => this.#change(by),
      () => this.#change(by),
      () => this.#change(by),
      () => this.#translate(by),
      () => this.#remove(by),
      () => this.#restore(by),
      () => this.#changeDate(by),
      () => this.#changeDate(by),
      () => this.#merge(by),
      () => this.#batch(by),
      () => this.#upload(by),
      ...this.#further.map((write) => () => write(this.drawing, by)),
    ] as const;
    const asked = await this.#random.pick(kinds)();
    return asked;
  }

  #word(): string {
    this.#made += 1;
    return `${this.#random.pick(WORDS)} ${this.#made}`;
  }

  #some(kind: WrittenKind): number {
    const ids = this.#ids[kind];
    return ids[this.#random.integer(ids.length)] ?? 0;
  }

  #links(kind: WrittenKind): number[] {
    return this.#random.chance(0.7) && this.#ids[kind].length > 0 ? [this.#some(kind)] : [];
  }

  #day(): string {
    return `2026-12-${String(1 + this.#random.integer(28)).padStart(2, '0')}`;
  }

  #fields(kind: WrittenKind, isNew: boolean): Record<string, unknown> {
    const random = this.#random;
    const all: Record<string, unknown> = { [NAME[kind]]: this.#word() };
    if (kind === 'venues')
      Object.assign(all, {
        city: random.pick(CITIES),
        address: `${random.integer(99)} Street`,
        ...(random.chance(0.3) ? { geo_lat: 50 + random.next(), geo_lng: 7 + random.next() } : {}),
      });
    else if (kind === 'organizers')
      Object.assign(all, { email: `${this.#made}@example.org`, phone: String(random.integer(999)) });
    else if (kind === 'categories')
      Object.assign(all, {
        description: this.#word(),
        ...(random.chance(0.3) ? { parent: this.#some('categories') } : {}),
      });
    else if (kind === 'tags') all['description'] = this.#word();
    else {
      const day = this.#day();
      const hour = String(8 + random.integer(10)).padStart(2, '0');
      const inline = random.chance(0.2);
      Object.assign(all, {
        start_date: `${day} ${hour}:00:00`,
        end_date: `${day} ${hour}:45:00`,
        description: `<p>${this.#word()}</p>`,
        venue: inline ? { venue: this.#word(), city: random.pick(CITIES) } : this.#links('venues'),
        organizer: inline ? [{ organizer: this.#word() }] : this.#links('organizers'),
        categories: inline ? [this.#word()] : this.#links('categories'),
        tags: this.#links('tags'),
        featured: random.chance(0.2),
        cost: random.chance(0.3) ? String(random.integer(40)) : '',
        status: random.chance(0.2) ? 'draft' : 'publish',
        ...(random.chance(0.1) ? { password: 'between-us' } : {}),
        ...(random.chance(0.2) ? { event_status: 'canceled', event_status_reason: this.#word() } : {}),
        ...(random.chance(0.15) ? { all_day: true } : {}),
        ...(random.chance(0.15) ? { timezone: random.pick(['Asia/Tokyo', 'America/New_York']) } : {}),
        ...(random.chance(0.3) ? { recurrence: { rrule: [random.pick(RULES)] } } : {}),
      });
    }
    if (isNew) return all;
    // Changes name some fields alone.
    const names = Object.keys(all).filter(() => random.chance(0.35));
    const own = names.includes('start_date')
      ? [...names, 'end_date']
      : names.filter((name) => name !== 'end_date');
    return Object.fromEntries((own.length > 0 ? own : [NAME[kind]]).map((name) => [name, all[name]]));
  }

  async #create(by: Client) {
    const kind = this.#random.pick([...writtenKinds, 'events', 'events'] as const);
    const fields = this.#fields(kind, true);
    const answer = await by.post(`/${kind}`, fields);
    if (answer.status === 201) this.#ids[kind].push(answer.id());
    return { what: `POST ${kind} ${JSON.stringify(fields)}`, answer };
  }

  async #change(by: Client) {
    const kind = this.#random.pick(writtenKinds);
    const path = `/${kind}/${this.#some(kind)}`;
    const fields = this.#fields(kind, false);
    return { what: `PUT ${path} ${JSON.stringify(fields)}`, answer: await by.put(path, fields) };
  }

  async #translate(by: Client) {
    const kind = this.#random.pick(writtenKinds);
    const path = `/${kind}/${this.#some(kind)}?translation_language=${this.#random.pick(['de', 'es'])}`;
    const fields = { [NAME[kind]]: this.#random.chance(0.85) ? this.#word() : '', description: this.#word() };
    return { what: `PUT ${path} ${JSON.stringify(fields)}`, answer: await by.put(path, fields) };
  }

  async #remove(by: Client) {
    const kind = this.#random.pick(writtenKinds);
    const path = `/${kind}/${this.#some(kind)}`;
    const answer = await by.delete(path);
    if (answer.status === 200 && (kind === 'categories' || kind === 'tags'))
      this.#forget(kind, Number(path.split('/')[2]));
    return { what: `DELETE ${path}`, answer };
  }

  #forget(kind: WrittenKind, id: number): void {
    this.#ids[kind] = this.#ids[kind].filter((one) => one !== id);
  }

  async #restore(by: Client) {
    const kind = this.#random.pick(['events', 'venues', 'organizers'] as const);
    const path = `/${kind}/${this.#some(kind)}`;
    const fields = { status: this.#random.pick(['publish', 'publish', 'draft']) };
    return { what: `PUT ${path} ${JSON.stringify(fields)}`, answer: await by.put(path, fields) };
  }

  async #changeDate(by: Client) {
    const listed = (
      await by.get(
        '/events?recurring=true&start_date=2026-11-01&end_date=2027-06-01&per_page=50&status=publish,draft',
      )
    ).rows('events');
    const date = listed[this.#random.integer(Math.max(1, listed.length))];
    const path = `/events/${String(date?.['id'] ?? 0)}?scope=${this.#random.pick(['this', 'this', 'following', 'all'])}`;
    if (this.#random.chance(0.25)) return { what: `DELETE ${path}`, answer: await by.delete(path) };
    const day = String(date?.['start_date'] ?? '2026-12-01').slice(0, 10);
    const fields: object = this.#random.pick<object>([
      { title: this.#word() },
      { start_date: `${day} 21:00:00`, end_date: `${day} 22:30:00` },
      { venue: this.#links('venues') },
      { tags: this.#links('tags'), title: this.#word() },
      { recurrence_reset: true },
    ]);
    return { what: `PUT ${path} ${JSON.stringify(fields)}`, answer: await by.put(path, fields) };
  }

  async #merge(by: Client) {
    const kind = this.#random.pick(['venues', 'organizers', 'categories', 'tags'] as const);
    const from = [this.#some(kind)];
    const path = `/kalends/v1/${kind}/${this.#some(kind)}/merge`;
    const answer = await by.post(this.#service.url + path, { from });
    if (answer.status === 200) for (const id of from) this.#forget(kind, id);
    return { what: `POST ${path} ${JSON.stringify({ from })}`, answer };
  }

  async #batch(by: Client) {
    const requests = Array.from({ length: 1 + this.#random.integer(3) }, () => {
      const kind = this.#random.pick(['events', 'venues', 'tags'] as const);
      return this.#random.chance(0.5)
        ? { method: 'POST', path: `/tribe/events/v1/${kind}`, body: this.#fields(kind, true) }
        : {
            method: 'PUT',
            path: `/tribe/events/v1/${kind}/${this.#some(kind)}`,
            body: this.#fields(kind, false),
          };
    });
    const body = { atomic: this.#random.chance(0.5), requests };
    const answer = await by.post(`${this.#service.url}/batch/v1`, body);
    for (const [place, { method, path }] of requests.entries()) {
      const id = at(answer.body, `responses.${place}.body.id`);
      const kind = path.split('/').at(-1);
      if (
        method === 'POST' &&
        typeof id === 'number' &&
        (kind === 'events' || kind === 'venues' || kind === 'tags')
      )
        this.#ids[kind].push(id);
    }
    return { what: `POST /batch/v1 ${JSON.stringify(body)}`, answer };
  }

  async #upload(by: Client) {
    const form = new FormData();
    form.set('file', new File([photo], 'photo.png', { type: 'image/png' }));
    const answer = await by.post(`${this.#service.url}/kalends/v1/media`, form);
    if (answer.status === 201) this.#pictures.push(answer.id());
    return { what: 'POST /kalends/v1/media', answer };
  }
}
