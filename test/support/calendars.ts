import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Answer } from './client.ts';
import { movePicture } from './pictures.ts';
import { fieldsOf, type Kind, statuses, userIds } from './rights.ts';
import { people, type Service, startService } from './service.ts';

/** The items that both calendars show, by their IDs, which are equal. */
export interface Shown {
  venues: number[];
  organizers: number[];
  events: number[];
  protectedEvent: number;
  protectedVenue: number;
  protectedOrganizer: number;
  categories: number[];
  tags: number[];
}

interface HiddenThing {
  id: number;
  slug: string;
  status: string;
}

/** The items that only one calendar has, by kind; `file` is the path of the picture that all of them show. */
export type Hidden = Record<Kind | 'media', HiddenThing[]> & { file: string };

const photo = new Uint8Array(
  readFileSync(path.join(import.meta.dirname, '..', 'samples', 'media', 'photo.png')),
);

async function upload(service: Service, name: string): Promise<Answer> {
  const headers = { 'content-type': 'image/png', 'content-disposition': `attachment; filename="${name}"` };
  const answer = await service.as('editor').post(`${service.url}/kalends/v1/media`, photo, headers);
  return answer.expect(201);
}

/** Makes what both show. `secret` is behind the passwords, and differs. */
async function fill(service: Service, secret: string): Promise<Shown> {
  const editor = service.as('editor');
  let made = 0;
  // A uid that is made up would be another in each.
  const make = async (url: string, body: object) =>
    (await editor.post(url, url === '/events' ? { ...body, uid: `event-${++made}` } : body)).expect(201).id();
  const categories = [
    await make('/categories', { name: 'Music' }),
    await make('/categories', { name: 'Only hidden' }),
  ];
  categories.push(await make('/categories', { name: 'Jazz', parent: categories[0] }));
  const tags = [await make('/tags', { name: 'Loud' }), await make('/tags', { name: 'Unseen' })];
  const picture = await upload(service, 'shown.png');
  const image = picture.id();
  // Its folder would be another in each, too; both are started again before they are read.
  await movePicture(service.data, picture, `2026/11/${'5'.repeat(20)}`);
  const venues = [
    await make('/venues', { venue: 'Open Hall', city: 'Boston', geo_lat: 42.36, geo_lng: -71.06, image }),
    await make('/venues', { venue: 'Lonely Hall', address: 'Empty Road 3' }),
  ];
  const organizers = [
    await make('/organizers', { organizer: 'Open Club', email: 'club@example.org' }),
    await make('/organizers', { organizer: 'Lonely Club' }),
  ];
  const behind = {
    description: `About ${secret}`,
    website: `https://${secret}.example.org/`,
    phone: `+1 ${secret}`,
  };
  const protectedVenue = await make('/venues', {
    venue: 'Veiled Hall',
    address: `${secret} Lane`,
    city: secret,
    state: secret,
    geo_lat: secret === 'alpha' ? 10 : 20,
    geo_lng: 5,
    ...behind,
  });
  const protectedOrganizer = await make('/organizers', {
    organizer: 'Veiled Club',
    email: `${secret}@example.org`,
    ...behind,
  });
  await editor.post(`/venues/${protectedVenue}`, { password: 'sesame' });
  await editor.post(`/organizers/${protectedOrganizer}`, { password: 'sesame' });
  const events: number[] = [];
  for (let n = 0; n < 12; n++)
    events.push(
      await make('/events', {
        ...fieldsOf('event', `Evening ${n}`),
        start_date: `2027-03-${10 + n} 20:00:00`,
        end_date: `2027-03-${10 + n} 22:00:00`,
        description: n % 2 ? 'With music' : 'With dance',
        venue: n === 3 ? [venues[0], protectedVenue] : n % 3 ? venues[0] : [],
        organizer: n % 4 ? [organizers[0], protectedOrganizer] : [],
        categories: [categories[n % 2 ? 0 : 2]],
        tags: n % 2 ? [tags[0]] : [],
        featured: n === 5,
        tickets: n === 6 ? [{ name: 'Seat', price: 5 }] : [],
        ...(n > 8 ? { post_parent: events[0] } : {}),
      }),
    );
  const protectedEvent = await make('/events', {
    ...fieldsOf('event', 'Veiled evening'),
    description: `About ${secret}`,
    excerpt: `In short ${secret}`,
    website: `https://${secret}.example.org/`,
    cost: secret === 'alpha' ? '10' : '$20',
    all_day: false,
    show_map: secret === 'alpha',
    sticky: secret === 'alpha',
    featured: secret === 'alpha',
    venue: venues[0],
    organizer: organizers[0],
    categories: [categories[0]],
    tags: [tags[0]],
    tickets: secret === 'alpha' ? [{ name: secret }] : [],
    image,
  });
  await editor.post(`/events/${protectedEvent}`, { password: 'sesame' });
  // One that the lists leave out, of a contributor, whose own draft both have too.
  await make('/events', { ...fieldsOf('event', 'By address only'), hide_from_listings: true });
  await make('/events', {
    ...fieldsOf('event', 'Own draft'),
    status: 'draft',
    author: userIds.contributor,
    venue: venues[0],
    categories: [categories[0]],
  });
  return {
    venues,
    organizers,
    events,
    protectedEvent,
    protectedVenue,
    protectedOrganizer,
    categories,
    tags,
  };
}

