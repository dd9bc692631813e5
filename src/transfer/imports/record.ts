import type { Message } from '#foundation/i18n/catalogue.ts';
import type { Writing } from '#store/db/engine.ts';
import { isChange } from '../importers/import-item.ts';
import type { ReportEntry } from '../importers/report.ts';
import { type ImportItemRow, insertItems, lastChangeId } from './store.ts';

/** Outcomes of an item of an import (contract I2). */
export const importOutcomes = ['created', 'updated', 'unchanged', 'skipped', 'repaired', 'failed'] as const;
/** Outcome of an item in a report. */
export type ImportOutcome = (typeof importOutcomes)[number];

/** Fault of an item or a field of it. */
export interface ImportFault {
  readonly field?: string;
  readonly reason: Message;
}

/** Whether a reason leaves an item out because somebody wants it so, and not because something is wrong. */
const isSkip = ({ reason }: ImportFault) => reason.key.startsWith('import.skipped.');

function outcomeOf({ outcome, faults, repairs }: ReportEntry): ImportOutcome {
  const isSkipped = faults.some(isSkip);
  if (outcome === 'unchanged') return isSkipped ? 'skipped' : 'unchanged';
  if (outcome === 'left_out') return isSkipped ? 'skipped' : 'failed';
  if (faults.length > 0 || repairs.some(isChange)) return 'repaired';
  return outcome === 'added' ? 'created' : 'updated';
}

/** Keeps what became of the items of a batch, beside what they were made into. */
export async function recordEntries(
  trx: Writing,
  importId: number,
  entries: readonly ReportEntry[],
  isDryRun: boolean,
): Promise<void> {
  const changeId = await lastChangeId(trx);
  await insertItems(
    trx,
    importId,
    entries.map((entry): Omit<ImportItemRow, 'import_id' | 'position'> => {
      const { kind, item, outcome, id, faults, repairs, position } = entry;
      const isNew = outcome === 'added';
      return {
        kind,
        name: typeof item === 'string' ? item : JSON.stringify(item),
        outcome: outcomeOf(entry),
        made: isNew ? 1 : 0,
        // What a dry run makes is gone again.
        resource_id: id && !(isDryRun && isNew) ? id : null,
        faults: JSON.stringify(faults),
        repairs: JSON.stringify(repairs),
        source_index: position?.index ?? null,
        line: position?.line ?? null,
        change_id: changeId,
        undo: null,
        kept_reason: null,
      };
    }),
  );
}
