import { on } from 'node:events';
import { type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import type { Language, Message } from '#foundation/i18n/catalogue.ts';
import { type ByteSource, bytesFromSharedFile } from '../byte-source.ts';
import { type ImportBatch, ImportError, type ImportSource } from '../import-item.ts';
import { fileSource } from './source.ts';

/** File size from which a thread pays off: starting one takes a tenth of a second. */
const THREAD_FROM_BYTES = 2 ** 23;
/** Batches the thread may prepare ahead: slightly more than one transaction takes. */
const MAX_AHEAD = 6;

/** The name of a file, and the language requested from the site it came from. */
interface SourceName {
  readonly name: string;
  /** The name in messages. */
  readonly shown: string | Message;
  readonly requestedLanguage: Language | undefined;
}

/** The `workerData` of this thread; other threads of the process have other data. */
interface ReadTask extends SourceName {
  readonly reads: 'tec';
  readonly fd: number;
  readonly size: number;
}

/**
 * Messages from the thread, in this order: the source, the batches, the end; or an error. Batches are sent as JSON
 * text, which takes a third of the time of structured cloning.
 */
type ThreadMessage =
  | { source: Omit<ImportSource, 'batches'> }
  | { batch: string }
  | { done: true }
  | { refused: Message }
  | { failed: unknown; members: object };

/**
 * Returns the items of a file (`fileSource`). A large file is read and adapted in a thread of its own while this one
 * writes; its batches can be read only once. Call `close` before closing the bytes.
 * @throws ImportError
 */
export async function openFileSource(
  bytes: ByteSource,
  named: SourceName,
  large: number = THREAD_FROM_BYTES,
): Promise<{ source: ImportSource; close(): Promise<void> }> {
  const { fd, size } = bytes;
  if (fd === undefined || size < large)
    return { source: await fileSource(bytes, named.name, named), close: async () => {} };
  const task: ReadTask = { ...named, reads: 'tec', fd, size };
  // The thread runs this same file, bundled or not.
  const worker = new Worker(new URL(import.meta.url), { workerData: task });
  const messages = on(worker, 'message', { close: ['exit'] });
  const close = async () => void (await worker.terminate());
  const next = async () => {
    const { value } = await messages.next();
    const message: ThreadMessage | undefined = value?.[0];
    if (!message) throw new Error('The thread that read the file has ended.');
    if ('refused' in message) throw new ImportError(message.refused);
    // Errors lose their own members, such as `code`, when they are cloned.
    if ('failed' in message)
      throw message.failed instanceof Error ? Object.assign(message.failed, message.members) : message.failed;
    return message;
  };
  async function* batches(): AsyncGenerator<ImportBatch> {
    for (let message = await next(); 'batch' in message; message = await next()) {
      worker.postMessage('taken');
      yield JSON.parse(message.batch);
    }
  }
  try {
    const message = await next();
    if (!('source' in message)) throw new Error('The thread that reads the file began in the middle.');
    return { source: { ...message.source, batches }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function readAndPost({ fd, size, ...named }: ReadTask, port: MessagePort): Promise<void> {
  const post = (message: ThreadMessage) => port.postMessage(message);
  const taken = on(port, 'message');
  try {
    const { batches, ...source } = await fileSource(bytesFromSharedFile({ fd, size }), named.name, named);
    post({ source });
    let ahead = 0;
    for await (const batch of batches(undefined)) {
      if (ahead++ >= MAX_AHEAD) await taken.next();
      post({ batch: JSON.stringify(batch) });
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
