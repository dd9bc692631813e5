import type { Actor } from '#api/routing/actor.ts';
import type { Translation } from '#calendar/translations/rules.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import { toUtc, toWall } from '#foundation/time/zone.ts';

/** What an import brings of an item beside its fields; kept as the source has it. */
export interface Origin {
  /** The number wanted, which it gets where nothing has it; absent: a new one. */
  readonly id?: number | undefined;
  readonly global_id?: string | undefined;
  readonly global_id_lineage?: readonly string[] | undefined;
  readonly password?: string | undefined;
  /** When it was last changed there, on the site's clock and in UTC; either may be missing. */
  readonly modified?: string | undefined;
  readonly modified_utc?: string | undefined;
  /** Of its texts; absent: that of the write. */
  readonly language?: Language | undefined;
  /** All its texts in all languages, as typed, where the source tells them; they are all that it then has. */
  readonly translations?: Readonly<Partial<Record<Language, Partial<Translation>>>> | undefined;
}

/** The columns that an origin fills; what it doesn't say stays as it is. */
export function originColumns(origin: Origin): {
  global_id?: string;
  global_id_lineage?: string;
  password?: string;
} {
  const { global_id, global_id_lineage, password } = origin;
  return {
    ...(global_id === undefined ? {} : { global_id }),
    ...(global_id_lineage === undefined ? {} : { global_id_lineage: JSON.stringify(global_id_lineage) }),
    ...(password === undefined ? {} : { password }),
  };
}

/** When a source says that an item was last changed (D43); nothing where it doesn't say. */
export function originModified(
  { deps }: Actor,
  { modified, modified_utc }: Origin,
): { modified?: string; modified_utc?: string } {
  const zone = deps.config.timezone;
  if (modified_utc !== undefined) return { modified: modified ?? toWall(modified_utc, zone), modified_utc };
  return modified === undefined ? {} : { modified, modified_utc: toUtc(modified, zone) };
}
