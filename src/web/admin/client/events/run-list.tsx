import { Link } from '@tanstack/react-router';
import { Button, IconButton } from '../parts/button.tsx';
import { useTexts } from '../texts/texts.tsx';
import { recordOf } from './event-actions.ts';
import { titleOf } from './event-lists.ts';
import type { RunReport, RunUnderWay, ShownRun } from './run-events.ts';

/** How many events that were refused are named. */
const MOST_NAMED = 50;

function UnderWay({ run }: { readonly run: RunUnderWay }) {
  const { say, language } = useTexts();
  const number = (value: number) => value.toLocaleString(language);
  const told = say('admin.events.of', { done: number(run.done), total: number(run.total) });
  return (
    <section className="run" aria-label={run.name}>
      <header>
        <b>{run.name}</b>
        <span className="num">{told}</span>
        <Button look="quiet" size="small" isBusy={run.isStopping} onPress={run.stop}>
          {say(run.isStopping ? 'admin.events.stopping' : 'admin.events.stop')}
        </Button>
      </header>
      <progress aria-label={run.name} value={run.done} max={run.total} />
    </section>
  );
}

/** Returns the events that were refused by the reason for it. */
function byReason(refused: RunReport['refused']): readonly (readonly [string, RunReport['refused']])[] {
  const groups = new Map<string, RunReport['refused'][number][]>();
  for (const one of refused) groups.set(one.reason, [...(groups.get(one.reason) ?? []), one]);
  return [...groups];
}

function Report({ run }: { readonly run: RunReport }) {
  const { say, language } = useTexts();
  const number = (value: number) => value.toLocaleString(language);
  const { name, done, total, refused, unanswered, left, reason } = run;
  return (
    <section className="run" aria-label={name}>
      <header>
        <b>{name}</b>
        <span className="num">{say('admin.events.of', { done: number(done), total: number(total) })}</span>
        <IconButton name="x" label={say('admin.close')} onPress={run.close} />
      </header>
      <div className="run-r">
        {reason !== undefined && <p>{reason}</p>}
        {unanswered > 0 && <p>{say('admin.events.unanswered', { count: unanswered })}</p>}
        {left > 0 && <p>{say('admin.events.left', { count: left })}</p>}
        {byReason(refused.slice(0, MOST_NAMED)).map(([why, events]) => (
          <div key={why}>
            <p>{why}</p>
            <ul>
              {events.map(({ event }) => (
                <li key={event.id}>
                  <Link to="/admin/events/$id" params={{ id: String(recordOf(event)) }}>
                    {titleOf(event) || '–'}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
        {refused.length > MOST_NAMED && (
          <p>{say('admin.events.further', { count: refused.length - MOST_NAMED })}</p>
        )}
      </div>
      <footer>
        {run.undo && (
          <Button look="quiet" size="small" icon="undo" onPress={run.undo}>
            {say('admin.undo')}
          </Button>
        )}
        <Button size="small" onPress={run.rest}>
          {say('admin.events.rest')}
        </Button>
      </footer>
    </section>
  );
}

/** The runs with many events that are under way, and the reports of those that left something undone. */
export default function RunList({ runs }: { readonly runs: readonly ShownRun[] }) {
  return (
    <div className="runs">
      {runs.map((run) =>
        run.kind === 'under-way' ? <UnderWay key={run.id} run={run} /> : <Report key={run.id} run={run} />,
      )}
    </div>
  );
}
