import { type Language, translate } from '#foundation/i18n/catalogue.ts';
import { type ImportKind, importKinds, type Remark } from './import-item.ts';

/** A remark in a language. */
export type ShownRemark = Omit<Remark, 'item' | 'reason'> & { item: string; reason: string };

const shownRemark = ({ kind, item, field, reason }: Remark, language: Language): ShownRemark => ({
  kind,
  item: typeof item === 'string' ? item : translate(language, item),
  ...(field === undefined ? {} : { field }),
  reason: translate(language, reason),
});

/** What became of an item. */
export type Outcome = 'added' | 'updated' | 'unchanged' | 'left_out';
export type ReportedKind = ImportKind | 'pictures';
export type Tally = Record<Outcome, number>;

const reportedKinds: readonly ReportedKind[] = [...importKinds, 'pictures'];
const noTally = (): Tally => ({ added: 0, updated: 0, unchanged: 0, left_out: 0 });

/** What came, what was left out and why. Nothing counts before it is durable: batches are added when they are committed. */
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

  count(kind: ReportedKind, outcome: Outcome): void {
    this.counts[kind][outcome]++;
  }

  /** An item, or a field of one, that isn't taken. */
  leaveOut(remark: Remark): void {
    this.remarks.push(remark);
    if (remark.field === undefined) this.count(remark.kind, 'left_out');
  }

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

  /** The kinds of which there was anything, in order. */
  get kinds(): ReportedKind[] {
    return reportedKinds.filter((kind) => Object.values(this.counts[kind]).some((count) => count > 0));
  }

  /** For programs: names are the same in every language, the texts are in this one. */
  shown(language: Language): { counts: Record<ReportedKind, Tally>; left_out: readonly ShownRemark[] } {
    return { counts: this.counts, left_out: this.remarks.map((remark) => shownRemark(remark, language)) };
  }
}
