import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Size in bytes at which V8's new space stops growing: four times as much would gain hardly a percent of time. */
const NEW_SPACE_MOST = 16 * 2 ** 20;
const LOOK_EVERY_MS = 1_000;

/** Keeps V8's new space at 16 MiB; a flag for that can be set only at a process's start. */
export function limitNewSpace(): void {
  const timer = setInterval(() => {
    const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    if ((space?.space_size ?? 0) < NEW_SPACE_MOST) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    clearInterval(timer);
  }, LOOK_EVERY_MS);
  timer.unref();
}
