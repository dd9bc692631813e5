import { useCallback, useEffect, useRef, useState } from 'react';
import { type ListedDraft, listDrafts, newDraftName, readDraft } from '../editing/drafts.ts';
import type { EventForm } from './event-form.ts';

/** Where a tab has the name of its draft, so that it is opened again as the tab is loaded again. */
const PREFIX = 'kalends.draft.';
/**
 * How long a tab waits for a draft that somebody holds. A tab that is loaded again, or closed, lets go a little later, on a
 * busy machine more than a second later; another tab that is open keeps it.
 */
const LET_GO_MS = 3_000;

/**
 * Holds a draft for this tab, as long as nobody else does. Returns what lets it go; undefined where another tab has it.
 * Browsers give locks to encrypted sites and one's own machine alone: elsewhere tabs don't know of each other.
 */
function hold(name: string): Promise<(() => void) | undefined> {
  const { locks }: { readonly locks?: LockManager } = navigator;
  if (!locks) return Promise.resolve(() => undefined);
  return new Promise((resolve) => {
    locks
      .request(
        name,
        { signal: AbortSignal.timeout(LET_GO_MS) },
        () => new Promise<void>((letGo) => resolve(letGo)),
      )
      .catch(() => resolve(undefined));
  });
}

/** The new event of a tab, and those that were begun and left. */
export interface OpenDraft {
  readonly name: string;
  /** Drafts that were begun and left, the newest first. */
  readonly left: readonly ListedDraft<EventForm>[];
  /** Goes on with another. */
  open(name: string): void;
  /** Looks again at what was left. */
  renew(): void;
}

/** Opens a draft of a new event for this tab; undefined until it is known which, and where no new event is entered. */
export function useDraft(
  user: number | undefined,
  place: string | undefined,
  like: EventForm,
): OpenDraft | undefined {
  const [wanted, setWanted] = useState<{ readonly place: string; readonly name: string }>();
  const [name, setName] = useState<string>();
  const [left, setLeft] = useState<readonly ListedDraft<EventForm>[]>([]);
  const form = useRef(like);
  form.current = like;
  useEffect(() => {
    if (user === undefined || place === undefined) return;
    const own = PREFIX + place;
    const former = wanted?.place === place ? wanted.name : sessionStorage.getItem(own);
    let isPast = false;
    let letGo: (() => void) | undefined;
    const begin = async () => {
      const isKept = former !== null && readDraft(former, form.current) !== undefined;
      const known = isKept ? await hold(former) : undefined;
      const next = known ? former : undefined;
      const fresh = newDraftName(user);
      letGo = known ?? (await hold(fresh));
      if (isPast) return letGo?.();
      sessionStorage.setItem(own, next ?? fresh);
      setName(next ?? fresh);
    };
    void begin();
    return () => {
      isPast = true;
      letGo?.();
      // Who goes elsewhere has left it; who loads the tab again hasn't.
      sessionStorage.removeItem(own);
      setName(undefined);
    };
  }, [user, place, wanted]);
  const turn = useRef(0);
  const renew = useCallback(() => {
    turn.current += 1;
    const own = turn.current;
    if (user === undefined || name === undefined) return;
    const others = listDrafts(user, form.current).filter((draft) => draft.name !== name);
    const names = new Set(others.map((draft) => draft.name));
    setLeft((now) => now.filter((draft) => names.has(draft.name)));
    for (const draft of others)
      void hold(draft.name).then((letGo) => {
        letGo?.();
        if (!letGo || turn.current !== own) return;
        setLeft((now) =>
          others.filter((one) => one === draft || now.some(({ name: known }) => known === one.name)),
        );
      });
  }, [user, name]);
  useEffect(renew, [renew]);
  if (name === undefined || place === undefined) return undefined;
  return { name, left, open: (other) => setWanted({ place, name: other }), renew };
}
