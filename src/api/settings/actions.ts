import { findMedia } from '#api/media/store.ts';
import type { Input } from '#api/routing/parameter.ts';
import type { Call } from '#context.ts';
import { invalidParameters, type Problem } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { siteSettingNames, siteSettings } from '#foundation/site/settings.ts';
import { moveVersion } from '#store/db/changes.ts';
import type { Writing } from '#store/db/engine.ts';
import type { siteSettingFields } from './schema.ts';
import { findStoredSite, storeSetting } from './store.ts';

/** Settings of the site that were sent; null makes one again what it is where nobody set it. */
export type SentSettings = Input<typeof siteSettingFields>;

/** Returns what is wrong with sent settings: those that a variable overrides, and a logo that is no picture. */
export async function settingProblems(
  { deps: { db, config } }: Pick<Call, 'deps'>,
  sent: SentSettings,
): Promise<Record<string, Problem>> {
  const problems: Record<string, Problem> = {};
  for (const name of siteSettingNames)
    if (sent[name] !== undefined && config.siteOverrides[name] !== undefined)
      problems[name] = {
        message: message('problem.overridden', { variable: siteSettings[name].variable }),
      };
  if (sent.logo && !problems['logo'] && !(await findMedia(db.read, sent.logo))?.width)
    problems['logo'] = { message: siteSettings.logo.problem };
  return problems;
}

/** Stores settings that were sent, and returns whether that changes any; the caller moves the version. */
export async function storeSiteSettings(trx: Writing, sent: SentSettings): Promise<boolean> {
  const stored = (await findStoredSite(trx)).settings;
  let isChanged = false;
  for (const name of siteSettingNames) {
    const value = sent[name];
    if (value === undefined || stored.get(name) === (value === null ? undefined : JSON.stringify(value)))
      continue;
    isChanged = true;
    await storeSetting(trx, name, value);
  }
  return isChanged;
}

/**
 * Stores the settings that were sent. The version moves without a line of the change log, so that every cache of every
 * node drops all that it has.
 * @throws KalendsError `rest_invalid_param` for settings that a variable overrides, and for a logo that is no picture
 */
export async function changeSiteSettings(call: Call, sent: SentSettings): Promise<void> {
  const problems = await settingProblems(call, sent);
  if (Object.keys(problems).length > 0) throw invalidParameters(problems);
  await call.deps.db.write(async (trx) => {
    if (await storeSiteSettings(trx, sent)) await moveVersion(trx);
  });
}
