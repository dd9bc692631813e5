import Type from 'typebox';
import { can } from '#api/access/permissions.ts';
import { integerOf, listOf } from '#api/http/coercion.ts';
import {
  isBroken,
  LIST_LIMIT,
  type Parameter,
  parameter,
  type ReadResult,
  refuse,
} from '#api/routing/parameter.ts';
import { leadOnFromId } from '#calendar/merging/redirects.ts';
import type { Reading } from '#store/db/engine.ts';
import type { TermKind } from './kind.ts';
import { cleanName, NAME_LIMIT, nameKey, slugIn } from './rules.ts';
import { findTerm, matchTerms, type TermMatches, type TermRow } from './store.ts';

/** Reads the ID of a path as the row of an existing term. */
export function existingTerm(kind: TermKind): Parameter<TermRow, false> {
  return parameter<TermRow>(Type.Integer({ minimum: 1 }), async (value, { call }) => {
    const id = integerOf(value);
    const row = id !== undefined && id > 0 ? await findTerm(call.services.db.read, kind, id) : undefined;
    if (!row) await leadOnFromId(call, kind, id);
    return row ? { value: row } : refuse('problem.unknown_id');
  });
}

const LONGEST_MEMBER = 2000;

/** A member of a list of terms, in all the ways in which it may refer to one. */
interface TermReference {
  /** The text that was sent, shortened for the message that refuses it. */
  sent: string;
  id: number | undefined;
  /** Whether it is a JSON number, which is never a slug or a name. */
  numeric: boolean;
  slug: string;
  name: string;
  key: string;
}

function readReference(member: string | number): TermReference {
  const id = integerOf(member);
  const numeric = typeof member === 'number';
  const text = String(member);
  const name = numeric ? '' : cleanName(text);
  return {
    sent: text.slice(0, 80),
    id: id !== undefined && id > 0 ? id : undefined,
    numeric,
    slug: numeric ? '' : slugIn(text),
    name,
    key: name === '' ? '' : nameKey(name),
  };
}

function matchesOf(db: Reading, kind: TermKind, references: readonly TermReference[]): Promise<TermMatches> {
  return matchTerms(db, kind, {
    ids: references.flatMap((one) => one.id ?? []),
    slugs: references.flatMap((one) => one.slug || []),
    keys: references.flatMap((one) => one.key || []),
  });
}

const byText = (one: TermReference, found: TermMatches) =>
  found.bySlug.get(one.slug) ?? found.byKey.get(one.key);
const byId = (one: TermReference, found: TermMatches) =>
  one.id === undefined ? undefined : found.ids.get(one.id);

/** Returns the members, which are numbers and texts that a database can store; undefined where one is something else. */
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
 * Reads a filter by existing terms, an array or a text with commas (spec 4.3: slugs or IDs; reference 3.8): each a slug,
 * else an ID. A name passes but selects nothing, as clients of the reference expect; what refers to no term is refused.
 * Returns the IDs, each once.
 */
export function termFilter(kind: TermKind): Parameter<number[], false> {
  return parameter<number[]>(
    Type.Array(Type.Union([Type.Integer({ minimum: 1 }), Type.String()]), { maxItems: LIST_LIMIT }),
    async (value, { call }) => {
      const list = listOf(value);
      const members = list && plainMembers(list);
      if (!members || members.length === 0) return refuse('problem.terms_form');
      if (members.length > LIST_LIMIT) return refuse('problem.too_many', { limit: LIST_LIMIT });
      const references = members.map(readReference);
      const found = await matchesOf(call.services.db.read, kind, references);
      const ids = new Set<number>();
      for (const one of references) {
        const id = found.bySlug.get(one.slug) ?? byId(one, found);
        if (id !== undefined) ids.add(id);
        else if (!found.byKey.has(one.key)) return refuse('problem.terms_unknown', { value: one.sent });
      }
      return { value: [...ids] };
    },
  );
}

/** A term that a write of an event asks for: an existing one, or a new one of that plain name. */
export type TermChoice = { id: number } | { name: string };

/** Returns the members of an event's terms as sent; undefined where the value is no list of texts and numbers. */
function chosenMembers(value: unknown): (string | number)[] | undefined {
  if (value === '' || value === 0 || value === false) return [];
  const list = listOf(value);
  return list && plainMembers(list.filter((member) => member !== null && member !== false));
}

function choose(one: TermReference, found: TermMatches): TermChoice | undefined {
  const id = byId(one, found) ?? (one.numeric ? undefined : byText(one, found));
  if (id !== undefined) return { id };
  const isNumber = one.numeric || (one.name !== '' && Number.isFinite(Number(one.name)));
  return isNumber || one.name === '' ? undefined : { name: one.name };
}

/**
 * Reads the terms of an event (reference 5.9, D4): IDs, slugs and names in any mixture. Unknown numbers and empty members
 * are skipped; unknown names become new terms for callers who may create them. Empty values give `[]`.
 */
export function termsField(kind: TermKind): Parameter<TermChoice[], false> {
  return parameter<TermChoice[]>(
    Type.Array(Type.Union([Type.Integer(), Type.String()]), { maxItems: LIST_LIMIT }),
    async (value, { call }): Promise<ReadResult<TermChoice[]>> => {
      const members = chosenMembers(value);
      if (!members) return refuse('problem.terms_form');
      if (members.length > LIST_LIMIT) return refuse('problem.too_many', { limit: LIST_LIMIT });
      const references = members.map(readReference);
      const found = await matchesOf(call.services.db.read, kind, references);
      const choices: TermChoice[] = [];
      for (const one of references) {
        const choice = choose(one, found);
        if (!choice) continue;
        if ('name' in choice) {
          if (choice.name.length > NAME_LIMIT) return refuse('problem.too_long', { limit: NAME_LIMIT });
          // A caller who may not write events at all is refused by the permission, after the parameters.
          if (can(call.viewer, 'create') && !can(call.viewer, 'make_terms'))
            return refuse('problem.terms_forbidden', { value: one.sent });
        }
        choices.push(choice);
      }
      return { value: choices };
    },
  );
}
