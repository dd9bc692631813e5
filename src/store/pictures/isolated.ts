import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import path from 'node:path';
import { Allowance } from './allowance.ts';
import { PictureError } from './errors.ts';
import { readHeader } from './header.ts';
import type { PictureType } from './kinds.ts';
import { isExpensive, refuseCostly } from './limits.ts';
import type { PictureCrop, PictureFacts, PictureFiles } from './picture.ts';
import { BoundedQueue } from './queue.ts';
import { pictureType } from './type.ts';
import { unavailable } from './unavailable.ts';
import type { Reply, Task } from './worker.ts';

/** Decoding and encoding of one picture, with all its sizes. */
const DEADLINE_MS = 60_000;
/** A process without work ends, and its memory is free. */
const IDLE_MS = 15_000;

/** Gives way to requests, but not so far that a busy machine keeps it from its deadline. */
const NICENESS = 4;

/** End of a process that didn't answer: by its deadline, by something else, or it never worked. */
type Ended = { kind: 'late' } | { kind: 'killed' } | { kind: 'failed'; error: Error };

/**
 * Decodes pictures in processes of their own: decoders are code in C for strangers' files, which a deadline and a bound on memory end.
 * All that it does throws PictureError `pixels`, `costly`; KalendsError `rest_unavailable` where too many wait or others took the time.
 */
export class PictureDecoders {
  readonly #queue = new BoundedQueue({
    atOnce: 2,
    expensiveAtOnce: 1,
    waiting: 12,
    waitingBytes: 64 * 1024 * 1024,
    waitMs: 45_000,
  });
  readonly #idle: DecoderProcess[] = [];
  #atWork = 0;

  /**
   * Decodes a picture to learn what it is; undefined if it is none of ours, broken or cut off.
   * @param allowance the time for it and for others; waiting for its turn takes nothing of it
   */
  async inspect(bytes: Buffer, allowance = new Allowance(DEADLINE_MS)): Promise<PictureFacts | undefined> {
    const type = pictureType(bytes);
    if (type === undefined) return undefined;
    const reply = await this.#decode({ kind: 'inspect', bytes }, type, allowance);
    return reply.kind === 'facts' ? reply.facts : undefined;
  }

  /** Makes what is kept of a picture: it and its smaller sizes (reference 2.6). @throws PictureError `broken` */
  async makeSizes(
    bytes: Buffer,
    baseName: string,
    allowance = new Allowance(DEADLINE_MS),
  ): Promise<PictureFiles> {
    const type = pictureType(bytes);
    if (type === undefined) throw new PictureError('broken');
    const reply = await this.#decode({ kind: 'make', bytes, name: baseName }, type, allowance);
    if (reply.kind !== 'files') throw new PictureError('broken');
    return reply.files;
  }

  /** Cuts a picture to a rectangle; undefined for an animation. @throws PictureError `broken` */
  async crop(
    bytes: Buffer,
    crop: PictureCrop,
    allowance = new Allowance(DEADLINE_MS),
  ): Promise<Buffer | undefined> {
    const type = pictureType(bytes);
    if (type === undefined) throw new PictureError('broken');
    const reply = await this.#decode({ kind: 'crop', bytes, crop }, type, allowance);
    if (reply.kind === 'animated') return undefined;
    if (reply.kind !== 'cropped') throw new PictureError('broken');
    return Buffer.from(reply.bytes.buffer, reply.bytes.byteOffset, reply.bytes.byteLength);
  }

  /** Ends the processes that have no work. */
  close(): void {
    for (const decoder of this.#idle.splice(0)) decoder.end();
  }

  async #decode(task: Task, type: PictureType, allowance: Allowance): Promise<Reply> {
    const header = readHeader(task.bytes, type);
    if (!header) return { kind: 'broken' };
    refuseCostly(header, type, task.bytes.length);
    const bytes = task.bytes.length;
    const first = await this.#queue.run({ isExpensive: isExpensive(header, type), bytes }, () =>
      this.#attempt(task, allowance),
    );
    if (first !== 'again') return first;
    const second = await this.#queue.run({ isExpensive: true, bytes }, () =>
      this.#attempt(task, allowance, true),
    );
    if (second === 'again') throw unavailable(new Error('The process for pictures was killed twice.'));
    return second;
  }

  /**
   * Decodes once; `again` where the process may have ended through no fault of the picture.
   * @param isAfresh in a process that has decoded nothing yet, without the memory of idle ones
   */
  async #attempt(task: Task, allowance: Allowance, isAfresh = false): Promise<Reply | 'again'> {
    if (allowance.leftMs <= 0) throw unavailable(new Error('Other pictures took the time.'));
    if (isAfresh) this.close();
    const decoder = this.#takeIdle() ?? new DecoderProcess();
    const { isNew } = decoder;
    const hasAllTime = allowance.isWhole;
    const withinMs = Math.min(allowance.leftMs, DEADLINE_MS);
    this.#atWork += 1;
    const reply = await allowance
      .spend(() => decoder.run(task, withinMs))
      .finally(() => {
        this.#atWork -= 1;
      });
    if (decoder.isAlive) this.#rest(decoder);
    switch (reply.kind) {
      case 'late':
        if (hasAllTime || withinMs === DEADLINE_MS) throw new PictureError('costly');
        throw unavailable(new Error('Other pictures took the time.'));
      case 'large':
        // Memory that earlier pictures left doesn't count for this one.
        if (isNew) throw new PictureError('costly');
        return 'again';
      case 'killed':
        // By the system, mostly: for want of memory, which others may have taken.
        if (isAfresh && this.#atWork === 0) throw new PictureError('costly');
        return 'again';
      case 'failed':
        throw unavailable(reply.error);
      default:
        return reply;
    }
  }

  #takeIdle(): DecoderProcess | undefined {
    for (let decoder = this.#idle.pop(); decoder; decoder = this.#idle.pop()) {
      decoder.wake();
      if (decoder.isAlive) return decoder;
    }
    return undefined;
  }

  #rest(decoder: DecoderProcess): void {
    this.#idle.push(decoder);
    decoder.restUntil(IDLE_MS, () => {
      const at = this.#idle.indexOf(decoder);
      if (at !== -1) this.#idle.splice(at, 1);
    });
  }
}

