import type { Call } from '#context.ts';
import { utcText } from '#foundation/time/clock.ts';
import type { Change, ChangeAction, ChangedKind } from '#store/db/changes.ts';

/**
 * On whose behalf, when and with what an action works: a request, an import or a command. `now` is an instant. Texts
 * are in `writtenIn`; absent: in the site's language.
 */
export type Actor = Pick<Call, 'deps' | 'viewer' | 'now'> & Partial<Pick<Call, 'writtenIn'>>;

/** The languages of a write: of its texts, and the site's. */
export const languagesOf = ({ writtenIn, deps }: Actor) => ({
  language: writtenIn ?? deps.config.language,
  site: deps.config.language,
});

/** Returns the entry of the change log for something done now by the actor; its time is UTC. */
export const changed = (
  { viewer, now }: Actor,
  kind: ChangedKind,
  id: number,
  action: ChangeAction,
): Change => ({
  kind,
  resource_id: id,
  action,
  at_utc: utcText(now),
  user_id: viewer?.id ?? null,
});
