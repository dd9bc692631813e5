// Categories thousands deep, as an import makes them.
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { removeAtExit } from '../support/program.ts';
import { type Service, startService } from '../support/service.ts';

const DEEP = 3_000;
/** So many of the innermost have an event each: more than memory keeps sets of. */
const FILLED = 2_700;
const IN_TIME_MS = 15_000;

const category = (n: number) => ({
  id: 100_000 + n,
  name: `Level ${n}`,
  slug: `level-${n}`,
  parent: n === 1 ? 0 : 100_000 + n - 1,
});
const ids: Record<string, number> = {};
let service: Service;

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z' });
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-nested-'));
  removeAtExit(folder);
  const name = path.join(folder, 'answers.json');
  const body = {
    categories: Array.from({ length: DEEP }, (_, n) => category(n + 1)),
    events: Array.from({ length: FILLED }, (_, n) => ({
      id: 500_000 + n,
      title: `Event ${n}`,
      start_date: '2026-12-01 10:00:00',
      end_date: '2026-12-01 11:00:00',
      categories: [category(DEEP - n)],
    })),
  };
  writeFileSync(name, JSON.stringify(body));
  const { code, stderr } = await service.cli(['import', 'tec', name]);
  assert.equal(code, 0, stderr);
  for (const n of [1, DEEP - 999, DEEP - 9])
    ids[n] = Number(
      (await service.anonymous.get(`/categories?slug=level-${n}`)).expect(200).at('categories.0.id'),
    );
});
after(() => service?.stop());

async function inTime(url: string) {
  const began = performance.now();
  const answer = (await service.anonymous.get(url)).expect(200);
  const ms = performance.now() - began;
  assert.ok(ms < IN_TIME_MS, `${url}: ${ms} ms`);
  return answer;
}

test('GET /events finds the events of all categories below one, however many', async () => {
  for (const [n, total] of [
    [1, FILLED],
    [DEEP - 999, 1000],
    [DEEP - 9, 10],
  ] as const)
    for (const more of ['', '&orderby=title&order=desc', '&page=2', '&per_page=5&page=2']) {
      if (more !== '' && total < FILLED) continue;
      const list = await inTime(`/events?categories=${ids[n]}${more}`);
      assert.equal(list.at('total'), total, more);
    }
});

test('GET /categories and the page of a category come in time, however deep they are', async () => {
  await inTime(`/categories?parent=${ids[1]}&hide_empty=false`);
  await inTime(`/categories?include=${Object.values(ids).join(',')}`);
  const all = await inTime('/categories?per_page=100');
  assert.equal(all.at('total'), DEEP);
  await inTime(`/categories/${ids[DEEP - 9]}`);
  for (const n of [1, DEEP - 9]) {
    const shown = await inTime(`/categories/${ids[n]}`);
    const page = await inTime(String(shown.at('url')));
    assert.match(page.text, /Event \d/);
  }
});
