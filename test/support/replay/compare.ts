import { isObject, type Json } from '../json.ts';

/** A difference between answers: `status`, `header NAME`, or a path into the body as `events[0].title`. */
export type Difference = { at: string; recorded: Json | undefined; here: Json | undefined };

const PAGE_ADDRESS = /(^|\.)(next_|previous_)?rest_url$/;

/** Tells whether a text is an address of an unpublished item, for which any stable address will do. */
const isUnpublished = (at: string, recorded: Json, here: Json) =>
  /(^|\.)(url|website)$/.test(at) &&
  /[?&]post_type=/.test(String(recorded)) &&
  typeof here === 'string' &&
  here !== '';

/**
 * Returns the differences of `here` from `recorded`, both in normal form. Members that only `here` has are additions, which
 * clients ignore; so are parameters that only its `rest_url` carries (D6).
 */
export function differences(recorded: Json, here: Json, at = ''): Difference[] {
  if (recorded === here || isUnpublished(at, recorded, here)) return [];
  if (PAGE_ADDRESS.test(at) && typeof recorded === 'string' && typeof here === 'string') {
    if (carriesAll(recorded, here)) return [];
  }
  if (Array.isArray(recorded) && Array.isArray(here)) {
    const out: Difference[] = [];
    if (recorded.length !== here.length) {
      out.push({ at: `${at}.length`, recorded: recorded.length, here: here.length });
    }
    for (const [i, value] of recorded.slice(0, here.length).entries()) {
      out.push(...differences(value, here[i] ?? null, `${at}[${i}]`));
    }
    return out;
  }
  if (isObject(recorded) && isObject(here)) {
    return Object.entries(recorded).flatMap(([name, value]) => {
      const path = at === '' ? name : `${at}.${name}`;
      const mine = here[name];
      return mine === undefined
        ? [{ at: path, recorded: value, here: mine }]
        : differences(value, mine, path);
    });
  }
  return [{ at, recorded, here }];
}

/** `difference` on one line, each side cut to 160 characters. */
export function describe({ at, recorded, here }: Difference): string {
  const side = (value: Json | undefined) =>
    value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 160);
  return `${at}: ${side(recorded)} recorded, ${side(here)} here`;
}

function carriesAll(recorded: string, here: string): boolean {
  if (!URL.canParse(recorded) || !URL.canParse(here)) return false;
  const [wanted, got] = [new URL(recorded), new URL(here)];
  return (
    wanted.pathname === got.pathname &&
    [...wanted.searchParams].every(([name, value]) => got.searchParams.get(name) === value)
  );
}
