import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconButton } from '../parts/button.tsx';
import { EXACTLY } from '../shell/exactly.ts';
import { Failed } from '../shell/failure.tsx';
import { plainText } from '../texts/plain-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { importOutcomes, type ReportPart, reportQuery, type ShownImport } from './import-query.ts';

const looks = { created: '', updated: '', failed: 'bad', repaired: 'w', skipped: '', unchanged: '' } as const;

/** Returns the part of an address that keeps the imports beside a report as they are. */
const besideOf = ({ runs }: ReportPart) => (runs === 1 ? {} : { runs });

/** The counts of an import by what became of its items, each of which narrows the report. */
export function ImportCounts({ run, part }: { readonly run: ShownImport; readonly part: ReportPart }) {
  const { say, language } = useTexts();
  const { outcome } = part;
  const told = importOutcomes.filter((one) => run.counts[one] > 0 || one === outcome);
  if (told.length === 0) return null;
  return (
    <ul className="im-n" aria-label={say('admin.imports.narrow')}>
      {told.map((one) => (
        <li key={one} className={run.counts[one] > 0 ? looks[one] : ''}>
          <Link
            to="/admin/imports"
            search={{ run: run.id, ...(one === outcome ? {} : { outcome: one }), ...besideOf(part) }}
            activeOptions={EXACTLY}
            aria-current={one === outcome ? 'true' : undefined}
          >
            <b className="num">{run.counts[one].toLocaleString(language)}</b>
            {say(`admin.imports.outcome.${one}`)}
          </Link>
        </li>
      ))}
    </ul>
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
    return part.outcome === undefined ? null : (
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
            const why = [item.reason, item.kept_reason].filter((reason) => reason !== null).join('; ');
            return (
              <tr key={item.index} data-outcome={item.outcome}>
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
