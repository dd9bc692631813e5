import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { statuses } from '#api/access/permissions.ts';
import type { EventQuery } from '#calendar/events/filters/query.ts';
import { changesTotal, type FilterName, filterNames, filterOf } from '#calendar/events/filters/registry.ts';
import type { Database } from '#store/db/engine.ts';
import { migrate } from '#store/db/migrate.ts';
import { dropCalendar, openCalendar } from '../support/engine.ts';
import {
  eventFacts,
  filterValues,
  LINKED,
  listedOneByOne,
  writeEvent,
  writeLinked,
} from '../support/list-index.ts';
import { type Service, startService } from '../support/service.ts';

/*
 * What the registry says of each filter of event lists, held against what the filter means (`rules` and `ranks` in
 * test/support/list-index.ts, against which list-index.test.ts holds SQL and list index) and against the service.
 */

describe('Events that a password hides', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-filters-'));
  let db: Database;
  const locked = new Set<number>();

  before(async () => {
    db = await openCalendar(folder);
    await migrate(db);
    await db.complete();
    for (const kind of ['venues', 'organizers'] as const)
      for (const id of LINKED) {
        const point = { lat: 52, lng: 13 };
        await writeLinked(db, { kind, id, author: 1, status: 'publish', password: '', point });
      }
    for (const facts of fc.sample(eventFacts, { numRuns: 120, seed: 1 })) {
      await writeEvent(db, facts);
      locked[facts.password === '' ? 'delete' : 'add'](facts.id);
    }
  });
  after(async () => {
    await db.close();
    await dropCalendar(folder);
    rmSync(folder, { recursive: true });
  });

  /** Lists all events with one filter, for somebody who may edit all of them or none. */
  async function list<K extends FilterName>(name: K, value: unknown, editable: 'all' | 'no') {
    const scope: EventQuery['scope'] = { statuses, owner: null };
    const frame = {
      scope,
      linkedScope: scope,
      bounds: [],
      hidden: 'all',
      unlocked: { password: undefined, editable },
    } as const;
    return listedOneByOne(db, { ...frame, orderby: 'date', order: 'asc', [name]: value });
  }

  for (const name of filterNames) {
    const { protectedEvents } = filterOf[name];
    const meaning = {
      'left-out': 'are left out',
      false: 'count as what it does not ask for',
      listed: 'are listed',
    };
    test(`${meaning[protectedEvents]} by the filter ${name}`, async () => {
      const seen = { difference: false, protected: false };
      for (const value of fc.sample<unknown>(filterValues[name], { numRuns: 25, seed: 2 })) {
        const [all, open] = [await list(name, value, 'all'), await list(name, value, 'no')];
        seen.difference ||= all.join() !== open.join();
        seen.protected ||= open.some((id) => locked.has(id));
      }
      assert.deepEqual(
        seen,
        { difference: protectedEvents !== 'listed', protected: protectedEvents !== 'left-out' },
        `protectedEvents of ${name} says “${protectedEvents}”, and its rule in test/support/list-index.ts another`,
      );
    });
  }
});

describe('A flag among the parameters of event lists', () => {
  let service: Service;
  before(async () => {
    service = await startService({ clock: '2026-11-20T18:00:00Z' });
    const admin = service.as('admin');
    const venue = (await admin.post('/venues', { venue: 'Hall', geo_lat: 52, geo_lng: 13 })).expect(201).id();
    for (let n = 0; n < 16; n++) {
      const start_date = `2027-05-${n + 10} 10:00:00`;
      const body = {
        title: `Event ${n}`,
        start_date,
        end_date: start_date,
        featured: n % 2 === 1,
        tickets: n % 4 > 1 ? [{ name: 'Seat', price: 5 }] : [],
        venue: n % 8 > 3 ? [venue] : [],
        password: n > 13 ? 'sesame' : '',
      };
      (await admin.post('/events', body)).expect(201);
    }
    const repeated = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 11:00:00' };
    const series = { title: 'Series', ...repeated, recurrence: 'FREQ=DAILY;COUNT=3' };
    (await admin.post('/events', series)).expect(201);
  });
  after(() => service?.stop());

  const idsOf = async (query: string) => {
    const list = (await service.anonymous.get(`/events?per_page=50${query}`)).expect(200);
    return list.rows('events').map(({ id }) => Number(id));
  };
  const flags = filterNames.flatMap((name) => {
    const [first] = Object.entries(filterOf[name].parameters);
    return first && 'type' in first[1].schema && first[1].schema.type === 'boolean'
      ? [{ name, flag: first[0] }]
      : [];
  });
  assert.ok(flags.length >= 3);

  for (const { name, flag } of flags)
    test(
      changesTotal(filterOf[name])
        ? `${flag} divides all events into those with true and those with false, or leaves some out`
        : `${flag} sorts where it is true, and does nothing where it is false`,
      async () => {
        const [all, yes, no] = [await idsOf(''), await idsOf(`&${flag}=true`), await idsOf(`&${flag}=false`)];
        const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);
        assert.ok(all.length === 19 && yes.join() !== all.join(), `${flag}=true lists the same as nothing`);
        // One whose `false` says no more than its absence leaves some of all out.
        if (changesTotal(filterOf[name]) && no.join() === all.join())
          return assert.ok(yes.length < all.length && yes.every((id) => all.includes(id)));
        if (changesTotal(filterOf[name])) return assert.deepEqual(sorted([...yes, ...no]), sorted(all));
        assert.deepEqual(sorted(yes), sorted(all));
        assert.deepEqual(no, all, `${flag}=false lists otherwise than nothing: let its read give undefined`);
      },
    );
});
