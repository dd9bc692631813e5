import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { up } from './migrations/0013_page_fields.ts';
import { openSqlite } from './sqlite.ts';

test('categories that are there get looks evenly, and events that cost nothing are marked', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-migration-'));
  const db = openSqlite(path.join(folder, 'kalends.db'));
  const free = [['0'], ['Free'], ['gratis'], ['0,00 €'], ['$0'], ['0', '0.00'], ['EUR 0']];
  const others = [[], ['5'], ['0', '5'], ['Ask'], ['Room 0 of the house'], ['0.50'], ['10']];
  const costs = [
    ...[...free, ...others].map((pieces) => JSON.stringify(pieces)),
    JSON.stringify({ pieces: ['0'], shown: { cost: 'Free', cost_details: { values: ['0'] } } }),
    '',
  ];
  try {
    await db.alone(async (trx) => {
      await sql`create table media (id integer primary key)`.execute(trx);
      for (const table of ['translations', 'venues']) {
        await sql`create table ${sql.table(table)} (kind text, search_text text)`.execute(trx);
        for (const kind of ['venues', 'organizers'])
          await sql`insert into ${sql.table(table)} values (${kind}, ${'\n0:hall\n12:'})`.execute(trx);
      }
      await sql`create table events (id integer primary key, cost text not null)`.execute(trx);
      await sql`create table categories (id integer primary key)`.execute(trx);
      for (const cost of costs) await sql`insert into events (cost) values (${cost})`.execute(trx);
      for (let at = 0; at < 20; at++)
        await sql`insert into categories (id) values (${7 + 3 * at})`.execute(trx);
      await up(trx as unknown as Kysely<unknown>, 'sqlite');
    });
    const { rows: looks } = await sql<{ color: string; mark: string }>`
      select color, mark from categories order by id`.execute(db.read);
    assert.equal(new Set(looks.map(({ color, mark }) => `${color} ${mark}`)).size, 20);
    for (const name of ['color', 'mark'] as const) {
      const counts = [...Map.groupBy(looks, (look) => look[name]).values()].map(({ length }) => length);
      assert.deepEqual(counts.sort(), [2, 2, 2, 2, 2, 2, 2, 3, 3]);
    }
    const { rows: texts } = await sql<{ search_text: string }>`
      select search_text from translations order by kind`.execute(db.read);
    assert.deepEqual(
      texts.map(({ search_text }) => search_text),
      ['\n0:hall\n12:', '\n0:hall\n12:\n13:'],
    );
    const { rows } = await sql<{ cost: string }>`select cost from events where is_free = 1`.execute(db.read);
    assert.deepEqual(
      new Set(rows.map(({ cost }) => cost)),
      new Set([...free.map((pieces) => JSON.stringify(pieces)), costs.at(-2)]),
    );
  } finally {
    await db.close();
    rmSync(folder, { recursive: true });
  }
});
