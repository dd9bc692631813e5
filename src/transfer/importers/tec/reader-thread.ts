import { on } from 'node:events';
import { type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import type { Language, Message } from '#foundation/i18n/catalogue.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { type ByteSource, bytesFromSharedFile } from '../byte-source.ts';
import { type ImportBatch, ImportError, type ImportSource } from '../import-item.ts';
import { countItems } from '../join-batches.ts';
import { splitBatches } from '../split-batches.ts';
import { SiteClient, type SiteClientOptions } from './client.ts';
import { fileSource, siteSource } from './source.ts';

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

/** The name of a file, and the language requested from the site it came from. */
interface SourceName {
  readonly name: string;
  /** The name in messages. */
  readonly shown: string | Message;
  readonly requestedLanguage: Language | undefined;
  /** The most items that are imported; absent: any number. */
  readonly mostItems?: number;
}

/** A site that is read, and how. */
export interface SiteRequest extends Pick<SiteClientOptions, 'authorization' | 'pauseMs' | 'allowHosts'> {
  readonly address: string;
  readonly requestedLanguage?: Language | undefined;
  /** Whether to request drafts and everything else the credentials show. */
  readonly all: boolean;
}

/** Options of reading: a signal that ends it, and a listener for long waits. */
export interface ReaderOptions {
  /** Ends the thread at once, whatever it is at. */
  readonly signal?: AbortSignal | undefined;
  readonly onWait?: SiteClientOptions['onWait'];
}

/** A source that is open, read by a thread or here. */
export interface OpenSource {
  readonly source: ImportSource;
  close(): Promise<void>;
}

/** The `workerData` of this thread; other threads of the process have other data. */
type ReadTask =
  | { readonly reads: 'tec'; readonly file: SourceName & { readonly fd: number; readonly size: number } }
  | { readonly reads: 'tec'; readonly site: SiteRequest };

/**
 * Messages from the thread: waits at any time, else in this order: the source, the batches, the end; or an error. Batches are
 * sent as JSON text, which takes a third of the time of structured cloning.
 */
type ThreadMessage =
  | { waiting: [reason: Message | string, waitMs: number] }
  | { source: Omit<ImportSource, 'batches'> }
  | { batch: string }
  | { done: true }
  | { refused: Message }
  | { failed: unknown; members: object };

/** Messages to the thread: where to begin, and that a batch was taken. */
type ReaderMessage = { from: string | undefined } | 'taken';

/**
 * Returns the items of a file (`fileSource`). A large file is read and adapted in a thread of its own while this one
 * writes; its batches can be read only once. Call `close` before closing the bytes.
 * @param large size in bytes from which a file is
 * @throws ImportError, and AbortError where the signal ends it
 */
export async function openFileSource(
  bytes: ByteSource,
  named: SourceName,
  { large = THREAD_FROM_BYTES, ...options }: ReaderOptions & { large?: number } = {},
): Promise<OpenSource> {
  const { fd, size } = bytes;
  if (fd === undefined || size < large)
    return { source: await fileSource(bytes, named.name, named), close: async () => {} };
  return startReader({ reads: 'tec', file: { ...named, fd, size } }, named.shown, options);
}

/**
 * Returns the items of a site (`siteSource`), which a thread of its own reads; its batches can be read only once.
 * @throws ImportError, and AbortError where the signal ends it
 */
export const openSiteSource = (site: SiteRequest, options: ReaderOptions = {}): Promise<OpenSource> =>
  startReader({ reads: 'tec', site }, site.address, options);

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

async function startReader(
  task: ReadTask,
  shown: string | Message,
  { signal, onWait }: ReaderOptions,
): Promise<OpenSource> {
  signal?.throwIfAborted();
  // The thread runs this same file, bundled or not.
  const worker = new Worker(new URL(import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
  });
  // What it ends with is told to whoever reads; where nobody reads any more, to nobody.
  worker.on('error', () => {});
  const post = (sent: ReaderMessage) => worker.postMessage(sent);
  const messages = on(worker, 'message', { close: ['exit'], ...(signal ? { signal } : {}) });
  const close = async () => void (await worker.terminate());
  const next = async (): Promise<ThreadMessage> => {
    const { value } = await messages.next().catch((error: unknown) => {
      throw isOutOfMemory(error) ? new ImportError(message('import.reader_ended', { source: shown })) : error;
    });
    const received: ThreadMessage | undefined = value?.[0];
    if (!received) throw new ImportError(message('import.reader_ended', { source: shown }));
    if ('waiting' in received) {
      onWait?.(...received.waiting);
      return next();
    }
    if ('refused' in received) throw new ImportError(received.refused);
    // Errors lose their own members, such as `code`, when they are cloned.
    if ('failed' in received)
      throw received.failed instanceof Error
        ? Object.assign(received.failed, received.members)
        : received.failed;
    return received;
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
    return { source: { ...received.source, batches }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openTask(task: ReadTask, onWait: SiteClientOptions['onWait']): Promise<ImportSource> {
  if ('file' in task) return fileSource(bytesFromSharedFile(task.file), task.file.name, task.file);
  const { address, requestedLanguage, all, ...options } = task.site;
  const client = new SiteClient(address, {
    ...options,
    language: requestedLanguage,
    ...(onWait ? { onWait } : {}),
  });
  return siteSource(client, address, { all, requestedLanguage });
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
    const shown = 'file' in task ? task.file.shown : task.site.address;
    const { batches, ...source } = await openTask(task, (...wait) => post({ waiting: wait }));
    post({ source });
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
    else post({ failed: error, members: { ...Object(error) } });
  }
}

function isTask(data: unknown): data is ReadTask {
  return typeof data === 'object' && data !== null && 'reads' in data && data.reads === 'tec';
}

if (parentPort && isTask(workerData)) await readAndPost(workerData, parentPort);
