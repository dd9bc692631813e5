import { useQuery } from '@tanstack/react-query';
import { ALWAYS, EVERY_STATUS } from '../events/list-query.ts';
import type { FoundChoice } from '../interface/choices.ts';
import { api, bodyOf } from '../interface/client.ts';
import { plainText } from '../texts/plain-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { findOrLikely } from './likely-choices.ts';
import { fieldsOf, type LinkedScreenKind, linkedCalls } from './linked-kinds.ts';
import { MergeDialog, MergeResult } from './merge-dialog.tsx';

/** Counts all events of a venue or organizer: past ones and drafts too, since all of them go over. */
const countEvents = async (kind: LinkedScreenKind, id: number, signal: AbortSignal): Promise<number> => {
  const query = {
    ...(kind === 'venues' ? { venue: [id] } : { organizer: [id] }),
    start_date: ALWAYS,
    status: EVERY_STATUS,
    condense: true,
    per_page: 1,
    _fields: ['total'],
  };
  return (await bodyOf(api.GET('/events', { params: { query }, signal }))).total;
};

/** Says what becomes of the fields in which two differ: an empty one takes what the other has. */
function MergedFields({
  kind,
  into,
  from,
}: {
  readonly kind: LinkedScreenKind;
  readonly into: FoundChoice;
  readonly from: FoundChoice;
}) {
  const { say } = useTexts();
  const useValues = (id: number) =>
    useQuery({
      queryKey: [kind, 'one', id],
      queryFn: ({ signal }) => linkedCalls[kind].read(id, signal),
    }).data?.values;
  const kept = useValues(into.id);
  const gone = useValues(from.id);
  const { data: count } = useQuery({
    queryKey: [kind, 'events', from.id],
    queryFn: ({ signal }) => countEvents(kind, from.id, signal),
  });
  const differing =
    kept && gone ? fieldsOf[kind].filter((name) => (kept[name] ?? '') !== (gone[name] ?? '')) : [];
  return (
    <>
      {kept && gone && differing.length > 0 && (
        <table className="mrg-f">
          <thead>
            <tr>
              <th>{say('admin.history.field')}</th>
              <th>{say('admin.terms.kept')}</th>
              <th>{say('admin.terms.goes')}</th>
            </tr>
          </thead>
          <tbody>
            {differing.map((name) => {
              const isTaken = (kept[name] ?? '') === '';
              const [own, other] = [kept, gone].map((values) => plainText(values[name] ?? ''));
              return (
                <tr key={name}>
                  <th scope="row">{say(`admin.linked.field.${name}`)}</th>
                  <td>{isTaken ? <b>{other}</b> : own}</td>
                  <td>{isTaken || !other ? null : <s>{other}</s>}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {count !== undefined && (
        <MergeResult>
          {say('admin.linked.merge.what', { from: from.name, into: into.name, count })}
        </MergeResult>
      )}
    </>
  );
}

/** Weighs two venues or organizers that are one. */
export function MergeLinked({
  kind,
  item,
  likely,
  onMerge,
  onClose,
}: {
  readonly kind: LinkedScreenKind;
  readonly item: FoundChoice;
  readonly likely: FoundChoice | undefined;
  onMerge(into: FoundChoice, from: FoundChoice): Promise<void>;
  onClose(): void;
}) {
  const { say } = useTexts();
  return (
    <MergeDialog
      item={item}
      likely={likely}
      words={{
        lead: say(`admin.linked.merge.lead.${kind}`),
        other: say(`admin.linked.merge.with.${kind}`),
        another: say(`admin.linked.merge.another.${kind}`),
      }}
      find={(search, signal) => findOrLikely(kind, search, signal)}
      told={({ hint }) => hint}
      onMerge={onMerge}
      onClose={onClose}
    >
      {(into, from) => <MergedFields kind={kind} into={into} from={from} />}
    </MergeDialog>
  );
}
