import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type ServiceProcess, startProcess } from '../support/service.ts';

const CACHE_MIB = 8;
const EVENTS = 600;
/** What a process may hold beside the bound: the lists in memory, what requests under way need, and what V8 compiled. */
const BESIDE_MIB = 16;
const TELLING = `
  import { setTimeout } from 'node:timers/promises';
  process.on('SIGWINCH', async () => {
    for (let n = 0; n < 4; n++) { gc(); await setTimeout(20); }
    process.stderr.write('MEMORY ' + JSON.stringify(process.memoryUsage()) + '\\n');
  });`;

let service: ServiceProcess;
before(async () => {
  service = await startProcess({
    clock: '2026-11-20T18:00:00Z',
    env: {
      KALENDS_CACHE: String(CACHE_MIB),
      NODE_OPTIONS: `--expose-gc --import "data:text/javascript,${encodeURIComponent(TELLING)}"`,
    },
  });
  const seeded = await service.cli(['seed', '--events', String(EVENTS), '--seed', '1']);
  assert.equal(seeded.code, 0, seeded.stderr);
});
after(() => service?.stop());

/** Heap in use and buffers, MiB, once what nobody uses is gone. */
async function heldMiB(): Promise<number> {
  const from = service.log().length;
  process.kill(service.pid, 'SIGWINCH');
  for (;;) {
    const told = /MEMORY (.*)\n/.exec(service.log().slice(from))?.[1];
    if (told !== undefined) {
      const usage: unknown = JSON.parse(told);
      assert.ok(
        typeof usage === 'object' && usage !== null && 'heapUsed' in usage && 'arrayBuffers' in usage,
      );
      return (Number(usage.heapUsed) + Number(usage.arrayBuffers)) / 2 ** 20;
    }
    await pause(20);
  }
}

async function ask(paths: readonly string[], encoding: string): Promise<void> {
  let at = 0;
  const work = async () => {
    for (let path = paths[at++]; path !== undefined; path = paths[at++])
      (await service.anonymous.get(path, undefined, { 'accept-encoding': encoding })).expect(200);
  };
  await Promise.all(Array.from({ length: 6 }, work));
}

async function allIds(): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page++) {
    const answer = await service.anonymous.get(
      `/events?start_date=2000-01-01&end_date=2100-01-01&per_page=50&page=${page}`,
    );
    for (const { id } of answer.expect(200).rows('events')) if (typeof id === 'number') ids.push(id);
    if (answer.at('next_rest_url') === undefined) return ids;
  }
}

test('what is kept stays within KALENDS_CACHE, however small or compressed the answers are', async (t) => {
  const ids = await allIds();
  assert.ok(ids.length >= EVENTS);
  await service.restart();
  const atFirst = await heldMiB();
  // Twice: what is asked for once has no room where others need it.
  for (const [path, encoding] of [
    ['?_fields=id', 'identity'],
    ['?_fields=id,title', 'identity'],
    ['', 'br'],
  ] as const) {
    const paths = ids.map((id) => `/events/${id}${path}`);
    await ask([...paths, ...paths], encoding);
  }
  const grownMiB = (await heldMiB()) - atFirst;
  t.diagnostic(`${grownMiB.toFixed(1)} MiB are kept, of ${CACHE_MIB}`);
  assert.ok(grownMiB < CACHE_MIB + BESIDE_MIB, `${grownMiB.toFixed(1)} MiB are kept, of ${CACHE_MIB}`);
});

test('long addresses that are asked for once do not fill the memory', async () => {
  await service.restart();
  const atFirst = await heldMiB();
  const padding = 'x'.repeat(12_000);
  await ask(
    Array.from({ length: 1_500 }, (_, n) => `/events?per_page=1&unknown=${n}${padding}`),
    'identity',
  );
  const grownMiB = (await heldMiB()) - atFirst;
  assert.ok(grownMiB < CACHE_MIB + BESIDE_MIB, `${grownMiB.toFixed(1)} MiB came to be kept`);
});
