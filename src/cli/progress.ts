import { Presets, SingleBar } from 'cli-progress';

/** Progress of something long, on standard error: a bar on a terminal, else a plain line now and then. */
export interface Progress {
  to(done: number): void;
  end(): void;
}

const LINE_EVERY_MS = 2000;

/** @param what what is counted, such as `events` */
export function showProgress(
  what: string,
  total: number,
  out: NodeJS.WriteStream = process.stderr,
): Progress {
  if (out.isTTY) {
    const bar = new SingleBar(
      {
        format: `{bar} {percentage}% | {value}/{total} ${what} | {eta_formatted} left`,
        stream: out,
        hideCursor: true,
      },
      Presets.shades_classic,
    );
    bar.start(total, 0);
    return { to: (done) => bar.update(done), end: () => bar.stop() };
  }
  let last = performance.now();
  let told = 0;
  const tell = (done: number) => {
    told = done;
    out.write(`${done} of ${total} ${what}\n`);
  };
  return {
    to(done) {
      if (performance.now() - last < LINE_EVERY_MS && done < total) return;
      last = performance.now();
      tell(done);
    },
    end() {
      if (told < total) tell(total);
    },
  };
}
