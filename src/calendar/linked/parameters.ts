import Type, { type TSchema } from 'typebox';
import { mayRead } from '#api/access/permissions.ts';
import { integerOf } from '#api/http/coercion.ts';
import {
  LIST_LIMIT,
  type Parameter,
  type Parameters,
  parameter,
  positiveIntegers,
  type Reading,
  refuse,
} from '#api/routing/parameter.ts';
import { missingParameters, readParameters } from '#api/server/request-input.ts';
import { EMBEDDED_LIMIT } from '#api/server/volume.ts';
import { findIdBySlug } from '#calendar/posts/store.ts';
import type { Call } from '#context.ts';
import type { Problem } from '#errors.ts';
import { type MessageKey, message } from '#foundation/i18n/catalogue.ts';
import { findLinked, type LinkedRow, type LinkedTable, listLinkHeads } from './store.ts';

const inPath = <T>(p: Parameter<T>): Parameter<T, true> => ({ ...p, required: true, always: true });

/** The ID in the path; gives the row. An unknown one is a wrong parameter (reference 3.4). */
export function existingById<T extends LinkedTable>(table: T): Parameter<LinkedRow<T>, true> {
  return inPath(
    parameter<LinkedRow<T>>(Type.Integer({ minimum: 1 }), async (value, { call }) => {
      const id = integerOf(value);
      const row = id === undefined || id <= 0 ? undefined : await findLinked(call.deps.db.read, table, id);
      return row ? { value: row } : refuse('problem.unknown_id');
    }),
  );
}

/** The slug in the path, of any status; gives the row. */
export function existingBySlug<T extends LinkedTable>(table: T): Parameter<LinkedRow<T>, true> {
  return inPath(
    parameter<LinkedRow<T>>(Type.String({ minLength: 1 }), async (value, { call }) => {
      const db = call.deps.db.read;
      const id = typeof value === 'string' ? await findIdBySlug(db, table, value) : undefined;
      const row = id === undefined ? undefined : await findLinked(db, table, id);
      return row ? { value: row } : refuse('problem.unknown_slug');
    }),
  );
}

/** What tells venues from organizers here. */
export interface Named {
  readonly table: LinkedTable;
  /** The member that holds the name. */
  readonly name: 'venue' | 'organizer';
  readonly unknown: MessageKey;
  readonly form: MessageKey;
  /** An empty name in a form is no wrong parameter: making it fails, after the permission (reference 5.9). */
  readonly leavesNoName?: boolean;
}

/**
 * IDs, as array or text with commas, of any status (reference 3.0, VENUES and ORGS). What the caller may not read
 * finds nothing: that is for the list to see to.
 */
export function linkedFilter({ table, unknown }: Named): Parameter<number[], false> {
  return parameter<number[]>(positiveIntegers.schema, async (value, around) => {
    const reading = await positiveIntegers.read(value, around);
    if ('problem' in reading) return reading;
    const rows = await listLinkHeads(around.call.deps.db.read, table, reading.value);
    const missing = reading.value.find((id) => !rows.has(id));
    return missing === undefined ? reading : refuse(unknown, { value: missing });
  });
}

/** One that an event links to: one that exists, or the fields of one to be made. */
export type Choice<F> = { id: number } | { fields: F };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === false ||
  value === 0 ||
  value === '0' ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Members of the field, texts with commas taken apart. */
function membersOf(value: unknown): unknown[] {
  const members = Array.isArray(value) ? value : [value];
  return members.flatMap((member) =>
    typeof member === 'string' && member.includes(',')
      ? member.split(',').map((part) => part.trim())
      : [member],
  );
}

/** Everything wrong with a nested form, as the one problem of the field it is in. */
function nestedProblem(path: string, problems: Readonly<Record<string, Problem>>): Problem {
  const told = Object.entries(problems).map(([name, problem]) =>
    message('problem.nested', { path: `${path}.${name}`, reason: problem.message }),
  );
  return { message: told.reduce((first, second) => message('problem.several', { first, second })) };
}

async function readForm<F>(
  form: Record<string, unknown>,
  named: Named & { fields: Parameters },
  at: { call: Call; path: string },
): Promise<Reading<Choice<F>>> {
  if (missingParameters(named.fields, form).length > 0) return refuse(named.form);
  const problems: Record<string, Problem> = {};
  // A blank name passes, and is none.
  const isLeft = named.leavesNoName === true && form[named.name] === '';
  const fields = await readParameters(
    named.fields,
    isLeft ? { ...form, [named.name]: ' ' } : form,
    at.call,
    problems,
  );
  if (Object.keys(problems).length > 0) return { problem: nestedProblem(at.path, problems) };
  // readParameters gives what the parameters promise, by name; it just can't say so in its type.
  return { value: { fields: fields as F } };
}

async function readMember<F>(
  member: unknown,
  named: Named & { fields: Parameters },
  at: { call: Call; path: string },
): Promise<Reading<Choice<F>>> {
  const wanted = isObject(member) ? member['id'] : member;
  if (isObject(member) && (wanted === undefined || isNothing(wanted))) return readForm<F>(member, named, at);
  if (typeof wanted !== 'string' && typeof wanted !== 'number') return refuse(named.form);
  const id = integerOf(wanted);
  return id !== undefined && id > 0
    ? { value: { id } }
    : refuse(named.unknown, { value: String(wanted).slice(0, 80) });
}

/**
 * What an event is to link to (D9): IDs, texts with commas, arrays, `{id}`, forms of new ones, in any mixture; order
 * kept, each ID once. Empty values of all kinds give `[]`. Trashed and unreadable ones are unknown (D8).
 */
export function linksField<F>(
  named: Named & { readonly fields: Parameters; readonly schema: TSchema },
): Parameter<Choice<F>[], false> {
  return parameter<Choice<F>[]>(
    named.schema,
    async (value, { call, name }) => {
      if (isNothing(value)) return { value: [] };
      const members = membersOf(value);
      if (members.every(isNothing)) return { value: [] };
      if (members.length > LIST_LIMIT) return refuse('problem.too_many', { limit: LIST_LIMIT });
      const choices: Choice<F>[] = [];
      const ids = new Set<number>();
      let formsBytes = 0;
      for (const [index, member] of members.entries()) {
        const path = Array.isArray(value) ? `${name}[${index}]` : name;
        const reading = await readMember<F>(member, named, { call, path });
        if ('problem' in reading) return reading;
        const choice = reading.value;
        if (!('id' in choice) && isObject(member))
          formsBytes += Buffer.byteLength(String(member['description'] ?? ''));
        if ('id' in choice && ids.has(choice.id)) continue;
        if ('id' in choice) ids.add(choice.id);
        choices.push(choice);
      }
      const rows = await listLinkHeads(call.deps.db.read, named.table, [...ids]);
      const missing = [...ids].find((id) => {
        const row = rows.get(id);
        return !row || row.status === 'trash' || !mayRead(call.viewer, row);
      });
      if (missing !== undefined) return refuse(named.unknown, { value: missing });
      let bytes = formsBytes;
      for (const row of rows.values()) bytes += row.bytes;
      return bytes > EMBEDDED_LIMIT
        ? refuse('problem.linked_too_large', { count: bytes, limit: EMBEDDED_LIMIT })
        : { value: choices };
    },
    { nulls: 'value' },
  );
}
