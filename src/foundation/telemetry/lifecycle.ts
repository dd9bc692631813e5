/** Connections of a server that listens, as far as the end of its process needs them. */
export interface ListeningServer {
  /** Takes no new connections, and closes idle ones; resolves once the last has ended. */
  close(): Promise<void>;
  /** Answers requests whose bodies are still being sent with 503. */
  refuseUnreceived(): void;
  /** Ends all connections, whatever they are at. */
  disconnect(): void;
}

const stages = ['serving', 'draining', 'closing', 'finishing', 'refusing'] as const;
/**
 * Stage of a process, in their order. Draining it is not ready and has clients leave their connections, but serves all
 * that comes; closing it takes no new connections; finishing it begins no long work; refusing it answers new requests with
 * 503, since they could not be finished.
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
  readonly #onFinishing = new Set<() => void>();

  /** Goes on to a stage; never back. */
  enter(stage: Stage): void {
    const reached = stages.indexOf(stage);
    this.isStopping ||= reached >= stages.indexOf('draining');
    this.isClosing ||= reached >= stages.indexOf('closing');
    this.isFinishing ||= reached >= stages.indexOf('finishing');
    this.isRefusing ||= reached >= stages.indexOf('refusing');
    if (this.isFinishing) for (const callback of this.#onFinishing) callback();
  }

  /** Calls back once it begins no more work that takes long. Returns what takes that back. */
  onFinishing(callback: () => void): () => void {
    this.#onFinishing.add(callback);
    return () => this.#onFinishing.delete(callback);
  }
}
