import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { calendarSettings } from '../support/engine.ts';
import { inherited, removeAtExit } from '../support/program.ts';
import { freePort } from '../support/server.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(path.join(tmpdir(), 'kalends-readme-'));
removeAtExit(folder);
const children = new Set<ChildProcess>();
/** Ends what a shell runs, as Ctrl-C on its terminal does, and the shell, if it goes on. */
function interrupt(child: ChildProcess): void {
  process.kill(-(child.pid ?? 0), 'SIGINT');
  child.stdin?.end();
}
after(() => {
  for (const child of children) process.kill(-(child.pid ?? 0), 'SIGKILL');
});

/** What is to be pasted, and what is shown to come of it. */
interface Block {
  readonly pasted: string;
  readonly shown: string | undefined;
}

function blocksOf(text: string): Block[] {
  const found = text.matchAll(/^```sh\n(.*?)^```\n(?:\n```(?:text|json)\n(.*?)^```\n)?/gms);
  return [...found].map(([, pasted = '', shown]) => ({ pasted, shown }));
}

/** A shell at which somebody pastes, in the environment of a terminal. */
function shell(env: NodeJS.ProcessEnv) {
  const child = spawn('bash', ['--norc', '--noprofile'], { cwd: ROOT, env, detached: true });
  children.add(child);
  let printed = '';
  let told = () => {};
  child.once('exit', () => told());
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      told();
    });
  const until = async (pattern: RegExp) => {
    while (!pattern.test(printed)) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(printed);
      await new Promise<void>((resolve) => {
        told = resolve;
      });
    }
  };
  const ended = once(child, 'close').then(() => children.delete(child));
  return {
    child,
    ended,
    /** Pastes lines; resolves with what was printed once the pattern is. */
    async paste(lines: string, pattern: RegExp) {
      printed = '';
      child.stdin.write(lines);
      await until(pattern);
      return printed;
    },
  };
}

/** What is another each time. */
const alike = (text: string, port: number) =>
  text
    .replaceAll(`:${port}`, ':8080')
    .replace(/(password "|Password: +)[\w-]+/g, '$1…')
    .replace(/(code=)\w+/g, '$1…')
    .replace(/(folder, )\S+\./, '$1…')
    .split('\n')
    .map((line) => line.trimEnd());

test('the blocks of README.md and of docs/api-guide.md print the output that they show', async () => {
  const port = await freePort();
  const calendar = await calendarSettings(path.join(folder, 'data'), { empty: true });
  const env = { ...inherited, ...calendar, KALENDS_PORT: String(port), TMPDIR: folder };
  const blocks = ['README.md', 'docs/api-guide.md'].flatMap((file) =>
    blocksOf(readFileSync(path.join(ROOT, file), 'utf8')),
  );
  assert.ok(blocks.length >= 20);
  const second = shell(env);
  let service: ReturnType<typeof shell> | undefined;
  for (const { pasted, shown } of blocks) {
    const isService = /^npm start$|^npx kalends demo$/m.test(pasted);
    const lines = pasted
      // This is installed, which another test is about.
      .replace(/^npm ci\n/m, '')
      .replaceAll('localhost:8080', `localhost:${port}`)
      .replace('calendar.json', path.join(folder, 'calendar.json'));
    assert.doesNotMatch(lines, /^\s*(#|\$ )/m, 'not every shell takes comments and prompts');
    const wanted = alike(shown ?? '', port).filter((line) => line !== '');
    let printed: string;
    if (isService) {
      service = shell(env);
      printed = await service.paste(lines, /demo/.test(lines) ? /Ctrl-C to stop/ : /listens at/);
    } else {
      printed = await second.paste(`${lines}\necho; echo "so it ""ended"\n`, /so it ended/);
    }
    const lacking = wanted.filter((line) => !alike(printed, port).includes(line));
    assert.deepEqual(lacking, [], `${pasted}\n${printed}`);
    if (isService && /demo/.test(lines) && service) {
      interrupt(service.child);
      await service.ended;
      assert.deepEqual(
        readdirSync(folder).filter((name) => name.includes('demo')),
        [],
      );
    }
  }
  const page = await (await fetch(`http://localhost:${port}/`)).text();
  assert.match(page, /Winter Concert/);
  assert.match(readFileSync(path.join(folder, 'calendar.json'), 'utf8'), /Winterkonzert/);
  second.child.stdin.end();
  if (service) interrupt(service.child);
  await Promise.all([second.ended, service?.ended]);
});
