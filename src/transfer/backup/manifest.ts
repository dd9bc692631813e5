import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

/** The backup format that this version writes; it reads this and older ones. */
export const FORMAT = 1;

/** Name of the member that describes the backup; comes last, when everything is known. */
export const MANIFEST = 'manifest.json';

const count = Type.Integer({ minimum: 0 });

const schema = Type.Object({
  format: Type.Integer({ minimum: 1 }),
  /** The program that made it. */
  kalends: Type.String(),
  /** The instant at which its rows are, by the machine's clock; UTC, RFC 3339. */
  made: Type.String(),
  /** The name of the calendar that no other has. */
  calendar: Type.String(),
  engine: Type.Union([Type.Literal('sqlite'), Type.Literal('postgres')]),
  /** Number of writes that had changed the calendar, which identifies the moment of its rows. */
  version: count,
  /** The steps that its tables had taken. */
  migrations: Type.Array(Type.String()),
  /** Rows of each table. */
  tables: Type.Record(Type.String(), count),
  /** Whether the files of pictures are in it. */
  media: Type.Boolean(),
  /** Files of pictures that the rows name and that were gone when it was made. */
  missing: Type.Array(Type.String()),
  members: Type.Array(
    Type.Object({ name: Type.String(), size: count, sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
  ),
});

/** Describes the contents of a backup. */
export type Manifest = Static<typeof schema>;

/** Returns the format that a manifest names; undefined if the value is not a manifest. */
export function formatOf(value: unknown): number | undefined {
  return Value.Check(Type.Object({ format: Type.Integer({ minimum: 1 }) }), value) ? value.format : undefined;
}

/** Returns whether a value is a manifest of the present format. */
export const isManifest = (value: unknown): value is Manifest => Value.Check(schema, value);
