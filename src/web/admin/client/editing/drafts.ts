import type { FormDraft } from './editing-state.ts';

const PREFIX = 'kalends.typed.';

/** The draft of a new event, as it is listed. */
export interface ListedDraft<Form> {
  /** The name under which it is stored. */
  readonly name: string;
  readonly draft: FormDraft<Form>;
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly begun: string;
}

/** Returns the name under which a user's draft of an item is stored. */
export const draftName = (user: number, kind: string, id: number): string => `${PREFIX}${user}.${kind}.${id}`;

const newDraftPrefix = (user: number): string => `${PREFIX}${user}.event.new-`;

/** Returns the name for another new event: each has its own, so that two tabs never write over each other. */
export const newDraftName = (user: number): string =>
  `${newDraftPrefix(user)}${[...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;

/** Returns when a draft was stored first; undefined if there is none. */
function begunAt(name: string): string | undefined {
  const stored: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
  const isDraft = typeof stored === 'object' && stored !== null && 'begun' in stored;
  return isDraft && typeof stored.begun === 'string' ? stored.begun : undefined;
}

/** Stores a draft in this browser. A browser without room for it keeps the one that it has. */
export function storeDraft<Form>(name: string, draft: FormDraft<Form>): void {
  try {
    const begun = begunAt(name) ?? new Date().toISOString().slice(0, 19).replace('T', ' ');
    localStorage.setItem(name, JSON.stringify({ ...draft, begun }));
  } catch {
    // Then leaving the page asks, as it does anyway.
  }
}

/** Returns a stored draft; undefined if there is none, or one of another version of the form. */
export function readDraft<Form extends object>(name: string, like: Form): FormDraft<Form> | undefined {
  try {
    const draft: FormDraft<Form> | null = JSON.parse(localStorage.getItem(name) ?? 'null');
    const isLike = (form: Form | undefined) =>
      form !== undefined && Object.keys(like).every((key) => key in form);
    if (!draft || !isLike(draft.form) || !isLike(draft.before)) return undefined;
    return draft;
  } catch {
    return undefined;
  }
}

/** Lists a user's drafts of new events, the newest first. */
export function listDrafts<Form extends object>(user: number, like: Form): ListedDraft<Form>[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(newDraftPrefix(user)))
      .flatMap((name) => {
        const draft = readDraft(name, like);
        const begun = begunAt(name);
        return draft && begun !== undefined ? [{ name, draft, begun }] : [];
      })
      .toSorted((one, other) => (one.begun < other.begun ? 1 : -1));
  } catch {
    return [];
  }
}

/** Stores again what was forgotten. */
export function restoreDraft(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // As with what is typed.
  }
}

/** Forgets a draft, and returns it as `restoreDraft` takes it. */
export function forgetDraft(name: string): string {
  try {
    const text = localStorage.getItem(name) ?? '';
    localStorage.removeItem(name);
    return text;
  } catch {
    // Nothing is stored where nothing can be.
    return '';
  }
}

/** Forgets all drafts in this browser, as whoever typed them signs out. */
export function forgetDrafts(): void {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX)) localStorage.removeItem(name);
  } catch {
    // Nothing is stored where nothing can be.
  }
}
