import { Presets, SingleBar } from 'cli-progress';
import type { ReportedKind } from '#transfer/importers/report.ts';
import { translateText } from './translate.ts';

/** The unit of a progress display. */
export type ProgressKind = ReportedKind | 'copied' | 'compared' | 'saved' | 'restored' | 'files' | 'verified';

/** Shows progress on standard error: a bar on a terminal, else a line every few seconds. */
export interface Progress {
  to(done: number): void;
  end(): void;
}

const LINE_EVERY_MS = 2000;

/** Starts a progress display for `total` units. */
export function showProgress(
  kind: ProgressKind,
  total: number,
  out: NodeJS.WriteStream = process.stderr,
): Progress {
  const counted = translateText(`kind.${kind}`);
  if (out.isTTY) {
    // The bar inserts the time when it is drawn.
    const left = translateText('cli.progress.left', { time: '{eta_formatted}' });
    const bar = new SingleBar(
      {
        format: `{bar} {percentage}% | {value}/{total} | ${counted} | ${left}`,
        stream: out,
        hideCursor: true,
      },
      Presets.shades_classic,
    );
    bar.start(total, 0);
    return { to: (done) => bar.update(done), end: () => bar.stop() };
  }
  let last = performance.now();
  let written = 0;
  const writeLine = (done: number) => {
    written = done;
    out.write(`${translateText('cli.progress.line', { kind: counted, done, total })}\n`);
  };
  return {
    to(done) {
      if (performance.now() - last < LINE_EVERY_MS && done < total) return;
      last = performance.now();
      writeLine(done);
    },
    end() {
      if (written < total) writeLine(total);
    },
  };
}
