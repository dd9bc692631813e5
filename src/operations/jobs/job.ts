/** Work that is repeated until it is stopped. */
export interface Job {
  /** Stops the job; resolves once a run in progress has ended. */
  stop(): Promise<void>;
}

/**
 * Starts a job. Each run returns the milliseconds from its end to the next run, must not throw, and can ask whether
 * the job was stopped meanwhile.
 * @param firstMs milliseconds until the first run; 0 runs it at once
 */
export function startJob(run: (isStopped: () => boolean) => Promise<number>, firstMs = 0): Job {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const wait = (ms: number) => {
    if (isStopped) return;
    timer = setTimeout(start, ms);
    timer.unref();
  };
  const start = () => {
    running = run(() => isStopped).then(wait);
  };
  if (firstMs === 0) start();
  else wait(firstMs);
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
