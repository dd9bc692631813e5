import { findMedia } from '#api/media/store.ts';
import type { Input } from '#api/routing/parameter.ts';
import type { Call } from '#context.ts';
import { invalidParameters, type Problem } from '#errors.ts';
import { type Language, message } from '#foundation/i18n/catalogue.ts';
import { initialSiteSettings, siteSettingNames, siteSettings } from '#foundation/site/settings.ts';
import { moveVersion } from '#store/db/changes.ts';
import type { Database, Writing } from '#store/db/engine.ts';
import { storeSiteZone } from '#store/db/site-zone.ts';
import type { siteSettingFields } from './schema.ts';
import { findStoredSettings, storeSetting } from './store.ts';

/** Settings of the site that were sent; null makes one again what it is where nobody set it. */
export type SentSettings = Input<typeof siteSettingFields>;

/** Returns what is wrong with sent settings: those that a variable overrides, and a logo that is no picture. */
export async function settingProblems(
  { services: { db, config } }: Pick<Call, 'services'>,
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

/** Stores the language of a calendar, and brings its texts up to date with it. */
export type StoreLanguage = (trx: Writing, db: Database, language: Language) => Promise<void>;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Stores settings that were sent, and returns whether that changes any; the caller moves the version. The language is none of
 * them: texts of the whole calendar move with it.
 */
export async function storeSiteSettings(
  trx: Writing,
  sent: Omit<SentSettings, 'language'>,
): Promise<boolean> {
  const stored = await findStoredSettings(trx);
  let isChanged = false;
  for (const name of siteSettingNames) {
    if (name === 'language') continue;
    const value = sent[name];
    if (value === undefined || isSame(value, stored.get(name) ?? null)) continue;
    isChanged = true;
    if (name === 'timezone') await storeSiteZone(trx, sent.timezone ?? initialSiteSettings.timezone);
    else await storeSetting(trx, name, value);
  }
  return isChanged;
}

/**
 * Stores the settings that were sent. The version moves without a line of the change log, so that every cache of every
 * node drops all that it has.
 * @throws KalendsError `rest_invalid_param` for settings that a variable overrides, and for a logo that is no picture
 */
export async function changeSiteSettings(
  call: Call,
  sent: SentSettings,
  storeLanguage: StoreLanguage,
): Promise<void> {
  const problems = await settingProblems(call, sent);
  if (Object.keys(problems).length > 0) throw invalidParameters(problems);
  const { db } = call.services;
  const { language, ...others } = sent;
  await db.write(async (trx) => {
    const wanted = language === null ? initialSiteSettings.language : language;
    if (wanted !== undefined && wanted !== (await findStoredSettings(trx)).get('language'))
      await storeLanguage(trx, db, wanted);
    if (await storeSiteSettings(trx, others)) await moveVersion(trx);
  });
}
