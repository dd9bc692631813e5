import { on } from 'node:events';
import { type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import { type ErrorCode, type ErrorExtras, KalendsError } from '#errors.ts';
import type { Message } from '#foundation/i18n/catalogue.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { type ByteSource, bytesFromSharedFile } from '../byte-source.ts';
import { type ImportBatch, ImportError, type ImportSource } from '../import-item.ts';
import { countItems } from '../join-batches.ts';
import type { NetworkOptions, OnWait, ReadRequest, SourceKind } from '../source-kind.ts';
import { splitBatches } from '../split-batches.ts';
import { fetchFile } from './fetch-file.ts';
import { recognizeKind, type SourceKindName, sourceKinds } from './kinds.ts';

/** File size from which a thread pays off where nobody else is served: starting one takes a tenth of a second. */
const THREAD_FROM_BYTES = 2 ** 23;
/** Batches of a file that the thread may prepare ahead: slightly more than one transaction takes. */
const MAX_AHEAD = 6;
/** Length up to which a batch is sent as one message, in characters; whoever takes it parses it while others wait. */
const LONGEST_MESSAGE = 2 ** 22;
/** Length of a single item that is sent, with all it embeds. */
const LONGEST_ITEM = 2 ** 24;
/** Memory of a thread, in megabytes: a calendar of twenty takes a quarter of it. */
const HEAP_MEGABYTES = 256;
/** Memory of a thread for what it needs for a moment: blocks of text, most of all. */
const YOUNG_MEGABYTES = 16;

/** The bytes of a file, or an address. */
export type SourceInput =
  | { readonly bytes: ByteSource }
  | { readonly address: string; readonly network: NetworkOptions };

/** A request to open a source; without an `origin` its kind is one. */
export type OpenRequest = Omit<ReadRequest, 'origin'> & Partial<Pick<ReadRequest, 'origin'>>;

/** Options of reading: a signal that ends it, and a listener for long waits. */
export interface ReaderOptions {
  /** Ends the thread at once, whatever it is at. */
  readonly signal?: AbortSignal | undefined;
  readonly onWait?: OnWait | undefined;
  /** Size in bytes from which a file is read in a thread of its own; addresses always are. */
  readonly large?: number;
}

/** A source that is open, read by a thread or here. */
export interface OpenSource {
  readonly source: ImportSource;
  /** The kind that it was asked for as, or is recognized to be. */
  readonly kind: SourceKindName;
  close(): Promise<void>;
}

/** The `workerData` of this thread; other threads of the process have other data. */
type ReadTask = { readonly reads: 'import'; readonly request: OpenRequest } & (
  | {
      readonly kind: SourceKindName | undefined;
      readonly file: { readonly fd: number; readonly size: number };
    }
  | { readonly kind: SourceKindName; readonly address: string; readonly network: NetworkOptions }
  | {
      readonly kind: SourceKindName;
      readonly checked: { readonly fd: number; readonly size: number };
    }
);

/**
 * Messages from the thread: waits at any time, else in this order: the source, the batches, the end; or an error. Batches are
 * sent as JSON text, which takes a third of the time of structured cloning.
 */
type ThreadMessage =
  | { waiting: [reason: Message | string, waitMs: number] }
  | { source: Omit<ImportSource, 'batches'>; kind: SourceKindName }
  | { batch: string }
  | { done: true }
  | { refused: Message }
  | { checked: true }
  | { denied: ErrorCode; extras: ErrorExtras }
  | { failed: unknown; members: object };

/** Messages to the thread: where to begin, and that a batch was taken. */
type ReaderMessage = { from: string | undefined } | 'taken';

/**
 * Opens a file or an address as a source of a kind, or of the kind that its content is recognized to be. Addresses and large files
 * are read and adapted in a thread of their own while this one writes; then the batches can be read only once. Call `close` before
 * closing the bytes.
 * @throws ImportError, and AbortError where the signal ends it
 */
export async function openSource(
  kind: SourceKindName | undefined,
  input: SourceInput,
  request: OpenRequest,
  { large = THREAD_FROM_BYTES, ...options }: ReaderOptions = {},
): Promise<OpenSource> {
  if ('address' in input) {
    const { address, network } = input;
    if (kind && sourceKinds[kind].openAddress)
      return startReader({ reads: 'import', kind, request, address, network }, options);
    const bytes = await fetchFile(address, network);
    try {
      const known = kind ?? (await recognizeKind(bytes));
      // Some kinds need the address itself, to follow links.
      if (known && sourceKinds[known].openAddress && !isSite(known)) {
        await bytes.close();
        return await openSource(known, input, request, { large, ...options });
      }
      const { close, ...opened } = await openSource(known, { bytes }, request, { large, ...options });
      return { ...opened, close: () => close().finally(() => bytes.close()) };
    } catch (error) {
      await bytes.close();
      throw error;
    }
  }
  const { fd, size } = input.bytes;
  if (fd !== undefined && size >= large)
    return startReader({ reads: 'import', kind, request, file: { fd, size } }, options);
  return { ...(await openBytesAs(kind, input.bytes, request)), close: async () => {} };
}

const isSite = (name: SourceKindName): boolean => {
  const kind: SourceKind = sourceKinds[name];
  return kind.isSite ?? false;
};

/** Opens bytes as a kind, or as the one that they are recognized to be. @throws ImportError */
async function openBytesAs(
  given: SourceKindName | undefined,
  bytes: ByteSource,
  request: OpenRequest,
): Promise<Omit<OpenSource, 'close'>> {
  const kind = given ?? (await recognizeKind(bytes));
  if (kind === undefined) throw new ImportError(message('import.unknown_format', { source: request.shown }));
  return { kind, source: await sourceKinds[kind].openFile(bytes, { origin: kind, ...request }) };
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/**
 * Refuses a file that cannot be imported with the request's options, in a thread of its own: a small file may take much memory.
 * @throws KalendsError 400
 */
export async function checkUpload(
  kind: SourceKindName,
  bytes: ByteSource,
  request: OpenRequest,
): Promise<void> {
  const { checkUpload: check }: SourceKind = sourceKinds[kind];
  const { fd, size } = bytes;
  if (!check) return;
  if (fd === undefined) return check(bytes, { origin: kind, ...request });
  const worker = startThread({ reads: 'import', kind, request, checked: { fd, size } });
  try {
    const received = await nextMessage(on(worker, 'message', { close: ['exit'] }), request.shown);
    if ('denied' in received) throw new KalendsError(received.denied, received.extras);
  } catch (error) {
    // What cannot be read at all fails as an import.
    if (!(error instanceof ImportError)) throw error;
  } finally {
    await worker.terminate();
  }
}

function startThread(task: ReadTask): Worker {
  // The thread runs this same file, bundled or not.
  const worker = new Worker(new URL(import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  });
  // What it ends with is told to whoever reads; where nobody reads any more, to nobody.
  worker.on('error', () => {});
  return worker;
}

/** Returns the next message of a thread. @throws ImportError, and what the thread failed with */
async function nextMessage(
  messages: AsyncIterator<unknown[]>,
  shown: string | Message,
): Promise<ThreadMessage> {
  const { value } = await messages.next().catch((error: unknown) => {
    throw isOutOfMemory(error) ? new ImportError(message('import.reader_ended', { source: shown })) : error;
  });
  const received: ThreadMessage | undefined = value?.[0];
  if (!received) throw new ImportError(message('import.reader_ended', { source: shown }));
  if ('refused' in received) throw new ImportError(received.refused);
  // Errors lose their own members, such as `code`, when they are cloned.
  if ('failed' in received)
    throw received.failed instanceof Error
      ? Object.assign(received.failed, received.members)
      : received.failed;
  return received;
}

async function startReader(
  task: ReadTask,
  { signal, onWait }: Omit<ReaderOptions, 'large'>,
): Promise<OpenSource> {
  const { shown } = task.request;
  signal?.throwIfAborted();
  const worker = startThread(task);
  const post = (sent: ReaderMessage) => worker.postMessage(sent);
  const messages = on(worker, 'message', { close: ['exit'], ...(signal ? { signal } : {}) });
  const close = async () => void (await worker.terminate());
  const next = async (): Promise<ThreadMessage> => {
    const received = await nextMessage(messages, shown);
    if (!('waiting' in received)) return received;
    onWait?.(...received.waiting);
    return next();
  };
  async function* batches(checkpoint: string | undefined): AsyncGenerator<ImportBatch> {
    post({ from: checkpoint });
    for (let received = await next(); 'batch' in received; received = await next()) {
      yield JSON.parse(received.batch);
      post('taken');
    }
  }
  try {
    const received = await next();
    if (!('source' in received)) throw new Error('The thread that reads the source began in the middle.');
    return { source: { ...received.source, batches }, kind: received.kind, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openTask(task: ReadTask, onWait: OnWait): Promise<Omit<OpenSource, 'close'>> {
  if ('file' in task) return openBytesAs(task.kind, bytesFromSharedFile(task.file), task.request);
  if ('checked' in task) throw new Error('A check opens nothing.');
  const { kind, request, address, network } = task;
  const open = sourceKinds[kind].openAddress;
  if (!open) throw new Error(`Addresses of ${kind} are fetched before.`);
  return { kind, source: await open(address, { origin: kind, ...request }, { ...network, onWait }) };
}

/** Yields a batch as messages, each short enough to be parsed at once. @throws ImportError for an item that is too long */
async function* messagesOf(batch: ImportBatch, shown: string | Message): AsyncGenerator<string> {
  const text = JSON.stringify(batch);
  const count = countItems(batch.items);
  if (text.length <= LONGEST_MESSAGE || count <= 1) {
    if (text.length > LONGEST_ITEM) throw new ImportError(message('import.reader_ended', { source: shown }));
    yield text;
    return;
  }
  for await (const part of splitBatches([batch], Math.ceil(count / 2))) yield* messagesOf(part, shown);
}

async function readAndPost(task: ReadTask, port: MessagePort): Promise<void> {
  const post = (message: ThreadMessage) => port.postMessage(message);
  const received = on(port, 'message');
  try {
    const { shown } = task.request;
    if ('checked' in task) {
      const { checkUpload: check }: SourceKind = sourceKinds[task.kind];
      await check?.(bytesFromSharedFile(task.checked), { origin: task.kind, ...task.request });
      return post({ checked: true });
    }
    const {
      source: { batches, ...source },
      kind,
    } = await openTask(task, (...wait) => post({ waiting: wait }));
    post({ source, kind });
    const { value } = await received.next();
    const begin: ReaderMessage | undefined = value?.[0];
    // A site is asked for a page when the one before is written: what is interrupted asks for none again.
    const most = 'file' in task ? MAX_AHEAD : 1;
    let ahead = 0;
    for await (const batch of batches(typeof begin === 'object' ? begin.from : undefined))
      for await (const text of messagesOf(batch, shown)) {
        post({ batch: text });
        if (++ahead >= most) await received.next();
      }
    post({ done: true });
  } catch (error) {
    if (error instanceof ImportError) post({ refused: error.userMessage });
    else if (error instanceof KalendsError) post({ denied: error.code, extras: error.extras });
    else post({ failed: error, members: { ...Object(error) } });
  }
}

function isTask(data: unknown): data is ReadTask {
  return typeof data === 'object' && data !== null && 'reads' in data && data.reads === 'import';
}

if (parentPort && isTask(workerData)) await readAndPost(workerData, parentPort);
