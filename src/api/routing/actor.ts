import type { Call } from '#context.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import { utcText } from '#foundation/time/clock.ts';
import type { Change, ChangeAction, ChangedKind } from '#store/db/changes.ts';

/**
 * The context of an action, which a request, an import or a command gives: its user, the instant, the service. Texts are
 * in the language `writtenIn`; absent: in the site's.
 */
export type Actor = Pick<Call, 'services' | 'viewer' | 'now'> &
  Partial<Pick<Call, 'writtenIn'>> & {
    /** The import that writes, by whose ID its history is found. */
    readonly importId?: number;
  };

/** Returns the languages of a write: that of its texts, and the site's. */
export const languagesOf = ({ writtenIn, services }: Actor) => ({
  language: writtenIn ?? services.config.language,
  site: services.config.language,
});

/** Returns the entry of the change log for something done now by the actor; its time is UTC. */
export const changed = (
  { viewer, now, importId }: Actor,
  kind: ChangedKind,
  id: number,
  action: ChangeAction,
): Change => ({
  kind,
  resource_id: id,
  action,
  at_utc: utcText(now),
  user_id: viewer?.id ?? null,
  ...(importId === undefined ? {} : { import_id: importId }),
});

/** Returns the language whose translations an answer shows; undefined for the site's, in which rows are written. */
export const translationIn = ({
  language,
  services,
}: Pick<Call, 'language' | 'services'>): Language | undefined =>
  language === services.config.language ? undefined : language;
