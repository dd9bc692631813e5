import Type, { type TSchema } from 'typebox';
import { integerOf, listOf, NUMBER_LIMIT } from '#api/http/coercion.ts';
import type { Call } from '#context.ts';
import type { Problem } from '#errors.ts';
import { type MessageKey, message } from '#foundation/i18n/catalogue.ts';
import { englishDate } from '#foundation/time/languages.ts';
import { readDate } from '#foundation/time/typed.ts';
import { findZone } from '#foundation/time/zone.ts';

/** The value that a parameter read, or why it can't be accepted. */
export type ReadResult<T> = { value: T } | { problem: Problem };

/** The context in which a value is read: the call, and all parameters as sent. */
export interface ReadContext {
  readonly call: Call;
  readonly name: string;
  readonly sent: Readonly<Record<string, unknown>>;
}

/**
 * A parameter of a request: its schema is the documentation, `read` the validation, `T` the type. A JSON `null`
 * is refused, or counts as not sent, or is a value, as `nulls` says.
 */
export interface Parameter<T, Always extends boolean = boolean> {
  readonly schema: TSchema;
  readonly required: boolean;
  readonly nulls: 'refused' | 'absent' | 'value';
  /** Its value where it isn't sent, if that is the same for every call. */
  readonly defaultValue?: T;
  /** Computes that value where it depends on the call. */
  readonly fallback?: (call: Call) => T;
  /** Whether the value goes unchanged into the column of the same name. */
  readonly stored: boolean;
  /** Whether handlers always get a value: it is required, or has a default. */
  readonly always: Always;
  read(value: unknown, around: ReadContext): ReadResult<T> | Promise<ReadResult<T>>;
}

/** Parameters by name. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>;
type ValueOf<P> = P extends Parameter<infer T> ? T : never;

type AlwaysNames<P> = { [K in keyof P]: P[K] extends Parameter<unknown, true> ? K : never }[keyof P];

/** The values that a handler gets, by name: one that wasn't sent and has no default is absent, which is not the same as empty. */
export type Input<P> = { [K in AlwaysNames<P>]: ValueOf<P[K]> } & {
  [K in Exclude<keyof P, AlwaysNames<P>>]?: ValueOf<P[K]> | undefined;
};

/** Defines an optional parameter by its schema and its reader. */
export function parameter<T>(
  schema: TSchema,
  read: Parameter<T>['read'],
  options: { nulls?: Parameter<T>['nulls'] } = {},
): Parameter<T, false> {
  return { schema, required: false, nulls: options.nulls ?? 'refused', stored: false, always: false, read };
}

/** Makes a parameter required. */
export function required<T>(p: Parameter<T>): Parameter<T, true> {
  return { ...p, required: true, always: true };
}

/** Gives a parameter a default, which may depend on the call; `shown` documents it where it isn't the value itself. */
export function withDefault<T>(
  p: Parameter<T>,
  fallback: T | ((call: Call) => T),
  shown?: unknown,
): Parameter<T, true> {
  const isComputed = typeof fallback === 'function';
  const documented = shown === undefined && !isComputed ? fallback : shown;
  const schema = documented === undefined ? p.schema : { ...p.schema, default: documented };
  const always = { ...withoutDefault(p), schema, always: true } as const;
  return isComputed
    ? { ...always, fallback: fallback as (call: Call) => T }
    : { ...always, defaultValue: fallback };
}

/**
 * Ignores every value but those of a parameter, as the reference does; programs made for it send others.
 * @param aliases values that stand for one of the parameter's
 */
export function lenient<T extends string>(
  p: Parameter<T, false>,
  aliases: Readonly<Record<string, T>> = {},
): Parameter<T | undefined, false> {
  return {
    ...p,
    nulls: 'absent',
    defaultValue: undefined,
    async read(value, around) {
      const alias = typeof value === 'string' && Object.hasOwn(aliases, value) ? aliases[value] : undefined;
      const reading = await p.read(alias ?? value, around);
      return 'problem' in reading && reading.problem.detail === 'rest_not_in_enum'
        ? { value: undefined }
        : reading;
    },
  };
}

/** Marks a field whose value goes unchanged into the column of the same name. */
export function stored<T>(p: Parameter<T, false>): Parameter<T, false> {
  return { ...p, stored: true };
}

