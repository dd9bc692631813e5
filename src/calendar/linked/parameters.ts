import Type from 'typebox';
import { mayRead } from '#api/access/permissions.ts';
import { integerOf } from '#api/http/coercion.ts';
import {
  formSchema,
  LIST_LIMIT,
  type Parameter,
  type Parameters,
  parameter,
  positiveIntegers,
  type ReadResult,
  refuse,
} from '#api/routing/parameter.ts';
import { EMBEDDED_LIMIT } from '#api/server/answer-size.ts';
import { missingParameters, readParameters } from '#api/server/request-input.ts';
import { leadOnFromId, leadOnFromSlug, listMerged } from '#calendar/merging/redirects.ts';
import { findIdBySlug } from '#calendar/posts/store.ts';
import type { Call } from '#context.ts';
import type { Problem } from '#errors.ts';
import { type MessageKey, message } from '#foundation/i18n/catalogue.ts';
import { isObject } from '#foundation/text/is-object.ts';
import type { Reading } from '#store/db/engine.ts';
import { findLinked, type LinkedRow, type LinkedTable, listLinkHeads } from './store.ts';

const inPath = <T>(p: Parameter<T>): Parameter<T, true> => ({ ...p, required: true, always: true });

/** Reads the ID in a path as the row of any status; an unknown ID is a wrong parameter (reference 3.4). */
export function existingById<T extends LinkedTable>(table: T): Parameter<LinkedRow<T>, true> {
  return inPath(
    parameter<LinkedRow<T>>(Type.Integer({ minimum: 1 }), async (value, { call }) => {
      const id = integerOf(value);
      const row =
        id === undefined || id <= 0 ? undefined : await findLinked(call.services.db.read, table, id);
      if (!row) await leadOnFromId(call, table, id);
      return row ? { value: row } : refuse('problem.unknown_id');
    }),
  );
}

/** Reads the slug in a path, in any language, as the row of any status. */
export function existingBySlug<T extends LinkedTable>(table: T): Parameter<LinkedRow<T>, true> {
  return inPath(
    parameter<LinkedRow<T>>(Type.String({ minLength: 1 }), async (value, { call }) => {
      const db = call.services.db.read;
      const id = typeof value === 'string' ? await findIdBySlug(db, table, value) : undefined;
      const row = id === undefined ? undefined : await findLinked(db, table, id);
      if (!row && typeof value === 'string') await leadOnFromSlug(call, table, value);
      return row ? { value: row } : refuse('problem.unknown_slug');
    }),
  );
}

/** Names of one kind for parameters that refer to it: its table, its name's member, the messages that refuse a value. */
export interface LinkParameterTraits {
  readonly table: LinkedTable;
  /** The member of a nested form that holds the name. */
  readonly name: 'venue' | 'organizer';
  /** Refuses an ID that names none. */
  readonly unknown: MessageKey;
  /** Refuses what is neither an ID nor a form. */
  readonly form: MessageKey;
  /** Lets an empty name in a form pass: its creation fails, after the permission (reference 5.9). */
  readonly allowsEmptyName?: boolean;
}

/**
 * Reads a filter by IDs, an array or a text with commas (reference 3.0, VENUES and ORGS). Every ID that exists passes;
 * the list finds nothing for those that the caller may not read.
 */
export function linkedFilter({ table, unknown }: LinkParameterTraits): Parameter<number[], false> {
  return parameter<number[]>(positiveIntegers.schema, async (value, around) => {
    const reading = await positiveIntegers.read(value, around);
    if ('problem' in reading) return reading;
    const { read } = around.call.services.db;
    const rows = await listLinkHeads(read, table, reading.value);
    const missing = reading.value.filter((id) => !rows.has(id));
    if (missing.length === 0) return reading;
    // A merged one counts as the one that it was merged into (contract W5).
    const merged = await listMerged(read, table, missing);
    const lost = missing.find((id) => !merged.has(id));
    if (lost !== undefined) return refuse(unknown, { value: lost });
    return { value: [...new Set(reading.value.map((id) => merged.get(id) ?? id))] };
  });
}

/** A link that a write of an event asks for: to an existing item, or to one created from these fields. */
export type LinkChoice<F> = { id: number } | { fields: F };

/** Returns links to what merged items were merged into, each once, with the heads of those that are there. */
async function resolveChoices<F>(db: Reading, table: LinkedTable, chosen: readonly LinkChoice<F>[]) {
  const idsOf = (choices: readonly LinkChoice<F>[]) =>
    choices.flatMap((choice) => ('id' in choice ? choice.id : []));
  const ids = idsOf(chosen);
  const rows = await listLinkHeads(db, table, ids);
  const lost = ids.filter((id) => !rows.has(id));
  const merged = lost.length > 0 ? await listMerged(db, table, lost) : new Map<number, number>();
  if (merged.size === 0) return { choices: [...chosen], ids, rows };
  const seen = new Set<number>();
  const choices = chosen.flatMap((choice): LinkChoice<F>[] => {
    if (!('id' in choice)) return [choice];
    const id = merged.get(choice.id) ?? choice.id;
    if (seen.has(id)) return [];
    seen.add(id);
    return [{ id }];
  });
  return { choices, ids: [...seen], rows: await listLinkHeads(db, table, [...seen]) };
}

