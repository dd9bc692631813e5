import {
  cropPicture,
  inspectPicture,
  makeSizes,
  type PictureCrop,
  type PictureFacts,
  type PictureFiles,
} from './picture.ts';

/** Request to the decoding process: inspect a picture, make its smaller sizes, or cut it. */
export type Task =
  | { kind: 'inspect'; bytes: Buffer }
  | { kind: 'make'; bytes: Buffer; name: string }
  | { kind: 'crop'; bytes: Buffer; crop: PictureCrop };

/** Answer of the decoding process; `large` is its last word before it ends itself. */
export type Reply =
  | { kind: 'facts'; facts: PictureFacts }
  | { kind: 'files'; files: PictureFiles }
  | { kind: 'cropped'; bytes: Buffer }
  | { kind: 'animated' }
  | { kind: 'broken' }
  | { kind: 'large' };

/** Bytes of memory; the dearest picture that is taken needs some 400 MiB. */
const MAX_RSS = 640 * 1024 * 1024;
const LOOK_EVERY_MS = 25;

// From the first moment on. Signals to the whole group end the service when it is done; then this process is let go.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const)
  process.on(signal, () => {});

async function answer(task: Task): Promise<Reply> {
  const bytes = Buffer.from(task.bytes.buffer, task.bytes.byteOffset, task.bytes.byteLength);
  if (task.kind === 'inspect') {
    const facts = await inspectPicture(bytes);
    return facts ? { kind: 'facts', facts } : { kind: 'broken' };
  }
  try {
    if (task.kind === 'crop') {
      const cropped = await cropPicture(bytes, task.crop);
      return cropped ? { kind: 'cropped', bytes: cropped } : { kind: 'animated' };
    }
    return { kind: 'files', files: await makeSizes(bytes, task.name) };
  } catch {
    return { kind: 'broken' };
  }
}

// The library works in threads of its own, so that this one can look.
const looking = setInterval(() => {
  if (process.memoryUsage.rss() <= MAX_RSS) return;
  clearInterval(looking);
  process.send?.({ kind: 'large' } satisfies Reply, () => process.kill(process.pid, 'SIGKILL'));
}, LOOK_EVERY_MS);
process.on('disconnect', () => process.exit());

process.on('message', (task: Task) => {
  answer(task).then(
    (reply) => process.send?.(reply),
    () => process.exit(1),
  );
});
