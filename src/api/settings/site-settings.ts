import { findMedia, type MediaRow } from '#api/media/store.ts';
import type { Config } from '#config.ts';
import type { Call } from '#context.ts';
import { type AccentRepair, type Accents, accentsOf } from '#foundation/colour/accents.ts';
import { type Language, languages } from '#foundation/i18n/catalogue.ts';
import { siteCurrency } from '#foundation/i18n/currency.ts';
import {
  siteSettings as descriptions,
  initialSiteSettings,
  type SiteSettingName,
  type SiteSettings,
  siteSettingNames,
  siteSettingsFrom,
} from '#foundation/site/settings.ts';
import type { ChangedResources, ChangeLogFollower } from '#store/db/change-log-follower.ts';
import type { Database, Reading } from '#store/db/engine.ts';
import { findStoredSettings } from './store.ts';
import { mailOf } from './stored-mail.ts';

/** The settings of a site, the accents computed of its one colour, and what had to be moved for them. */
export interface Site extends SiteSettings {
  readonly accents: Accents;
  readonly repairs: readonly AccentRepair[];
  /** Names of the settings that somebody has set; the others are what they are by themselves. */
  readonly stored: readonly SiteSettingName[];
  /** The picture that `logo` names; undefined where there is none any more. */
  readonly logoFile: MediaRow | undefined;
  /** Name, currency, language and time zone as the rest of the service reads them. */
  readonly config: Config;
}

/** Settings that every calendar has: somebody has set them where they are others than at first. */
const ALWAYS_STORED: ReadonlySet<SiteSettingName> = new Set(['language', 'timezone']);

/** Returns settings with what follows from them. */
async function derived(db: Reading, config: Config): Promise<Site> {
  const stored = await findStoredSettings(db);
  const kept = siteSettingsFrom((name) => descriptions[name].read(stored.get(name)));
  const isSet = (name: SiteSettingName) =>
    stored.has(name) && !(ALWAYS_STORED.has(name) && stored.get(name) === initialSiteSettings[name]);
  const site = { ...siteOf(config, kept, stored.get('mail')), stored: siteSettingNames.filter(isSet) };
  return site.logo === null ? site : { ...site, logoFile: await findMedia(db, site.logo) };
}

/**
 * Returns the settings of a calendar, of which the first start in the browser, an administrator or another process may have
 * changed some since this one started. A variable wins.
 */
function siteOf(base: Config, kept: Partial<SiteSettings>, mail?: unknown): Site {
  const { language, timezone } = base;
  const settings: SiteSettings = {
    ...initialSiteSettings,
    language,
    timezone,
    ...kept,
    ...base.siteOverrides,
  };
  const { accents, repairs } = accentsOf(settings.accent);
  const isGiven = (base.siteOverrides.currency ?? kept.currency) !== undefined;
  const used = languages.filter((one) => one === settings.language || settings.languages.includes(one));
  return {
    ...settings,
    languages: used,
    accents,
    repairs,
    stored: [],
    logoFile: undefined,
    config: {
      ...base,
      siteName: settings.name,
      language: settings.language,
      languages: used,
      timezone: settings.timezone,
      mail: base.mail ?? mailOf(base, mail),
      currency: siteCurrency(settings.currency, settings.language, {
        position: base.currencyPosition,
        isGiven,
      }),
    },
  };
}

/** For so long at most a write shows the site's settings as they were read last. */
const WRITES_FOLLOW_MS = 1000;

declare module '#context.ts' {
  interface Services {
    readonly settings: SettingsCache;
    /** The settings of the calendar as they were read last: for a request, when it came. */
    readonly site: Site;
  }
}

/** The settings of a calendar in memory, until its change log tells that they may be others. */
export class SettingsCache {
  /** The configuration as the environment gave it. */
  readonly #base: Config;
  readonly #changeLog: ChangeLogFollower;
  /** `isFollowed`: the change log tells when it may have changed. */
  #known: { readonly site: Site; readonly isFollowed: boolean } | undefined;
  /**
   * The site's language as it was read last, without a look at the database: for what comes before a request's own reads. No
   * answer of a later version is cached before these have told. `read` alone sets it.
   */
  language: Language;
  #lookedMs = Number.NEGATIVE_INFINITY;

  /** @param base the configuration as the environment gave it, which wins */
  constructor(base: Config, changeLog: ChangeLogFollower) {
    this.#base = base;
    this.language = base.language;
    this.#changeLog = changeLog;
    changeLog.subscribe((changed) => this.#note(changed));
  }

  /** The settings that the environment gives, and what follows from them, without a look at the database. */
  get withoutDatabase(): Site {
    return siteOf(this.#base, {});
  }

  /**
   * Returns the settings at the version that a call reads; at most two statements for each version, and each time in a transaction.
   * @param isWriting spares the look at the change log within a second of the last one: each write moves the version
   */
  async read(db: Database, { isWriting = false } = {}): Promise<Site> {
    if (db.isTransaction) return derived(db.read, this.#base);
    const nowMs = performance.now();
    const isSpared = isWriting && nowMs - this.#lookedMs < WRITES_FOLLOW_MS;
    // Commands write without ever following the log: on PostgreSQL that holds a connection.
    const isFollowing = !isWriting || (!isSpared && this.#known?.isFollowed === true);
    const isFollowed = isFollowing && (await this.#changeLog.follow());
    if (isFollowing) this.#lookedMs = nowMs;
    const known = this.#known;
    if (known && (isWriting || (isFollowed && known.isFollowed))) return known.site;
    const { revision } = this.#changeLog;
    const site = await derived(db.read, this.#base);
    this.language = site.language;
    const isKept = (isWriting || isFollowed) && this.#base.cache > 0 && revision === this.#changeLog.revision;
    if (isKept) this.#known = { site, isFollowed };
    return site;
  }

  #note(changed: ChangedResources): void {
    // Settings move the version without a line in the log.
    if (changed === 'everything' || changed.some(({ kind }) => kind === 'media')) this.#known = undefined;
  }
}

/** Returns the settings of the calendar as they are at the version that a call reads. */
export const siteSettings = ({ services }: Pick<Call, 'services'>): Promise<Site> =>
  services.settings.read(services.db);
