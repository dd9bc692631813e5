import { findMedia } from '#api/media/store.ts';
import type { Input } from '#api/routing/parameter.ts';
import type { Call } from '#context.ts';
import { invalidParameters, type Problem } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { siteSettingNames, siteSettings } from '#foundation/site/settings.ts';
import { moveVersion } from '#store/db/changes.ts';
import type { siteSettingFields } from './schema.ts';
import { listStoredSettings, storeSetting } from './store.ts';

/**
 * Stores the settings that were sent. The version moves without a line of the change log, so that every cache of every
 * node drops all that it has.
 * @throws KalendsError `rest_invalid_param` for settings that a variable overrides, and for a logo that is no picture
 */
export async function changeSiteSettings(call: Call, sent: Input<typeof siteSettingFields>): Promise<void> {
  const { db, config } = call.deps;
  const problems: Record<string, Problem> = {};
  for (const name of siteSettingNames)
    if (sent[name] !== undefined && config.siteOverrides[name] !== undefined)
      problems[name] = {
        message: message('problem.overridden', { variable: siteSettings[name].variable }),
      };
  if (sent.logo && !problems['logo'] && !(await findMedia(db.read, sent.logo))?.width)
    problems['logo'] = { message: siteSettings.logo.problem };
  if (Object.keys(problems).length > 0) throw invalidParameters(problems);
  await db.write(async (trx) => {
    const stored = await listStoredSettings(trx);
    let isChanged = false;
    for (const name of siteSettingNames) {
      const value = sent[name];
      if (value === undefined || stored.get(name) === (value === null ? undefined : JSON.stringify(value)))
        continue;
      isChanged = true;
      await storeSetting(trx, name, value);
    }
    if (isChanged) await moveVersion(trx);
  });
}
