import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { type Command, InvalidArgumentError } from 'commander';
import { message } from '#foundation/i18n/catalogue.ts';
import type { ExportSink } from '#transfer/exporters/export.ts';
import { interruptible } from './interrupt.ts';
import { withCalendarToRead } from './open-calendar.ts';
import { checkOutputFile, checkOutputFolder, removeUnfinished, writeAtomically } from './output-file.ts';
import { type Progress, type ProgressKind, showProgress } from './progress.ts';
import { withSettings } from './settings.ts';
import { placeholder, translateText } from './translate.ts';

interface ExportOptions {
  out?: string;
  media?: string;
  base?: string;
}

function origin(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError(translateText('misuse.address'));
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

/** Registers `export`: everything that `import tec` reads, as one JSON document. */
export function register(program: Command): void {
  withSettings(program.command('export'))
    .description(translateText('cli.export'))
    .option(`--out ${placeholder('file')}`, translateText('cli.export.out'))
    .option(`--media ${placeholder('folder')}`, translateText('cli.export.media'))
    .option(`--base ${placeholder('address')}`, translateText('cli.export.base'), origin)
    .action((options: ExportOptions, command: Command) => {
      const { out } = options;
      const describe = () =>
        out === undefined
          ? message('cli.export.interrupted')
          : message('cli.export.interrupted_file', { file: out });
      return interruptible({ describe, cleanUp: removeUnfinished }, () => exportTo(options, command));
    });
}

async function exportTo(options: ExportOptions, command: Command): Promise<void> {
  const { out: file, media } = options;
  if (file !== undefined) await checkOutputFile('--out', file);
  const { exportCalendar, originalFile } = await import('#transfer/exporters/export.ts');
  await withCalendarToRead(command, async ({ services }) => {
    if (media !== undefined) {
      await mkdir(media, { recursive: true }).catch(() => {});
      await checkOutputFolder('--media', media);
    }
    const bars = progressByKind();
    const write = (out: Writable) =>
      exportCalendar(services, options.base ?? services.config.publicUrl, {
        write: (text) => writeTo(out, text),
        progress: bars.to,
        ...(media === undefined
          ? {}
          : {
              async keepPicture(name, row) {
                const bytes = await services.media.files.read(originalFile(row));
                if (bytes)
                  await writeAtomically(path.join(media, name), async (out) => void out.write(bytes));
              },
            }),
      } satisfies ExportSink);
    try {
      await (file === undefined ? write(process.stdout) : writeAtomically(file, write));
    } finally {
      bars.end();
    }
  });
}

async function writeTo(out: Writable, text: string): Promise<void> {
  if (!out.write(text)) await once(out, 'drain');
}

/** Returns a progress display that shows one kind after the other. */
export function progressByKind(): { to(what: ProgressKind, done: number, total: number): void; end(): void } {
  let present: { what: ProgressKind; progress: Progress } | undefined;
  const end = () => {
    present?.progress.end();
    present = undefined;
  };
  return {
    to(what, done, total) {
      if (total === 0) return;
      if (present?.what !== what) {
        end();
        present = { what, progress: showProgress(what, total) };
      }
      present.progress.to(done);
    },
    end,
  };
}
