import { type Language, type Message, translate } from '#foundation/i18n/catalogue.ts';
import {
  type ImportItem,
  type ImportKind,
  importKinds,
  type Remark,
  type Repair,
  type SourcePosition,
} from './import-item.ts';

/** A remark translated to one language. */
export type ShownRemark = Omit<Remark, 'item' | 'reason' | 'position'> & { item: string; reason: string };

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

/** Outcome of one item: its name in messages, the resource that it is here, and what was left out of it. */
export interface ReportEntry {
  readonly kind: ReportedKind;
  readonly item: Remark['item'];
  readonly outcome: Outcome;
  readonly id: number | undefined;
  readonly faults: readonly Pick<Remark, 'field' | 'reason'>[];
  readonly repairs: readonly Repair[];
  readonly position: SourcePosition | undefined;
}

/** Items of sources that number them are told apart by their numbers, all others by their names. */
const nameOf = (kind: ReportedKind, item: Remark['item'], position: SourcePosition | undefined) =>
  `${kind} ${position?.index ?? ''} ${typeof item === 'string' ? item : JSON.stringify(item)}`;

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

  readonly #entries = new Map<string, ReportEntry>();

  /** Counts one item; `item` names it among the entries, with the ID that it has here. */
  count(kind: ReportedKind, outcome: Outcome, item?: { item: ImportItem; id: number; note?: Message }): void {
    this.counts[kind][outcome]++;
    if (!item) return;
    const { label, position, repairs = [] } = item.item;
    const name = nameOf(kind, label, position);
    const before = this.#entries.get(name)?.faults ?? [];
    const faults = item.note ? [...before, { reason: item.note }] : before;
    this.#entries.set(name, { kind, item: label, outcome, id: item.id, faults, repairs, position });
  }

  /** Outcomes of all items, in their order. */
  get entries(): readonly ReportEntry[] {
    return [...this.#entries.values()];
  }

  /** Records an item or field that was left out; whole items count as `left_out`. */
  leaveOut(remark: Remark): void {
    this.remarks.push(remark);
    if (remark.field === undefined) this.count(remark.kind, 'left_out');
    const { kind, item, field, reason, position } = remark;
    const name = nameOf(kind, item, position);
    const before = this.#entries.get(name);
    this.#entries.set(name, {
      kind,
      item,
      outcome: before?.outcome ?? 'left_out',
      id: before?.id,
      faults: [...(before?.faults ?? []), { ...(field === undefined ? {} : { field }), reason }],
      repairs: before?.repairs ?? [],
      position,
    });
  }

  /** Adds the counts and remarks of another report. */
  add(batch: ImportReport): void {
    for (const kind of reportedKinds)
      for (const outcome of ['added', 'updated', 'unchanged', 'left_out'] as const)
        this.counts[kind][outcome] += batch.counts[kind][outcome];
    this.remarks.push(...batch.remarks);
    for (const entry of batch.entries) {
      const name = nameOf(entry.kind, entry.item, entry.position);
      const faults = [...(this.#entries.get(name)?.faults ?? []), ...entry.faults];
      this.#entries.set(name, { ...entry, faults });
    }
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
