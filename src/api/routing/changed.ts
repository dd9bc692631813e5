import { utcText } from '#foundation/time/clock.ts';
import type { Change, ChangeAction, ChangedKind } from '#store/db/changes.ts';
import type { Actor } from './actor.ts';

/** What the change log says of something done now, by whom; its time is UTC. */
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
