const PREFIX = 'kalends.typed.';

/** A form that somebody filled in and the interface doesn't have yet, kept in this browser. */
export interface KeptForm<T> {
  readonly form: T;
  /** The form as it was before anything was typed; what the interface had then. */
  readonly before: T;
  /** An attempt to save it that nothing has answered, so that it is sent again as the same one. */
  readonly attempt?: { readonly key: string; readonly form: T } | undefined;
}

/** A new event that somebody began and the interface doesn't have yet. */
export interface KeptDraft<T> {
  /** The name under which it is kept. */
  readonly name: string;
  readonly kept: KeptForm<T>;
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly begun: string;
}

/** Returns the name under which what a user types is kept. */
export const keptName = (user: number, kind: string, id: number): string => `${PREFIX}${user}.${kind}.${id}`;

const draftPrefix = (user: number): string => `${PREFIX}${user}.event.new-`;

/** Returns the name for another new event: each has its own, so that two tabs never write over each other. */
export const newDraftName = (user: number): string =>
  `${draftPrefix(user)}${[...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;

/** Returns when what is kept under a name was kept first; undefined if nothing is. */
function begunAt(name: string): string | undefined {
  const kept: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
  const isTold = typeof kept === 'object' && kept !== null && 'begun' in kept;
  return isTold && typeof kept.begun === 'string' ? kept.begun : undefined;
}

/** Keeps what is typed. A browser without room for it keeps what it has. */
export function keepForm<T>(name: string, kept: KeptForm<T>): void {
  try {
    const begun = begunAt(name) ?? new Date().toISOString().slice(0, 19).replace('T', ' ');
    localStorage.setItem(name, JSON.stringify({ ...kept, begun }));
  } catch {
    // Then leaving the page asks, as it does anyway.
  }
}

/** Returns what was kept; undefined if nothing, or something of another version of the form. */
export function keptForm<T extends object>(name: string, like: T): KeptForm<T> | undefined {
  try {
    const kept: KeptForm<T> | null = JSON.parse(localStorage.getItem(name) ?? 'null');
    const isLike = (form: T | undefined) =>
      form !== undefined && Object.keys(like).every((key) => key in form);
    if (!kept || !isLike(kept.form) || !isLike(kept.before)) return undefined;
    return kept;
  } catch {
    return undefined;
  }
}

/** Lists a user's new events that are kept, the newest first. */
export function keptDrafts<T extends object>(user: number, like: T): KeptDraft<T>[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(draftPrefix(user)))
      .flatMap((name) => {
        const kept = keptForm(name, like);
        const begun = begunAt(name);
        return kept && begun !== undefined ? [{ name, kept, begun }] : [];
      })
      .toSorted((one, other) => (one.begun < other.begun ? 1 : -1));
  } catch {
    return [];
  }
}

/** Keeps again what was forgotten. */
export function restoreForm(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // As with what is typed.
  }
}

/** Forgets what was kept, and returns it as `restoreForm` takes it. */
export function forgetForm(name: string): string {
  try {
    const text = localStorage.getItem(name) ?? '';
    localStorage.removeItem(name);
    return text;
  } catch {
    // Nothing is kept where nothing can be.
    return '';
  }
}

/** Forgets all that was typed in this browser, as whoever typed it signs out. */
export function forgetForms(): void {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX)) localStorage.removeItem(name);
  } catch {
    // Nothing is kept where nothing can be.
  }
}