/** Makes hidden things of every kind and status, owned by an author, in one calendar alone. */
async function hide(service: Service, shown: Shown): Promise<Hidden> {
  const hidden: Hidden = { event: [], venue: [], organizer: [], media: [], file: '' };
  const editor = service.as('editor');
  const file = await upload(service, 'secret.png');
  hidden.media.push({ id: file.id(), slug: '', status: 'inherit' });
  hidden.file = String(file.at('media_details.file'));
  for (const kind of ['venue', 'organizer', 'event'] as const)
    for (const status of statuses.filter((each) => each !== 'publish')) {
      const [category, only] = shown.categories;
      const link = (of: 'venue' | 'organizer') => hidden[of].slice(0, 4).map(({ id }) => id);
      const more = {
        venue: {
          address: 'Whisper Street 7',
          city: 'Hushville',
          geo_lat: 42.37,
          geo_lng: -71.05,
        },
        organizer: { email: 'whisper@example.org' },
        event: {
          excerpt: 'Whisper',
          categories: [category, only],
          tags: shown.tags,
          featured: true,
          post_parent: shown.events[0],
          tickets: [{ name: 'Whisper' }],
          venue: [...shown.venues, ...link('venue')],
          organizer: [...shown.organizers, ...link('organizer')],
        },
      }[kind];
      const body = {
        ...fieldsOf(kind, `Whisper ${kind} ${status}`),
        ...more,
        description: 'Whispered xylophone',
        image: file.id(),
        slug: `whisper-${kind}-${status}`,
        author: userIds.author,
        status: status === 'trash' ? 'publish' : status,
        ...(status === 'future' ? { date: '2027-01-15 10:00:00' } : {}),
      };
      const made = (await editor.post(`/${kind}s`, body)).expect(201);
      const last = status === 'trash' ? (await editor.delete(`/${kind}s/${made.id()}`)).expect(200) : made;
      assert.equal(last.at('status'), status);
      hidden[kind].push({ id: made.id(), slug: String(last.at('slug')), status });
    }
  // A draft keeps the slug that it is given, even if something published has it.
  for (const kind of ['event', 'venue', 'organizer'] as const) {
    const slug = { event: 'evening-1', venue: 'open-hall', organizer: 'open-club' }[kind];
    const fields = { ...fieldsOf(kind, 'Whisper double'), slug, status: 'draft', author: userIds.author };
    (await editor.post(`/${kind}s`, fields)).expect(201);
  }
  return hidden;
}

/** Sends a write to both calendars, which in one of them links hidden items besides. */
async function link(
  service: Service,
  shown: Shown,
  more: { venues: number[]; organizers: number[] },
): Promise<void> {
  const body = {
    venue: [...more.venues, ...shown.venues],
    organizer: [...more.organizers, ...shown.organizers, shown.protectedOrganizer],
  };
  for (const id of shown.events.slice(0, 2))
    (await service.as('editor').post(`/events/${id}`, body)).expect(200);
}

const CLOCKS = ['2026-11-20T18:00:00Z', '2026-11-20T19:00:00Z', '2026-11-20T20:00:00Z'] as const;

/** Two calendars that show the same, at the same address. */
export interface Calendars {
  plain: Service;
  /** The one that keeps hidden things besides. */
  hiding: Service;
  shown: Shown;
  hidden: Hidden;
  stop(): Promise<void>;
}

/**
 * Starts both. What a password hides is `alpha` in one and `omega` in the other; what is hidden altogether speaks of
 * whispers, xylophones and Hushville, and was written last.
 */
export async function startCalendars(): Promise<Calendars> {
  const options = {
    clock: CLOCKS[0],
    timezone: 'America/New_York',
    env: { KALENDS_PUBLIC_URL: 'https://calendar.example.org' },
  };
  const [plain, hiding] = await Promise.all([startService(options), startService(options)]);
  const both = [plain, hiding];
  await Promise.all(both.map(people));
  const [shown, alike] = await Promise.all([fill(plain, 'alpha'), fill(hiding, 'omega')]);
  assert.deepEqual(shown, alike);

  await Promise.all(both.map((service) => service.restart({ KALENDS_CLOCK: CLOCKS[1] })));
  const hidden = await hide(hiding, shown);
  const ids = (kind: 'venue' | 'organizer') =>
    hidden[kind].filter(({ status }) => status !== 'trash').map(({ id }) => id);
  await link(plain, shown, { venues: [], organizers: [] });
  await link(hiding, shown, { venues: ids('venue'), organizers: ids('organizer') });

  await Promise.all(both.map((service) => service.restart({ KALENDS_CLOCK: CLOCKS[2] })));
  for (const kind of ['event', 'venue', 'organizer'] as const) {
    const { id } = hidden[kind].find(({ status }) => status === 'draft') ?? { id: 0 };
    (await hiding.as('editor').post(`/${kind}s/${id}`, { description: 'Whispered again' })).expect(200);
  }
  return {
    plain,
    hiding,
    shown,
    hidden,
    stop: async () => {
      await plain.stop();
      await hiding.stop();
    },
  };
}
