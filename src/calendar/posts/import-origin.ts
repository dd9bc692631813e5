import type { Actor } from '#api/routing/actor.ts';
import type { Translation } from '#calendar/translations/rules.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import { toUtc, toWall } from '#foundation/time/zone.ts';

/** The identity, the history and the translations that an import brings beside an item's fields. */
export interface ImportOrigin {
  /** The ID wanted, claimed where it is free; absent: a new one. */
  readonly id?: number | undefined;
  readonly global_id?: string | undefined;
  readonly global_id_lineage?: readonly string[] | undefined;
  readonly password?: string | undefined;
  /** The source's date of modification, on the site's clock and in UTC; either may be missing. */
  readonly modified?: string | undefined;
  readonly modified_utc?: string | undefined;
  /** The language of its texts; absent: that of the write. */
  readonly language?: Language | undefined;
  /** Its texts in all languages, as typed; where the source has them they replace all that are stored. */
  readonly translations?: Readonly<Partial<Record<Language, Partial<Translation>>>> | undefined;
}

/** Returns the columns that an import fills from the item's origin; the others keep their values. */
export function originColumns(origin: ImportOrigin): {
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

/** Returns the columns of the date of modification that the source has (D43); none where it has none. */
export function originModified(
  { services }: Actor,
  { modified, modified_utc }: ImportOrigin,
): { modified?: string; modified_utc?: string } {
  const zone = services.config.timezone;
  if (modified_utc !== undefined) return { modified: modified ?? toWall(modified_utc, zone), modified_utc };
  return modified === undefined ? {} : { modified, modified_utc: toUtc(modified, zone) };
}
