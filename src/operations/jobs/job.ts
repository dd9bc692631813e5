/** Work that is done again and again until it is stopped. */
export interface Job {
  /** Ends it; resolves once a run that is under way has ended. */
  stop(): Promise<void>;
}

/**
 * Starts a job. A run gives the milliseconds until the next one, counted from its end, and never throws; it may ask whether
 * the job was stopped meanwhile.
 * @param firstMs milliseconds until the first run; 0: at once
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
