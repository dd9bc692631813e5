import { findUser, type User } from '#api/access/store.ts';
import { openLink, useLink } from '#api/account-links/links.ts';
import { listLinks } from '#api/account-links/store.ts';
import type { Input } from '#api/routing/parameter.ts';
import { storeSiteSettings } from '#api/settings/actions.ts';
import { siteSettings } from '#api/settings/site-settings.ts';
import { changeUser } from '#api/users/actions.ts';
import { storeSiteLanguage } from '#calendar/site-language/change.ts';
import type { Call } from '#context.ts';
import { KalendsError, type Problem } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { siteSettings as descriptions } from '#foundation/site/settings.ts';
import { utcText } from '#foundation/time/clock.ts';
import { moveVersion } from '#store/db/changes.ts';
import { decidable, type SetupAnswer, type setupFields } from './schema.ts';

type SentSetup = Partial<Input<typeof setupFields>>;

/** Returns the variables that have decided something of the first start, by its field. */
function decided({ config }: Call['services']): Partial<Record<(typeof decidable)[number], string>> {
  const { siteOverrides, languageGiven, timezoneGiven } = config;
  return {
    ...(siteOverrides.name === undefined ? {} : { site_name: descriptions.name.variable }),
    ...(timezoneGiven ? { timezone: 'KALENDS_TIMEZONE' } : {}),
    ...(languageGiven ? { language: 'KALENDS_LANGUAGE' } : {}),
    ...(siteOverrides.week_start === undefined ? {} : { week_start: descriptions.week_start.variable }),
  };
}

/** Returns the administrator who has yet to choose a password; undefined once the first start is over. */
async function findNewcomer({ services, now }: Pick<Call, 'services' | 'now'>): Promise<User | undefined> {
  const { read } = services.db.origin ?? services.db;
  const [link] = await listLinks(read, 'setup', utcText(now));
  return link?.user_id ? findUser(read, link.user_id) : undefined;
}

/** Returns whether the first start is open, and if so what the calendar begins with. */
export async function setupState(call: Call): Promise<SetupAnswer> {
  const newcomer = await findNewcomer(call);
  if (!newcomer) return { open: false };
  const { config, week_start } = await siteSettings(call);
  const variables = decided(call.services);
  return {
    open: true,
    login: newcomer.login,
    site_name: config.siteName,
    timezone: config.timezone,
    language: config.language,
    week_start,
    overridden: decidable.filter((name) => variables[name] !== undefined),
  };
}

/** Returns what is wrong with the fields of the first start: other values than the variables that decide have. */
export async function setupProblems(call: Call, sent: SentSetup): Promise<Record<string, Problem>> {
  const { config, week_start } = await siteSettings(call);
  const present = {
    site_name: config.siteName,
    timezone: config.timezone,
    language: config.language,
    week_start,
  };
  const variables = decided(call.services);
  const problems: Record<string, Problem> = {};
  for (const name of decidable) {
    const variable = variables[name];
    if (variable !== undefined && sent[name] && sent[name] !== present[name])
      problems[name] = { message: message('problem.overridden', { variable }) };
  }
  return problems;
}

/**
 * Ends the first start: gives the administrator a password of their own and the calendar its name, zone, language and week,
 * all of it or nothing. They apply from the next request on, within a second on other processes and nodes.
 * @throws KalendsError `rest_setup_closed`, `rest_invalid_code`, `rest_user_exists`, `rest_too_many_requests`
 */
export async function setUp(call: Call, sent: Input<typeof setupFields>): Promise<User> {
  const { db } = call.services;
  if (!(await findNewcomer(call))) throw new KalendsError('rest_setup_closed');
  const link = await openLink(call, 'setup', sent.code);
  if (link.user_id === null) throw new KalendsError('rest_setup_closed');
  const variables = decided(call.services);
  const settings = {
    ...(variables.site_name === undefined ? { name: sent.site_name } : {}),
    ...(variables.week_start === undefined ? { week_start: sent.week_start } : {}),
    ...(sent.timezone && variables.timezone === undefined ? { timezone: sent.timezone } : {}),
  };
  const { password, name, email, language } = sent;
  // The code stands for the password that was made up.
  const actor = { ...call, viewer: null };
  const user = await changeUser(actor, link.user_id, { password, name, email }, async (trx) => {
    await useLink(trx, link);
    if (await storeSiteSettings(trx, settings)) await moveVersion(trx);
    if (language && variables.language === undefined) await storeSiteLanguage(trx, db, language);
  });
  // This process follows at once.
  await siteSettings(call);
  return user;
}