/** Makes null empty a field of an update (D40). */
export function emptied<T>(p: Parameter<T, false>, nothing: T): Parameter<T, false> {
  return {
    ...p,
    nulls: 'value',
    read: (value, around) => (value === null ? { value: nothing } : p.read(value, around)),
  };
}

/** Makes null mean the same as absence in the fields of something new (D40). */
export function ofNew<P extends Parameters>(fields: P): P {
  const taken = Object.entries(fields).map(([name, p]) => [name, { ...p, nulls: 'absent' }] as const);
  return { ...fields, ...Object.fromEntries(taken) };
}

function withoutDefault<T>({ fallback: _, defaultValue: __, ...rest }: Parameter<T>): Parameter<T> {
  return rest;
}

/** Makes a field of an update of one that is required or has a default: what isn't sent stays as it is. */
export function optional<T>(p: Parameter<T>): Parameter<T, false> {
  return { ...withoutDefault(p), required: false, always: false };
}

/** Documents the values that fields have if they aren't sent (null, as the specification has it), without changing how they are read. */
export function documentDefaults<P extends Parameters>(
  fields: P,
  defaults: Readonly<{ [name in keyof P]?: unknown }>,
): P {
  const documented = Object.entries(defaults).map(([name, value]) => {
    const p = fields[name];
    return [name, { ...p, schema: { ...p?.schema, default: value } }] as const;
  });
  return { ...fields, ...Object.fromEntries(documented) };
}

/** Returns the schema of an object with these fields, as a body or inside one. */
export function formSchema(fields: Parameters): TSchema {
  return Type.Object(
    Object.fromEntries(
      Object.entries(fields).map(([name, p]) => [name, p.required ? p.schema : Type.Optional(p.schema)]),
    ),
  );
}

const wrong = (key: MessageKey, values?: Record<string, string | number>): { problem: Problem } => ({
  problem: { message: message(key, values) },
});
const wrongType = (key: MessageKey): { problem: Problem } => ({
  problem: { message: message(key), detail: 'rest_invalid_type' },
});

/** Refuses a value with a text of the catalogue. */
export const refuse = wrong;
/** Refuses a value for its type, with a text of the catalogue and the detail `rest_invalid_type`. */
export const refuseType = wrongType;

/** Returns whether a text holds NUL, which neither a database nor a page can store. */
export const isBroken = (text: string) => text.includes('\u0000');

/** Reads a text of at most `max` characters; `''` is refused unless `empty`. */
export function text(options: { empty?: boolean; max?: number } = {}): Parameter<string, false> {
  const max = options.max ?? 200_000;
  return parameter<string>(
    Type.String(options.empty ? { maxLength: max } : { minLength: 1, maxLength: max }),
    (value) => {
      if (typeof value !== 'string' || isBroken(value)) return wrongType('problem.type_string');
      if (value === '' && !options.empty) return wrong('problem.empty');
      if (value.length > max) return wrong('problem.too_long', { limit: max });
      return { value };
    },
  );
}

/** Reads an integer from 1 to `max`, as a number or a numeric text. */
export function positiveInteger(options: { max?: number } = {}): Parameter<number, false> {
  return parameter<number>(
    Type.Integer({ minimum: 1, ...(options.max ? { maximum: options.max } : {}) }),
    (value) => {
      const number = integerOf(value);
      if (number === undefined || number <= 0) return wrong('problem.positive_integer');
      if (options.max && number > options.max) return wrong('problem.at_most', { limit: options.max });
      return { value: number };
    },
  );
}

/** Reads the `per_page` of a list, silently lowered to what the operator allows (reference 4.1). */
export const perPage: Parameter<number, false> = parameter<number>(
  Type.Integer({ minimum: 1 }),
  (value, { call }) => {
    const number = integerOf(value);
    return number === undefined || number <= 0
      ? wrong('problem.positive_integer')
      : { value: Math.min(number, call.services.config.perPageMax) };
  },
);

