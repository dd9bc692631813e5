// `npm run test:cache -- --cache 128 --data FOLDER`: fills the kept answers and the pieces of which others are made with more than
// their bound, and tells what the process then really holds.

import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import { startProcess } from '../support/service.ts';
import { residentMiB } from './memory.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    cache: { type: 'string', default: '128' },
    data: { type: 'string' },
    /** MiB that the heap and the buffers may hold beside the bound. */
    beside: { type: 'string', default: '64' },
  },
});

const AT_ONCE = 8;
const line = (text: string) => process.stdout.write(`${text}\n`);
const bound = Number(values.cache);

// The process tells of its memory when it is asked to, once what is unused has gone.
const TELLING = `
  import { setTimeout } from 'node:timers/promises';
  process.on('SIGWINCH', async () => {
    for (let n = 0; n < 4; n++) { gc(); await setTimeout(50); }
    process.stderr.write('MEMORY ' + JSON.stringify(process.memoryUsage()) + '\\n');
  });`;
const service = await startProcess({
  ...(values.data === undefined ? {} : { data: values.data }),
  env: {
    KALENDS_CACHE: values.cache,
    NODE_OPTIONS: `--expose-gc --import "data:text/javascript,${encodeURIComponent(TELLING)}"`,
  },
});
const agent = new Agent({ connections: AT_ONCE });

async function memory(): Promise<Record<string, number>> {
  const toldBefore = service.log().match(/MEMORY .*\n/g)?.length ?? 0;
  process.kill(service.pid, 'SIGWINCH');
  for (;;) {
    const told = service.log().match(/MEMORY (.*)\n/g) ?? [];
    if (told.length > toldBefore) return JSON.parse(told.at(-1)?.slice('MEMORY '.length) ?? '{}');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const mib = (bytes = 0) => (bytes / 2 ** 20).toFixed(0).padStart(6);

async function tell(what: string): Promise<number> {
  const { heapUsed = 0, external = 0, arrayBuffers = 0 } = await memory();
  const rss = residentMiB(service.pid)?.toFixed(0).padStart(6);
  line(
    `${what.padEnd(44)} heap ${mib(heapUsed)}  external ${mib(external)}  buffers ${mib(arrayBuffers)}  resident ${rss} MiB`,
  );
  return heapUsed + arrayBuffers;
}

async function ask(paths: readonly string[], encoding = 'identity'): Promise<void> {
  let at = 0;
  const work = async () => {
    for (let path = paths[at++]; path !== undefined; path = paths[at++]) {
      const { body } = await request(`${service.url}/calendar/events/v1${path}`, {
        dispatcher: agent,
        headers: { 'accept-encoding': encoding },
      });
      await body.dump({ limit: 2 ** 30 });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

const range = (length: number) => Array.from({ length }, (_, n) => n);

try {
  if (values.data === undefined) {
    const seeded = await service.cli(['seed', '--events', values.events, '--seed', '1']);
    if (seeded.code !== 0) throw new Error(seeded.stderr);
  }
  const ids: number[] = [];
  const everything = 'start_date=2000-01-01&end_date=2100-01-01';
  for (let page = 1; ids.length < 40_000; page++) {
    const { body } = await service.anonymous.get(
      `/events?${everything}&per_page=50&page=${page}&_fields=events.id`,
    );
    const events = (body as { events?: { id: number }[] }).events ?? [];
    if (events.length === 0) break;
    ids.push(...events.map(({ id }) => id));
  }
  await service.restart();
  const before = await tell('at the start');
  // Each twice: what is asked for once has no room where others need it.
  const some = ids.filter((_, n) => n % 4 === 0);
  await ask([...some, ...some].map((id) => `/events/${id}?_fields=id`));
  await tell('10,000 answers of 12 bytes');
  await ask(ids.map((id) => `/events/${id}`));
  await tell(`${ids.length} events by themselves`);
  const pages = range(600).map((n) => `/events?${everything}&per_page=${1 + (n % 50)}&page=${1 + n}`);
  for (const encoding of ['br', 'gzip', 'zstd', 'identity', 'br']) await ask([...pages, ...pages], encoding);
  await tell('600 pages of lists in four encodings');
  await ask(ids.slice(0, 5_000).flatMap((id) => [`/de/events/${id}`, `/es/events/${id}`]));
  const after = await tell('10,000 events in other languages');
  const grewMiB = (after - before) / 2 ** 20;
  line(`What is kept takes ${grewMiB.toFixed(0)} MiB; the bound is ${bound}.`);
  if (grewMiB > bound + Number(values.beside)) {
    line('That is more than the bound allows.');
    process.exitCode = 1;
  }
} finally {
  await agent.close();
  await service.stop();
}
