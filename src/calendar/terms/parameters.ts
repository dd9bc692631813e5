import Type from 'typebox';
import { can } from '#api/access/permissions.ts';
import { integerOf, listOf } from '#api/http/coercion.ts';
import {
  isBroken,
  LIST_LIMIT,
  type Parameter,
  parameter,
  type Reading,
  refuse,
} from '#api/routing/parameter.ts';
import type { Reading as Store } from '#store/db/engine.ts';
import type { TermKind } from './kind.ts';
import { cleanName, NAME_LIMIT, nameKey, slugIn } from './rules.ts';
import { matchTerms, type TermMatches } from './store.ts';

const LONGEST_MEMBER = 2000;
const shown = (member: unknown) => String(member).slice(0, 80);

/** One member of a list of terms, in all the ways in which it may name one. */
interface Named {
  /** As sent, for the message that refuses it. */
  sent: string;
  id: number | undefined;
  /** A JSON number, which is never a slug or name. */
  numeric: boolean;
  slug: string;
  name: string;
  key: string;
}

function namedBy(member: string | number): Named {
  const id = integerOf(member);
  const numeric = typeof member === 'number';
  const text = String(member);
  const name = numeric ? '' : cleanName(text);
  return {
    sent: shown(text),
    id: id !== undefined && id > 0 ? id : undefined,
    numeric,
    slug: numeric ? '' : slugIn(text),
    name,
    key: name === '' ? '' : nameKey(name),
  };
}

function matchesOf(db: Store, kind: TermKind, named: readonly Named[]): Promise<TermMatches> {
  return matchTerms(db, kind, {
    ids: named.flatMap((one) => one.id ?? []),
    slugs: named.flatMap((one) => one.slug || []),
    keys: named.flatMap((one) => one.key || []),
  });
}

const byText = (one: Named, found: TermMatches) => found.bySlug.get(one.slug) ?? found.byKey.get(one.key);
const byId = (one: Named, found: TermMatches) =>
  one.id !== undefined && found.ids.has(one.id) ? one.id : undefined;

/** Members that are texts (that a database can keep) or numbers; undefined where one is neither. */
function plainMembers(members: readonly unknown[]): (string | number)[] | undefined {
  const plain: (string | number)[] = [];
  for (const member of members) {
    if (typeof member !== 'number') {
      if (typeof member !== 'string' || member.length > LONGEST_MEMBER || isBroken(member)) return undefined;
    }
    plain.push(member);
  }
  return plain;
}

/**
 * Existing terms as array or text with commas (spec 4.3: slugs or IDs; reference 3.8): each by slug, then by id. A name
 * passes but selects nothing, as programs made for the reference know it; what names no term is refused. Gives their
 * ids, each once; none where only names were given.
 */
export function termFilter(kind: TermKind): Parameter<number[], false> {
  return parameter<number[]>(
    Type.Array(Type.Union([Type.Integer({ minimum: 1 }), Type.String()]), { maxItems: LIST_LIMIT }),
    async (value, { call }) => {
      const list = listOf(value);
      const members = list && plainMembers(list);
      if (!members || members.length === 0) return refuse('problem.terms_form');
      if (members.length > LIST_LIMIT) return refuse('problem.too_many', { limit: LIST_LIMIT });
      const named = members.map(namedBy);
      const found = await matchesOf(call.deps.db.read, kind, named);
      const ids = new Set<number>();
      for (const one of named) {
        const id = found.bySlug.get(one.slug) ?? byId(one, found);
        if (id !== undefined) ids.add(id);
        else if (!found.byKey.has(one.key)) return refuse('problem.terms_unknown', { value: one.sent });
      }
      return { value: [...ids] };
    },
  );
}

/** A term that a write names: one that exists, or the plain name of one to be made. */
export type TermChoice = { id: number } | { name: string };

/** Members of an event's terms as sent; undefined where the value is no list of texts and numbers. */
function chosenMembers(value: unknown): (string | number)[] | undefined {
  if (value === '' || value === 0 || value === false) return [];
  const list = listOf(value);
  return list && plainMembers(list.filter((member) => member !== null && member !== false));
}

function choose(one: Named, found: TermMatches): TermChoice | undefined {
  const id = byId(one, found) ?? (one.numeric ? undefined : byText(one, found));
  if (id !== undefined) return { id };
  const isNumber = one.numeric || (one.name !== '' && Number.isFinite(Number(one.name)));
  return isNumber || one.name === '' ? undefined : { name: one.name };
}

/**
 * The terms of an event that is written (reference 5.9, D4): ids, slugs, names, mixed; unknown numbers and empty members
 * are skipped, unknown names become new terms for those who may make them. Empty values give `[]`.
 */
export function termsField(kind: TermKind): Parameter<TermChoice[], false> {
  return parameter<TermChoice[]>(
    Type.Array(Type.Union([Type.Integer(), Type.String()]), { maxItems: LIST_LIMIT }),
    async (value, { call }): Promise<Reading<TermChoice[]>> => {
      const members = chosenMembers(value);
      if (!members) return refuse('problem.terms_form');
      if (members.length > LIST_LIMIT) return refuse('problem.too_many', { limit: LIST_LIMIT });
      const named = members.map(namedBy);
      const found = await matchesOf(call.deps.db.read, kind, named);
      const choices: TermChoice[] = [];
      for (const one of named) {
        const choice = choose(one, found);
        if (!choice) continue;
        if ('name' in choice) {
          if (choice.name.length > NAME_LIMIT) return refuse('problem.too_long', { limit: NAME_LIMIT });
          // Whoever may not write events at all is refused as such, after the parameters.
          if (can(call.viewer, 'create') && !can(call.viewer, 'make_terms'))
            return refuse('problem.terms_forbidden', { value: one.sent });
        }
        choices.push(choice);
      }
      return { value: choices };
    },
  );
}
