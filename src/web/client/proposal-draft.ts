import { isObject } from '#foundation/text/is-object.ts';

// The draft of a proposal: what stands in its form, kept in this browser until it was sent.

const NAME = 'kalends.submission';
/** There is a name and an address in it, so that it isn't kept for longer. */
const LONGEST_MS = 7 * 24 * 3600 * 1000;

/** A challenge with its proof, as a form was sent with them. */
export interface SentWork {
  readonly challenge: string;
  readonly proof: string;
}
/** Values of a form, by the names of its fields. */
export interface Draft {
  readonly savedMs: number;
  readonly values: Readonly<Record<string, string>>;
  /** Where it was sent, and may have arrived: sent again with this, it doesn't become two. */
  readonly sent?: SentWork | undefined;
}

function readWork(value: unknown): SentWork | undefined {
  if (!isObject(value)) return undefined;
  const { challenge, proof } = value;
  return typeof challenge === 'string' && typeof proof === 'string' ? { challenge, proof } : undefined;
}

function parse(text: string): Draft | undefined {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(found) || !isObject(found['values'])) return undefined;
  const { savedMs } = found;
  const age = typeof savedMs === 'number' ? Date.now() - savedMs : Number.NaN;
  if (typeof savedMs !== 'number' || !(age >= 0 && age < LONGEST_MS)) return undefined;
  const texts = Object.entries(found['values']).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return { savedMs, values: Object.fromEntries(texts), sent: readWork(found['sent']) };
}

/** Forgets the draft. */
export function discardDraft(): void {
  try {
    localStorage.removeItem(NAME);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** Returns the draft; one that is broken or too old is forgotten. */
export function readDraft(): Draft | undefined {
  let text: string | null = null;
  try {
    text = localStorage.getItem(NAME);
  } catch {
    return undefined;
  }
  if (text === null) return undefined;
  const draft = parse(text);
  if (!draft) discardDraft();
  return draft;
}

/** Keeps a draft; returns whether this browser does. */
export function keepDraft(draft: Draft): boolean {
  try {
    localStorage.setItem(NAME, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}