/** Reads a boolean: `true false 1 0 "1" "0" "true" "false"` in any case (reference 3.0, BOOL). */
export const flag: Parameter<boolean, false> = parameter<boolean>(Type.Boolean(), (value) => {
  if (value === true || value === 1) return { value: true };
  if (value === false || value === 0) return { value: false };
  if (typeof value === 'string') {
    if (/^(true|1)$/i.test(value)) return { value: true };
    if (/^(false|0)$/i.test(value)) return { value: false };
  }
  return wrongType('problem.type_boolean');
});

/** Reads a number between `low` and `high`, both included, such as a coordinate in degrees. */
export function number(low: number, high: number): Parameter<number, false> {
  return parameter<number>(Type.Number({ format: 'double', minimum: low, maximum: high }), (value) => {
    const given =
      typeof value === 'string' &&
      value.length <= NUMBER_LIMIT &&
      /^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/.test(value)
        ? Number(value)
        : value;
    if (typeof given !== 'number' || !Number.isFinite(given)) return wrongType('problem.type_number');
    return given < low || given > high ? wrong('problem.coordinate_range', { low, high }) : { value: given };
  });
}

/** Reads one of `values`, in exactly that spelling. */
export function oneOf<const T extends string>(values: readonly T[]): Parameter<T, false> {
  return parameter<T>(Type.Enum([...values]), (value) => {
    const found = values.find((candidate) => candidate === value);
    if (found !== undefined) return { value: found };
    return {
      problem: {
        message: message('problem.one_of', { values: values.join(', ') }),
        detail: 'rest_not_in_enum',
      },
    };
  });
}

const directions = oneOf(['asc', 'ascending', 'desc', 'descending']);

/** Reads the `order` of a list: `asc`, `ascending`, `desc`, `descending`, in any case (D38). */
export const order: Parameter<'asc' | 'desc', false> = parameter<'asc' | 'desc'>(
  directions.schema,
  async (value, around) => {
    const reading = await directions.read(typeof value === 'string' ? value.toLowerCase() : value, around);
    if ('problem' in reading) return reading;
    return { value: reading.value.startsWith('asc') ? 'asc' : 'desc' };
  },
);

/** The most members that a parameter with a list of IDs or terms may have. */
export const LIST_LIMIT = 100;

/** Reads IDs as an array or a text with commas, without repetitions. */
export const positiveIntegers: Parameter<number[], false> = parameter<number[]>(
  Type.Array(Type.Integer({ minimum: 1 }), { maxItems: LIST_LIMIT }),
  (value) => {
    const members = listOf(value);
    if (!members) return wrong('problem.positive_integers');
    if (members.length > LIST_LIMIT) return wrong('problem.too_many', { limit: LIST_LIMIT });
    const numbers: number[] = [];
    for (const member of members) {
      const id = integerOf(member);
      if (id === undefined || id <= 0) return wrong('problem.positive_integers');
      numbers.push(id);
    }
    return { value: [...new Set(numbers)] };
  },
);

/** Reads a date as people type it, and returns its text in English: its clock is only known with the other fields (reference 3.0, TIME). */
export const dateText: Parameter<string, false> = parameter<string>(
  Type.String({ examples: ['2027-03-01 10:00:00'] }),
  (value, { call }) => {
    if (typeof value !== 'string') return wrongType('problem.type_string');
    // Digits mean the same in each language.
    const date = /^[\d :-]*$/.test(value) ? value : englishDate(value, call.language);
    return date !== undefined && readDate(date, { now: call.now, zone: call.services.config.timezone })
      ? { value: date }
      : wrong('problem.date');
  },
);

/** Reads the name of a time zone, unchanged; `''` stands for the default (reference 3.0, TZ0; D14). */
export const zoneField: Parameter<string, false> = parameter<string>(
  Type.String({ examples: ['Europe/Berlin', 'UTC+5.5'] }),
  (value) => {
    if (typeof value !== 'string') return wrongType('problem.type_string');
    if (value === '') return { value };
    return value.length <= 64 && findZone(value) !== undefined ? { value } : wrong('problem.zone');
  },
);

/** Reads the `context` of reads and lists: `edit`, and anything else is `view` (contract 1). */
export const context: Parameter<'view' | 'edit', true> = withDefault(
  parameter<'view' | 'edit'>(
    Type.String({ examples: ['view', 'edit'] }),
    (value) => ({ value: value === 'edit' ? 'edit' : 'view' }),
    { nulls: 'absent' },
  ),
  'view',
);
