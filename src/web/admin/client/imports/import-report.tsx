import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconButton } from '../parts/button.tsx';
import { EXACTLY } from '../shell/exactly.ts';
import { Failed } from '../shell/failure.tsx';
import { kindNames } from '../texts/kind-names.ts';
import { plainText } from '../texts/plain-text.ts';
import { useTexts } from '../texts/texts.tsx';
import {
  importOutcomes,
  itemKinds,
  type ReportPart,
  reportQuery,
  type ShownImport,
  type ShownItemKind,
  type ShownOutcome,
} from './import-query.ts';

const looks = { created: '', updated: '', failed: 'bad', repaired: 'w', skipped: '', unchanged: '' } as const;

/** Returns the part of an address that keeps the imports beside a report as they are. */
const besideOf = ({ runs }: ReportPart) => (runs === 1 ? {} : { runs });

/** A count of items, which narrows the report to them; chosen, it shows all again. */
function Count({
  run,
  part,
  outcome,
  kind,
}: {
  readonly run: ShownImport;
  readonly part: ReportPart;
  readonly outcome: ShownOutcome;
  readonly kind?: ShownItemKind;
}) {
  const { say, language } = useTexts();
  const counts = kind === undefined ? run.counts : run.counts_by_kind[kind];
  const isChosen = part.outcome === outcome && part.kind === kind;
  const narrow = { outcome, ...(kind === undefined ? {} : { kind }) };
  return (
    <Link
      to="/admin/imports"
      search={{ run: run.id, ...(isChosen ? {} : narrow), ...besideOf(part) }}
      activeOptions={EXACTLY}
      aria-current={isChosen ? 'true' : undefined}
    >
      <b className="num">{(counts?.[outcome] ?? 0).toLocaleString(language)}</b>{' '}
      {say(`admin.imports.outcome.${outcome}`)}
    </Link>
  );
}

/** The counts of an import by what became of its items, in all and for each kind. */
export function ImportCounts({ run, part }: { readonly run: ShownImport; readonly part: ReportPart }) {
  const { say } = useTexts();
  const toldOf = (counts: ShownImport['counts'], kind?: ShownItemKind) =>
    importOutcomes.filter((one) => counts[one] > 0 || (one === part.outcome && kind === part.kind));
  const told = toldOf(run.counts);
  if (told.length === 0) return null;
  return (
    <>
      <ul className="im-n" aria-label={say('admin.imports.narrow')}>
        {told.map((one) => (
          <li key={one} className={run.counts[one] > 0 ? looks[one] : ''}>
            <Count run={run} part={part} outcome={one} />
          </li>
        ))}
      </ul>
      <dl className="im-k">
        {itemKinds.map((kind) => {
          const counts = run.counts_by_kind[kind];
          return (
            counts && (
              <div key={kind} data-kind={kind}>
                <dt>{say(kindNames[kind])}</dt>
                {toldOf(counts, kind).map((one) => (
                  <dd key={one} className={looks[one]}>
                    <Count run={run} part={part} outcome={one} kind={kind} />
                  </dd>
                ))}
              </div>
            )
          );
        })}
      </dl>
    </>
  );
}

/** The report of an import: what became of each item, and why. */
export function ImportReport({
  run,
  part,
  onPage,
}: {
  readonly run: ShownImport;
  readonly part: ReportPart;
  onPage(page: number): void;
}) {
  const { say, language } = useTexts();
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(reportQuery(run, part));
  const items = data?.report ?? [];
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!isPending && items.length === 0)
    return part.outcome === undefined && part.kind === undefined ? null : (
      <div className="none-a">
        <b>{say('admin.imports.no_items')}</b>
        <Link to="/admin/imports" search={{ run: run.id, ...besideOf(part) }}>
          {say('admin.imports.all_items')}
        </Link>
      </div>
    );
  return (
    <div aria-busy={isPending || isPlaceholderData}>
      <table className="at im-t">
        <caption className="vh">{say('admin.imports.report')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('admin.imports.what')}</th>
            <th scope="col">{say('admin.imports.item')}</th>
            <th scope="col">{say('admin.imports.why')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => {
            const name = plainText(item.name) || say('admin.imports.nameless');
            const texts = [item.reason, ...item.repairs.map(({ text }) => text), item.kept_reason];
            const why = texts.filter((text) => text !== null).join('; ');
            return (
              <tr key={`${item.kind} ${item.index} ${item.name}`} data-outcome={item.outcome}>
                <td className={`im-o ${looks[item.outcome]}`}>
                  {say(
                    item.undo === null
                      ? `admin.imports.one.${item.outcome}`
                      : `admin.imports.one.${item.undo}`,
                  )}
                </td>
                <td>
                  {item.kind === 'event' && item.id !== null && item.undo !== 'undone' ? (
                    <Link to="/admin/events/$id" params={{ id: String(item.id) }}>
                      {name}
                    </Link>
                  ) : (
                    name
                  )}{' '}
                  <small className="dim">{say(`admin.kind.${item.kind}`)}</small>
                </td>
                <td className="im-y">{why}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {data && data.total_pages > 1 && (
        <p className="im-p">
          <span className="num">{say('admin.imports.items', { total: data.total })}</span>
          <span className="sp" />
          <IconButton
            name="left"
            label={say('admin.events.back')}
            isDisabled={part.page === 1}
            onPress={() => onPage(part.page - 1)}
          />
          <span className="num">
            {part.page.toLocaleString(language)} / {data.total_pages.toLocaleString(language)}
          </span>
          <IconButton
            name="right"
            label={say('admin.events.next')}
            isDisabled={part.page >= data.total_pages}
            onPress={() => onPage(part.page + 1)}
          />
        </p>
      )}
    </div>
  );
}
