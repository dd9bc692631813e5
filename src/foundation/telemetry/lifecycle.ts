import type { ServerResponse } from 'node:http';

/** Connections of a server that listens, as far as the end of its process needs them. */
export interface ListeningServer {
  /** Returns how many connections it has taken so far. */
  countTaken(): number;
  /** Takes no new connections, and closes idle ones; resolves once the last has ended. */
  close(): Promise<void>;
  /** Answers requests whose bodies are still being sent with 503. */
  refuseUnreceived(): void;
  /** Ends all connections, whatever they are at. */
  disconnect(): void;
}

const stages = ['serving', 'draining', 'closing', 'finishing', 'refusing', 'ending'] as const;
/**
 * Stage of a process, in their order. Draining it is not ready and has clients leave their connections, but serves all
 * that comes; closing it takes no new connections; finishing it begins no long work; refusing it answers new requests with
 * 503, since they could not be finished; ending it leaves long work unfinished, too.
 */
type Stage = (typeof stages)[number];

/** Stage of this process between its start and its end, and the servers that it has. */
export class Lifecycle {
  readonly servers: ListeningServer[] = [];
  /** Whether the process was told to stop. `enter` alone sets this and the members below. */
  isStopping = false;
  /** Whether it takes no new connections any more. */
  isClosing = false;
  /** True once it begins no more long work. */
  isFinishing = false;
  /** Whether it takes no new requests any more. */
  isRefusing = false;
  /** Whether work that takes long ends unfinished. */
  isEnding = false;
  readonly #onFinishing = new Set<() => void>();
  readonly #long = new Set<ServerResponse>();
  #onLongEnded: (() => void) | undefined;
  /** Requests that wait to be handled; undefined: each is handled at once. */
  #held: (() => void)[] | undefined;

  /** Goes on to a stage; never back. */
  enter(stage: Stage): void {
    const reached = stages.indexOf(stage);
    this.isStopping ||= reached >= stages.indexOf('draining');
    this.isClosing ||= reached >= stages.indexOf('closing');
    this.isFinishing ||= reached >= stages.indexOf('finishing');
    this.isRefusing ||= reached >= stages.indexOf('refusing');
    this.isEnding ||= reached >= stages.indexOf('ending');
    if (this.isFinishing) for (const callback of this.#onFinishing) callback();
  }

  /** Calls back once it begins no more work that takes long. Returns what takes that back. */
  onFinishing(callback: () => void): () => void {
    this.#onFinishing.add(callback);
    return () => this.#onFinishing.delete(callback);
  }

  /** Notes that the answer of work that takes long, and has begun, is awaited at the end. */
  awaitLong(response: ServerResponse): void {
    if (response.closed) return;
    this.#long.add(response);
    response.once('close', () => {
      this.#long.delete(response);
      if (this.#long.size === 0) this.#onLongEnded?.();
    });
  }

  /** Calls back once no answer of long work is awaited, at once where none is. */
  onLongEnded(callback: () => void): void {
    if (this.#long.size === 0) callback();
    else this.#onLongEnded = callback;
  }

  /** Handles a request: at once, or after `letIn` where they are held. */
  admit(handle: () => void): void {
    if (this.#held) this.#held.push(handle);
    else handle();
  }

  /** Has requests that arrive wait until `letIn`. */
  hold(): void {
    this.#held ??= [];
  }

  /** Handles all requests that were held. */
  letIn(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const handle of held) handle();
  }
}