// One file as a source, another as part of the bundle.
const worker = path.join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? 'worker.ts' : 'picture-worker.js',
);

/** How glibc allocates: else what a large picture leaves in the arenas of threads counts for the next one. */
const allocation = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** A process that decodes one picture at a time. It needs no setting of the service and gets none: they hold passwords. */
class DecoderProcess {
  readonly #child: ChildProcess;
  #isNew = true;
  #isLate = false;
  #resting: NodeJS.Timeout | undefined;
  #answer: ((reply: Reply | Ended) => void) | undefined;

  constructor() {
    this.#child = fork(worker, [], {
      env: allocation,
      // Else that signal opens Node's inspector.
      execArgv: ['--disable-sigusr1'],
      serialization: 'advanced',
      // What decoders print is nobody's.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.on('message', (reply: Reply) => {
      // It ends itself; nobody should take it until then.
      if (reply.kind === 'large') this.end();
      this.#answer?.(reply);
    });
    this.#child.on('exit', (code, signal) =>
      this.#answer?.(this.#isLate ? { kind: 'late' } : meaningOf(code, signal)),
    );
    this.#child.on('error', (error) => this.#answer?.({ kind: 'failed', error }));
    yieldToOthers(this.#child.pid);
  }

  get isAlive(): boolean {
    return this.#child.connected && this.#child.exitCode === null && !this.#child.killed;
  }

  /** Whether it has decoded nothing yet. */
  get isNew(): boolean {
    return this.#isNew;
  }

  async run(task: Task, withinMs: number): Promise<Reply | Ended> {
    this.#isNew = false;
    this.#child.ref();
    this.#child.channel?.ref();
    const late = setTimeout(() => {
      this.#isLate = true;
      this.end();
    }, withinMs);
    try {
      return await new Promise<Reply | Ended>((resolve) => {
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
      this.end();
    }, ms);
    this.#resting.unref();
  }

  /** Ends its rest. */
  wake(): void {
    clearTimeout(this.#resting);
  }

  end(): void {
    this.wake();
    this.#child.kill('SIGKILL');
  }
}

// Of a decoder that crashes, which is the picture's fault; nothing else that ends it is.
const CRASHES: readonly NodeJS.Signals[] = [
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGILL',
  'SIGSEGV',
  'SIGSYS',
  'SIGTRAP',
];

function meaningOf(code: number | null, signal: NodeJS.Signals | null): Reply | Ended {
  if (signal === null)
    return { kind: 'failed', error: new Error(`The process for pictures ended with ${code}.`) };
  return { kind: CRASHES.includes(signal) ? 'broken' : 'killed' };
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
