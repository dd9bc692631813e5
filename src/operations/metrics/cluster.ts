import cluster, { type Worker } from 'node:cluster';
import { expose, type MetricsSnapshot, merge } from './exposition.ts';
import { counter, gauge } from './family.ts';

/** Time after which a silent worker is represented by its last snapshot. */
const ANSWER_WITHIN_MS = 2_000;
/** Milliseconds that a worker waits for the primary process, which waits for all workers. */
const TEXT_WITHIN_MS = 5_000;

/** Messages about metrics between the primary process and its workers; `id` matches answers to requests. */
type MetricsMessage =
  | { readonly metrics: 'wanted' | 'all-wanted'; readonly id: number }
  | { readonly metrics: 'snapshot'; readonly id: number; readonly snapshot: MetricsSnapshot }
  | { readonly metrics: 'all'; readonly id: number; readonly text: string };

const isMetricsMessage = (value: unknown): value is MetricsMessage =>
  typeof value === 'object' && value !== null && 'metrics' in value && 'id' in value;

/** Matches answers to requests by number; a request resolves to undefined if its answer is late. */
class PendingRequests<T> {
  readonly #asked = new Map<number, (answer: T | undefined) => void>();
  /** The last snapshot of each running worker. */
  #last = 0;

  ask(send: (id: number) => void, withinMs: number): Promise<T | undefined> {
    const id = ++this.#last;
    return new Promise((resolve) => {
      const done = (answer: T | undefined) => {
        clearTimeout(timer);
        this.#asked.delete(id);
        resolve(answer);
      };
      const timer = setTimeout(() => done(undefined), withinMs);
      this.#asked.set(id, done);
      /** Sends a message to another process, which may have ended. */
      send(id);
    });
  }

  answer(id: number, answer: T): void {
    this.#asked.get(id)?.(answer);
  }
}

/** Sends to another process, which may be gone by now. */
const send = (
  to: { send?: (message: MetricsMessage, done: () => void) => unknown },
  said: MetricsMessage,
) => {
  to.send?.(said, () => {});
};

/**
 * Answers the primary process's requests for this worker's metrics, and returns a function that requests the metrics
 * of all workers from it.
 */
export function connectWorkerMetrics(snapshot: () => Promise<MetricsSnapshot>): () => Promise<string> {
  const questions = new PendingRequests<string>();
  process.on('message', (message: unknown) => {
    if (!isMetricsMessage(message)) return;
    const { id } = message;
    if (message.metrics === 'all') questions.answer(id, message.text);
    if (message.metrics === 'wanted')
      snapshot().then(
        (made) => send(process, { metrics: 'snapshot', id, snapshot: made }),
        // Its last snapshot is used instead.
        () => {},
      );
  });
  return async () => {
    const text = await questions.ask((id) => send(process, { metrics: 'all-wanted', id }), TEXT_WITHIN_MS);
    return text ?? expose([await snapshot()]);
  };
}

/**
 * Combines the metrics of all workers in the primary process. Counters of workers that have ended stay in the sums,
 * as of their last snapshot, so that counters never decrease.
 */
export class ClusterMetrics {
  readonly #questions = new PendingRequests<MetricsSnapshot>();
  /** Last report of each running worker, by its number. */
  readonly #last = new Map<number, MetricsSnapshot>();
  /** Counters of workers that have ended. */
  #ended: MetricsSnapshot = [];
  #endings = 0;

  constructor() {
    cluster.on('message', (worker, message: unknown) => {
      if (!isMetricsMessage(message)) return;
      if (message.metrics === 'snapshot') {
        // A snapshot that arrives after the worker's end would be counted twice.
        if (!worker.isDead()) this.#last.set(worker.id, message.snapshot);
        this.#questions.answer(message.id, message.snapshot);
      }
      if (message.metrics === 'all-wanted')
        void this.expose().then((text) => send(worker.process, { metrics: 'all', id: message.id, text }));
    });
    cluster.on('exit', (worker) => {
      this.#endings++;
      const last = this.#last.get(worker.id);
      this.#last.delete(worker.id);
      if (last) this.#retire(last);
    });
  }

  /** Returns the metrics of all workers in the Prometheus text format. */
  async expose(): Promise<string> {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const answers = await Promise.all(workers.map((worker) => this.#ask(worker)));
    await this.#retiring;
    const answering = answers.filter((answer) => answer !== undefined).length;
    const own = [
      gauge('kalends_workers', 'Processes that serve, by whether they have told what they counted.', [
        [{ state: 'answering' }, answering],
        [{ state: 'silent' }, workers.length - answering],
      ]),
      counter('kalends_worker_ends_total', 'Workers that have ended, and were replaced.', this.#endings),
    ];
    return expose([own, ...this.#last.values(), this.#ended]);
  }

  #ask(worker: Worker): Promise<MetricsSnapshot | undefined> {
    if (!worker.isConnected()) return Promise.resolve(undefined);
    return this.#questions.ask((id) => send(worker.process, { metrics: 'wanted', id }), ANSWER_WITHIN_MS);
  }

  #retire(last: MetricsSnapshot): void {
    const counted = last.filter(
      (one) => 'type' in one && (one.type === 'counter' || one.type === 'histogram'),
    );
    this.#retiring = this.#retiring.then(async () => {
      this.#ended = await merge([this.#ended, counted]);
    });
  }

  #retiring: Promise<void> = Promise.resolve();
}
