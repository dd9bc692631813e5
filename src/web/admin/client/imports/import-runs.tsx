import { Link } from '@tanstack/react-router';
import type { IconName } from '#web/html/icon-drawings.ts';
import { IconButton } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { formatDate, onSiteClock, timeOf } from '../texts/dates.ts';
import { type Say, useTexts } from '../texts/texts.tsx';
import { isUnderWay, type ShownImport } from './import-query.ts';

const icons: Readonly<Record<ShownImport['state'], IconName>> = {
  queued: 'sync',
  running: 'sync',
  undoing: 'sync',
  done: 'check',
  failed: 'x',
  canceled: 'minus',
  undone: 'hist',
};

const looks: Readonly<Partial<Record<ShownImport['state'], string>>> = { done: ' ok', failed: ' bad' };

/** Returns what became of an import, in a few words. */
function outcomeText(run: ShownImport, say: Say): string {
  if (isUnderWay(run) || run.state === 'failed' || run.state === 'undone')
    return say(`admin.imports.state.${run.state}`);
  const { counts } = run;
  const told = (['created', 'updated', 'failed'] as const)
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => say(`admin.imports.sum.${outcome}`, { count: counts[outcome] }));
  if (run.state === 'canceled') told.unshift(say('admin.imports.state.canceled'));
  return told.join(', ') || say('admin.imports.sum.nothing');
}

/** The imports that there were, by day, the latest first. */
export function ImportRuns({
  runs,
  open,
  page,
  pages,
  onPage,
}: {
  readonly runs: readonly ShownImport[];
  readonly open: number | undefined;
  readonly page: number;
  readonly pages: number;
  onPage(page: number): void;
}) {
  const { say, language } = useTexts();
  const days = Map.groupBy(runs, ({ created_utc: utc }) => onSiteClock(utc).slice(0, 10));
  return (
    <section className="im-r" aria-labelledby="runs">
      <h2 id="runs">{say('admin.imports.runs')}</h2>
      {runs.length === 0 && <p className="dim im-0">{say('admin.imports.none')}</p>}
      {[...days].map(([day, ofDay]) => (
        <div key={day}>
          <h3>
            {formatDate(`${day} 00:00:00`, language, { weekday: 'long', day: 'numeric', month: 'long' })}
          </h3>
          <ol>
            {ofDay.map((run) => (
              <li key={run.id} data-id={run.id}>
                <Link
                  to="/admin/imports"
                  search={{ run: run.id, ...(page === 1 ? {} : { runs: page }) }}
                  aria-current={run.id === open ? 'page' : undefined}
                >
                  <time className="num">{timeOf(onSiteClock(run.created_utc))}</time>{' '}
                  <span className={`dot${looks[run.state] ?? ''}`}>
                    <Icon name={icons[run.state]} />
                  </span>
                  <span className="im-s">
                    <b>{run.source}</b>{' '}
                    <small>
                      {run.dry_run && `${say('admin.imports.tried')}: `}
                      {outcomeText(run, say)}
                    </small>
                  </span>
                </Link>
              </li>
            ))}
          </ol>
        </div>
      ))}
      {pages > 1 && (
        <p className="im-p">
          <IconButton
            name="left"
            label={say('admin.imports.later')}
            isDisabled={page === 1}
            onPress={() => onPage(page - 1)}
          />
          <span className="num">{say('admin.imports.page', { page, pages })}</span>
          <IconButton
            name="right"
            label={say('admin.imports.earlier')}
            isDisabled={page >= pages}
            onPress={() => onPage(page + 1)}
          />
        </p>
      )}
    </section>
  );
}
