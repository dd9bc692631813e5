/**
 * The requests of a load. `@0@`, `@1@`… in `path` and `body` stand for members of `lists`, the first list turning fastest;
 * `@n@` for the request's number. Without any of them all requests are the same.
 */
export interface Plan {
  method: 'GET' | 'POST';
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  lists: readonly (readonly (string | number)[])[];
  /** Bounds of the bytes of an answer with its head, which tell answers of another kind. */
  bytes: { from: number; to: number };
}

/** A load of so many connections for so long; `first` is the number of its first request. */
export interface Load {
  plan: Plan;
  url: string;
  connections: number;
  seconds: number;
  first: number;
}

/** The outcome. `faults`: answers of other statuses, broken connections, timeouts; `kinds` counts them by kind. */
export interface Driven {
  requests: number;
  seconds: number;
  bytes: number;
  faults: number;
  kinds: string;
  p50Ms: number;
  p99Ms: number;
}

/** The text of one request. */
export function filled(text: string, lists: Plan['lists'], n: number): string {
  let rest = n;
  const chosen = lists.map((list) => {
    const one = list[rest % list.length] ?? '';
    rest = Math.floor(rest / list.length);
    return one;
  });
  return text.replaceAll(/@(\d+|n)@/g, (_, name: string) =>
    name === 'n' ? String(n) : String(chosen[Number(name)] ?? ''),
  );
}

/** Tells whether a load's requests differ from each other. */
export const isVaried = ({ path, body }: Plan): boolean => /@(\d+|n)@/.test(path + (body ?? ''));
