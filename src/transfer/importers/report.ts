import { type Language, translate } from '#foundation/i18n/catalogue.ts';
import { type ImportKind, importKinds, type Remark } from './import-item.ts';

/** A remark translated to one language. */
export type ShownRemark = Omit<Remark, 'item' | 'reason'> & { item: string; reason: string };

const shownRemark = ({ kind, item, field, reason }: Remark, language: Language): ShownRemark => ({
  kind,
  item: typeof item === 'string' ? item : translate(language, item),
  ...(field === undefined ? {} : { field }),
  reason: translate(language, reason),
});

/** The result of importing one item. */
export type Outcome = 'added' | 'updated' | 'unchanged' | 'left_out';
/** A kind of item that reports count. */
export type ReportedKind = ImportKind | 'pictures';
/** Number of items by outcome. */
export type Tally = Record<Outcome, number>;

const reportedKinds: readonly ReportedKind[] = [...importKinds, 'pictures'];
const noTally = (): Tally => ({ added: 0, updated: 0, unchanged: 0, left_out: 0 });

/**
 * Counts outcomes and collects remarks. Batch reports are added after their commit, so that only durable items count.
 */
export class ImportReport {
  readonly counts: Record<ReportedKind, Tally> = {
    categories: noTally(),
    tags: noTally(),
    venues: noTally(),
    organizers: noTally(),
    events: noTally(),
    pictures: noTally(),
  };
  readonly remarks: Remark[] = [];

  /** Counts one item. */
  count(kind: ReportedKind, outcome: Outcome): void {
    this.counts[kind][outcome]++;
  }

  /** Records an item or field that was left out; whole items count as `left_out`. */
  leaveOut(remark: Remark): void {
    this.remarks.push(remark);
    if (remark.field === undefined) this.count(remark.kind, 'left_out');
  }

  /** Adds the counts and remarks of another report. */
  add(batch: ImportReport): void {
    for (const kind of reportedKinds)
      for (const outcome of ['added', 'updated', 'unchanged', 'left_out'] as const)
        this.counts[kind][outcome] += batch.counts[kind][outcome];
    this.remarks.push(...batch.remarks);
  }

  /** Whether anything was written. */
  get changed(): boolean {
    return reportedKinds.some((kind) => this.counts[kind].added + this.counts[kind].updated > 0);
  }

  /** The kinds with any items, in import order. */
  get kinds(): ReportedKind[] {
    return reportedKinds.filter((kind) => Object.values(this.counts[kind]).some((count) => count > 0));
  }

  /** Returns the report as JSON for programs: names are fixed, texts are in the given language. */
  shown(language: Language): { counts: Record<ReportedKind, Tally>; left_out: readonly ShownRemark[] } {
    return { counts: this.counts, left_out: this.remarks.map((remark) => shownRemark(remark, language)) };
  }
}
