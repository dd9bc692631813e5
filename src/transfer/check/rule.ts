import type { RawBuilder } from 'kysely';
import type { MessageKey } from '#foundation/i18n/catalogue.ts';

/** A rule that stored rows must meet. */
export interface CheckRule {
  readonly what: MessageKey;
  /** Selects rows that break the rule, with their `id`. */
  readonly rows: RawBuilder<{ id: number | string }>;
}