const isEmptyValue = (value: unknown): boolean =>
  value === null ||
  value === false ||
  value === 0 ||
  value === '0' ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Returns the members of the field; texts with commas are split. */
function membersOf(value: unknown): unknown[] {
  const members = Array.isArray(value) ? value : [value];
  return members.flatMap((member) =>
    typeof member === 'string' && member.includes(',')
      ? member.split(',').map((part) => part.trim())
      : [member],
  );
}

/** Joins the problems of a nested form to the one problem of its field. */
function nestedProblem(path: string, problems: Readonly<Record<string, Problem>>): Problem {
  const messages = Object.entries(problems).map(([name, problem]) =>
    message('problem.nested', { path: `${path}.${name}`, reason: problem.message }),
  );
  return { message: messages.reduce((first, second) => message('problem.several', { first, second })) };
}

async function readForm<F>(
  form: Record<string, unknown>,
  traits: LinkParameterTraits & { fields: Parameters },
  at: { call: Call; path: string },
): Promise<ReadResult<LinkChoice<F>>> {
  if (missingParameters(traits.fields, form).length > 0) return refuse(traits.form);
  const problems: Record<string, Problem> = {};
  // A blank passes the check of the field, and is cleaned to an empty name later.
  const isNameless = traits.allowsEmptyName === true && form[traits.name] === '';
  const fields = await readParameters(
    traits.fields,
    isNameless ? { ...form, [traits.name]: ' ' } : form,
    at.call,
    problems,
  );
  if (Object.keys(problems).length > 0) return { problem: nestedProblem(at.path, problems) };
  // `readParameters` returns what the parameters promise by name, which its type can't express.
  return { value: { fields: fields as F } };
}

async function readMember<F>(
  member: unknown,
  traits: LinkParameterTraits & { fields: Parameters },
  at: { call: Call; path: string },
): Promise<ReadResult<LinkChoice<F>>> {
  const wanted = isObject(member) ? member['id'] : member;
  if (isObject(member) && (wanted === undefined || isEmptyValue(wanted)))
    return readForm<F>(member, traits, at);
  if (typeof wanted !== 'string' && typeof wanted !== 'number') return refuse(traits.form);
  const id = integerOf(wanted);
  return id !== undefined && id > 0
    ? { value: { id } }
    : refuse(traits.unknown, { value: String(wanted).slice(0, 80) });
}

/**
 * Reads the links of an event (D9): IDs, texts with commas, arrays, `{id}`, forms of new items, in any mixture. Keeps
 * their order, each ID once; empty values of all kinds give `[]`. Trashed and unreadable items are unknown (D8).
 * @param traits `fields` are those of a form
 */
export function linksField<F>(
  traits: LinkParameterTraits & { readonly fields: Parameters },
): Parameter<LinkChoice<F>[], false> {
  return parameter<LinkChoice<F>[]>(
    Type.Array(Type.Union([Type.Integer({ minimum: 1 }), formSchema(traits.fields)]), {
      maxItems: LIST_LIMIT,
    }),
    async (value, { call, name }) => {
      if (isEmptyValue(value)) return { value: [] };
      const members = membersOf(value);
      if (members.every(isEmptyValue)) return { value: [] };
      if (members.length > LIST_LIMIT) return refuse('problem.too_many', { limit: LIST_LIMIT });
      const chosen: LinkChoice<F>[] = [];
      const named = new Set<number>();
      let formsBytes = 0;
      for (const [index, member] of members.entries()) {
        const path = Array.isArray(value) ? `${name}[${index}]` : name;
        const reading = await readMember<F>(member, traits, { call, path });
        if ('problem' in reading) return reading;
        const choice = reading.value;
        if (!('id' in choice) && isObject(member))
          formsBytes += Buffer.byteLength(String(member['description'] ?? ''));
        if ('id' in choice && named.has(choice.id)) continue;
        if ('id' in choice) named.add(choice.id);
        chosen.push(choice);
      }
      const { choices, ids, rows } = await resolveChoices(call.services.db.read, traits.table, chosen);
      const missing = ids.find((id) => {
        const row = rows.get(id);
        return !row || row.status === 'trash' || !mayRead(call.viewer, row);
      });
      if (missing !== undefined) return refuse(traits.unknown, { value: missing });
      let bytes = formsBytes;
      for (const row of rows.values()) bytes += row.bytes;
      return bytes > EMBEDDED_LIMIT
        ? refuse('problem.linked_too_large', { count: bytes, limit: EMBEDDED_LIMIT })
        : { value: choices };
    },
    { nulls: 'value' },
  );
}
