import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import path from 'node:path';
import { PictureError } from './errors.ts';
import { readHeader } from './header.ts';
import { isDear, refuseCostly } from './limits.ts';
import type { PictureFacts, PictureFiles } from './picture.ts';
import { BoundedQueue } from './queue.ts';
import { type PictureType, pictureType } from './type.ts';
import { unavailable } from './unavailable.ts';
import type { Reply, Task } from './worker.ts';

/** Decoding and encoding of one picture, with all its sizes. */
const DEADLINE_MS = 60_000;
/** A process without work ends, and its memory is free. */
const IDLE_MS = 15_000;

/** Gives way to requests, but not so far that a busy machine keeps it from its deadline. */
const NICENESS = 4;

interface Failed {
  kind: 'failed';
  error: Error;
}

const queue = new BoundedQueue({
  atOnce: 2,
  dearAtOnce: 1,
  waiting: 12,
  waitingBytes: 64 * 1024 * 1024,
  waitMs: 45_000,
});
const idle: DecoderProcess[] = [];

/**
 * Decodes a picture to learn what it is; undefined if it is none of ours, broken or cut off. Decoders are code in C for
 * strangers' files, so they run in a process of their own, which a deadline and a bound on memory end.
 * @throws PictureError `pixels`, `costly`; KalendsError `rest_unavailable` where too many wait
 */
export async function inspectIsolated(
  bytes: Buffer,
  withinMs = DEADLINE_MS,
): Promise<PictureFacts | undefined> {
  const type = pictureType(bytes);
  if (type === undefined) return undefined;
  const reply = await decode({ kind: 'inspect', bytes }, type, withinMs);
  return reply.kind === 'facts' ? reply.facts : undefined;
}

/**
 * Makes what is kept of a picture: it and its smaller sizes (reference 2.6). In a process of its own, as above.
 * @throws PictureError `pixels`, `costly`, `broken`; KalendsError `rest_unavailable` where too many wait
 */
export async function makeSizesIsolated(
  bytes: Buffer,
  baseName: string,
  withinMs = DEADLINE_MS,
): Promise<PictureFiles> {
  const type = pictureType(bytes);
  if (type === undefined) throw new PictureError('broken');
  const reply = await decode({ kind: 'make', bytes, name: baseName }, type, withinMs);
  if (reply.kind !== 'files') throw new PictureError('broken');
  return reply.files;
}

async function decode(task: Task, type: PictureType, withinMs: number): Promise<Reply> {
  const header = readHeader(task.bytes, type);
  if (!header) return { kind: 'broken' };
  refuseCostly(header, type, task.bytes.length);
  return queue.run({ isDear: isDear(header, type), bytes: task.bytes.length }, async () => {
    let decoder = idle.pop();
    while (decoder && !decoder.isAlive) decoder = idle.pop();
    decoder ??= new DecoderProcess();
    const reply = await decoder.run(task, Math.min(withinMs, DEADLINE_MS));
    if (decoder.isAlive) {
      idle.push(decoder);
      decoder.restUntil(IDLE_MS, () => idle.splice(idle.indexOf(decoder), 1));
    }
    if (reply.kind === 'costly') throw new PictureError('costly');
    if (reply.kind === 'failed') throw unavailable(reply.error);
    return reply;
  });
}

// One file as a source, another as part of the bundle.
const worker = path.join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? 'worker.ts' : 'picture-worker.js',
);

/** A process that decodes one picture at a time. It needs no setting and gets none: they hold passwords. */
class DecoderProcess {
  readonly #child: ChildProcess;
  #resting: NodeJS.Timeout | undefined;
  #answer: ((reply: Reply | Failed) => void) | undefined;

  constructor() {
    this.#child = fork(worker, [], {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      // What decoders print is nobody's.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.on('message', (reply: Reply) => this.#answer?.(reply));
    this.#child.on('exit', (code, signal) => this.#answer?.(meaningOf(code, signal)));
    this.#child.on('error', (error) => this.#answer?.({ kind: 'failed', error }));
    yieldToOthers(this.#child.pid);
  }

  get isAlive(): boolean {
    return this.#child.connected && this.#child.exitCode === null && !this.#child.killed;
  }

  async run(task: Task, withinMs: number): Promise<Reply | Failed> {
    clearTimeout(this.#resting);
    this.#child.ref();
    this.#child.channel?.ref();
    const late = setTimeout(() => this.#child.kill('SIGKILL'), withinMs);
    try {
      return await new Promise<Reply | Failed>((resolve) => {
        this.#answer = resolve;
        if (this.#child.connected)
          this.#child.send(task, (error) => {
            if (error) resolve({ kind: 'failed', error });
          });
        // One that couldn't be started tells why in a moment.
        else setImmediate(() => resolve({ kind: 'failed', error: new Error('No process for pictures.') }));
      });
    } finally {
      clearTimeout(late);
      this.#answer = undefined;
      this.#child.unref();
      this.#child.channel?.unref();
    }
  }

  restUntil(ms: number, ended: () => void): void {
    this.#resting = setTimeout(() => {
      ended();
      this.#child.kill('SIGKILL');
    }, ms);
    this.#resting.unref();
  }
}

// It is killed by the deadline, by its own bound on memory, or by the system's; a decoder that crashes is the picture's fault.
function meaningOf(code: number | null, signal: NodeJS.Signals | null): Reply | Failed {
  if (signal === 'SIGKILL') return { kind: 'costly' };
  if (signal !== null) return { kind: 'broken' };
  return { kind: 'failed', error: new Error(`The process for pictures ended with ${code}.`) };
}

// Requests come first.
function yieldToOthers(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, NICENESS);
  } catch {
    // It works without, and not every system lets one.
  }
}
