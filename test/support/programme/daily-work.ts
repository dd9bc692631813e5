import type { Client } from '../client.ts';
import { isObject } from '../json.ts';
import type { Service } from '../service.ts';

/** What stands in the calendar besides its programme, as the administration of one in use has it. */
const kept: readonly Readonly<Record<string, unknown>>[] = [
  {
    title: 'Night walk along the outer dyke',
    status: 'draft',
    start_date: '2026-09-19 21:30:00',
    end_date: '2026-09-19 23:30:00',
  },
  {
    title: 'Long Night: the map room',
    status: 'draft',
    start_date: '2026-09-19 19:00:00',
    end_date: '2026-09-19 23:00:00',
  },
  {
    title: 'Autumn lectures: what tides remember',
    status: 'pending',
    start_date: '2026-09-29 18:15:00',
    end_date: '2026-09-29 19:45:00',
  },
];

/** Returns the ID of something of the programme by its name, of an event that repeats that of all its dates. */
async function idOf(client: Client, path: string, kind: 'events' | 'venues', name: string): Promise<number> {
  const rows = (await client.get(path)).expect(200).rows(kind);
  const found = rows.find(({ title, venue }) => (title ?? venue) === name);
  if (!found) throw new Error(`There is no ${name} in the programme.`);
  const { recurrence } = found;
  return Number((isObject(recurrence) ? recurrence['series'] : undefined) ?? found['id']);
}

/**
 * Adds to the programme what waits for somebody: drafts, translations, and a hall that is taken twice. Returns the
 * IDs of a series whose rule leaves a date out, and of a concert that has a translation.
 */
export async function addDailyWork(
  service: Pick<Service, 'as'>,
): Promise<{ readonly series: number; readonly concert: number }> {
  const admin = service.as('admin');
  const editor = service.as('editor');
  const author = service.as('author');
  const hall = await idOf(admin, '/venues?search=Granary', 'venues', 'Granary 4');
  const opening = await idOf(
    admin,
    '/events?search=Season',
    'events',
    'Season opening: Nielsen, Grieg, Madetoja',
  );
  const walk = await idOf(
    admin,
    '/events?search=Stone',
    'events',
    'Stone by Stone: a walk through the lock quarter',
  );
  const sculling = await idOf(
    admin,
    '/events?search=After-work',
    'events',
    'After-work sculling, doubles and beginners',
  );
  const night = await idOf(admin, '/events?search=Long+Night+of', 'events', 'Long Night of the Collections');
  for (const fields of kept) (await author.post('/events', fields)).expect(201);
  (
    await author.post('/events', {
      title: 'Open rehearsal of the youth orchestra',
      status: 'draft',
      venue: hall,
      start_date: '2026-09-19 18:30:00',
      end_date: '2026-09-19 20:00:00',
    })
  ).expect(201);
  const translate = async (id: number, language: string, fields: object) =>
    (await editor.send('POST', `/events/${id}?translation_language=${language}`, fields)).expect(200);
  await translate(opening, 'de', {
    title: 'Saisoneröffnung: Nielsen, Grieg, Madetoja',
    excerpt: 'Die Marsch-Philharmonie beginnt ihre zehnte Spielzeit mit drei Partituren aus dem Norden.',
  });
  await translate(night, 'de', { title: 'Lange Nacht der Sammlungen' });
  await translate(night, 'es', { title: 'La larga noche de las colecciones' });
  await translate(walk, 'de', { title: 'Stein auf Stein: ein Gang durch das Schleusenviertel' });
  (await editor.send('POST', `/events/${walk}`, { cost: '9 €' })).expect(200);
  const recurrence = {
    rrule: 'FREQ=WEEKLY;BYDAY=FR;UNTIL=20261030',
    exdate: '2026-10-02',
    rdate: '2026-10-24 16:30:00',
  };
  (await editor.send('POST', `/events/${sculling}`, { recurrence })).expect(200);
  return { series: sculling, concert: opening };
}
