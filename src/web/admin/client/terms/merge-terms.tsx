import { MergeDialog, MergeResult } from '../linked/merge-dialog.tsx';
import { Mark } from '../parts/icon.tsx';
import { useTexts } from '../texts/texts.tsx';
import { type ListedTerm, listTermPage, type TermScreenKind } from './term-calls.ts';

const AT_MOST = 8;

/** Weighs two categories or tags that are one. */
export function MergeTerms({
  kind,
  term,
  likely,
  onMerge,
  onClose,
}: {
  readonly kind: TermScreenKind;
  readonly term: ListedTerm;
  /** The one that it is perhaps the same as, which is chosen at first. */
  readonly likely: ListedTerm | undefined;
  onMerge(into: ListedTerm, from: ListedTerm): Promise<void>;
  onClose(): void;
}) {
  const { say } = useTexts();
  return (
    <MergeDialog
      item={term}
      likely={likely}
      words={{
        lead: say(`admin.terms.merge.lead.${kind}`),
        other: say(`admin.terms.merge.with.${kind}`),
        another: say(`admin.terms.merge.another.${kind}`),
      }}
      find={async (search, signal) =>
        (await listTermPage(kind, { search, page: 1 }, signal)).items.slice(0, AT_MOST + 1)
      }
      markOf={({ look }) => look && <Mark name={look.mark} color={look.color} />}
      told={({ count }) => say('admin.terms.events', { count })}
      onMerge={onMerge}
      onClose={onClose}
    >
      {(into, from) => (
        <MergeResult>
          {say('admin.terms.merge.what', { from: from.name, into: into.name, count: from.count })}
        </MergeResult>
      )}
    </MergeDialog>
  );
}
