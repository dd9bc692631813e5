import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes of V8's new space at which it grows no more: four times that would be taken, for hardly a percent of time. */
const NEW_SPACE_MOST = 16 * 2 ** 20;
const LOOK_EVERY_MS = 1_000;

/** Keeps V8's new space from growing beyond 16 MiB, which can only be said at a start and not to a process that runs. */
export function limitNewSpace(): void {
  const timer = setInterval(() => {
    const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    if ((space?.space_size ?? 0) < NEW_SPACE_MOST) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    clearInterval(timer);
  }, LOOK_EVERY_MS);
  timer.unref();
}
