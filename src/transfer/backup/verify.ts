import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { changeSiteLanguage } from '#calendar/site-language/change.ts';
import { renewSearchTexts } from '#calendar/site-language/search-texts.ts';
import type { Message } from '#foundation/i18n/catalogue.ts';
import { openSqlite } from '#store/db/sqlite.ts';
import { type Fault, findFaults } from '#transfer/check/check.ts';
import type { Archive } from './archive.ts';
import { loadRows } from './load.ts';
import type { Manifest } from './manifest.ts';
import { picturePathOf } from './read-manifest.ts';

/**
 * Restores a verified backup (`readManifest`) to a temporary folder and checks the calendar as `check` does. Returns
 * faults.
 * @throws UserFacingError if no calendar can be made of it
 */
export async function findFaultsIn(
  archive: Archive,
  manifest: Manifest,
  progress: { rows(done: number, total: number): void; rule(rule: Message): void },
  signal: AbortSignal,
): Promise<Fault[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kalends-verify-'));
  try {
    const db = openSqlite(path.join(folder, 'kalends.db'));
    try {
      await loadRows(archive, manifest, db, {
        progress: (done, total) => {
          signal.throwIfAborted();
          progress.rows(done, total);
        },
      });
      // Completes an older calendar as a start does; the language makes no difference here.
      await changeSiteLanguage(db, { language: 'en', languageGiven: false });
      await renewSearchTexts(db);
      const files = new Set(manifest.members.map(({ name }) => picturePathOf(name)));
      // Pictures can't be checked in a backup without them.
      const has = async (file: string) => !manifest.media || files.has(file);
      return await findFaults({ db, media: { folder: path.join(folder, 'media'), has } }, (rule) => {
        signal.throwIfAborted();
        progress.rule(rule);
      });
    } finally {
      await db.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
