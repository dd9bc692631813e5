const PREFIX = 'kalends.typed.';

/** A form that somebody filled in and the interface doesn't have yet, kept in this browser. */
export interface KeptForm<T> {
  readonly form: T;
  /** The form as it was before anything was typed; what the interface had then. */
  readonly before: T;
  /** An attempt to save it that nothing has answered, so that it is sent again as the same one. */
  readonly attempt?: { readonly key: string; readonly form: T } | undefined;
}

/** Returns the name under which what a user types is kept. */
export const keptName = (user: number, kind: string, id: number | 'new'): string =>
  `${PREFIX}${user}.${kind}.${id}`;

/** Keeps what is typed. A browser without room for it keeps what it has. */
export function keepForm<T>(name: string, kept: KeptForm<T>): void {
  try {
    localStorage.setItem(name, JSON.stringify(kept));
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

/** Forgets what was kept. */
export function forgetForm(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing is kept where nothing can be.
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
