import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

/** The form of backups that this program writes; it reads this one and older ones. */
export const FORMAT = 1;

/** The name of the member that says what is in a backup; it comes last, since only then all is known. */
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
  /** How many writes had changed the calendar, by which its rows are told from those of any other moment. */
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

/** What a backup says about itself. */
export type Manifest = Static<typeof schema>;

/** The format that a manifest is of; undefined for what is no manifest. */
export function formatOf(value: unknown): number | undefined {
  return Value.Check(Type.Object({ format: Type.Integer({ minimum: 1 }) }), value) ? value.format : undefined;
}

/** Whether a value is a manifest of this format. */
export const isManifest = (value: unknown): value is Manifest => Value.Check(schema, value);
