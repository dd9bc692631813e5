import { PostgresQueryCompiler } from 'kysely';

/** The largest number that an `integer` column holds. */
export const INT4_MAX = 2 ** 31 - 1;
const INT8_MAX = 2 ** 63;

/** The type of a number, where it isn't what the server takes it for beside one of our integer columns. */
function typeOf(value: number): string | undefined {
  if (!Number.isInteger(value)) return 'float8';
  const size = Math.abs(value);
  return size <= INT4_MAX ? undefined : size < INT8_MAX ? 'int8' : 'numeric';
}

/** A value as it is sent: the server has no NUL in texts, and we keep no text with what stands for it. */
export const withoutNul = (value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\u0000', '\u0001') : value;

/** Parameters are compared with columns as SQLite does it: a number or a text that none can hold is equal to none. */
export class CalendarQueryCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    super.appendValue(withoutNul(value));
    const type = typeof value === 'number' ? typeOf(value) : undefined;
    if (type !== undefined) this.append(`::${type}`);
  }
}
