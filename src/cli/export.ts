import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type Command, InvalidArgumentError } from 'commander';
import type { Sink } from '#exporters/export.ts';
import { withCalendarToRead } from './calendar.ts';
import { type Kind, type Progress, showProgress } from './progress.ts';
import { place, say } from './say.ts';
import { withSettings } from './settings.ts';

interface ExportOptions {
  out?: string;
  media?: string;
  base?: string;
}

function origin(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw new InvalidArgumentError(say('misuse.address'));
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

/** `export`: everything that `import tec` takes, as one JSON document. */
export function register(program: Command): void {
  withSettings(program.command('export'))
    .description(say('cli.export'))
    .option(`--out ${place('file')}`, say('cli.export.out'))
    .option(`--media ${place('folder')}`, say('cli.export.media'))
    .option(`--base ${place('address')}`, say('cli.export.base'), origin)
    .action(async (options: ExportOptions, command: Command) => {
      const { exportCalendar, wholeFile } = await import('#exporters/export.ts');
      await withCalendarToRead(command, async ({ deps }) => {
        const { media } = options;
        if (media !== undefined) await mkdir(media, { recursive: true });
        const bars = progressByKind();
        const write = (out: Writable) =>
          exportCalendar(deps, options.base ?? deps.config.publicUrl, {
            write: (text) => writeTo(out, text),
            progress: bars.to,
            ...(media === undefined
              ? {}
              : {
                  async keepPicture(name, row) {
                    const bytes = await deps.media.files.read(wholeFile(row));
                    if (bytes) await writeFile(path.join(media, name), bytes);
                  },
                }),
          } satisfies Sink);
        try {
          await (options.out === undefined ? write(process.stdout) : toFile(options.out, write));
        } finally {
          bars.end();
        }
      });
    });
}

async function writeTo(out: Writable, text: string): Promise<void> {
  if (!out.write(text)) await once(out, 'drain');
}

/** Nobody finds half an export under the name asked for. */
async function toFile(file: string, write: (out: Writable) => Promise<void>): Promise<void> {
  const part = `${file}.part`;
  const out = createWriteStream(part, { mode: 0o600 });
  try {
    await write(out);
    out.end();
    await finished(out);
    await rename(part, file);
  } catch (error) {
    out.destroy();
    await rm(part, { force: true });
    throw error;
  }
}

/** One progress after the other, a kind each. */
export function progressByKind(): { to(what: Kind, done: number, total: number): void; end(): void } {
  let present: { what: Kind; progress: Progress } | undefined;
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
