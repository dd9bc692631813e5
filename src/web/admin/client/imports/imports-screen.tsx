import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Icon } from '../parts/icon.tsx';
import { Failed } from '../shell/failure.tsx';
import { useTexts } from '../texts/texts.tsx';
import { ImportForm } from './import-form.tsx';
import { importOutcomes, importsQuery, itemKinds, type ReportPart } from './import-query.ts';
import { ImportRuns } from './import-runs.tsx';
import { ImportView } from './import-view.tsx';

/** The state of the screen, which its address holds. */
interface ImportsState extends ReportPart {
  /** The import that is shown; the form of a new one where there is none. */
  readonly run: number | undefined;
}

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && value > 0 ? Math.floor(value) : undefined;

function readState(search: Readonly<Record<string, unknown>>): ImportsState {
  const { run, outcome, kind, page, runs } = search;
  return {
    run: numberOf(run),
    outcome: importOutcomes.find((one) => one === outcome),
    kind: itemKinds.find((one) => one === kind),
    page: numberOf(page) ?? 1,
    runs: numberOf(runs) ?? 1,
  };
}

const addressOf = ({ run, outcome, kind, page, runs }: ImportsState) => ({
  ...(run === undefined ? {} : { run }),
  ...(outcome === undefined ? {} : { outcome }),
  ...(kind === undefined ? {} : { kind }),
  ...(page === 1 ? {} : { page }),
  ...(runs === 1 ? {} : { runs }),
});

/** Imports: what was brought in, with its report and the way back, and the beginning of another. */
export default function ImportsScreen() {
  const { say } = useTexts();
  const state = readState(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { data, error, isPending, refetch } = useQuery(importsQuery(state.runs));
  const go = (change: Partial<ImportsState>) =>
    void navigate({ to: '/admin/imports', search: addressOf({ ...state, ...change }) });
  const [begun, setBegun] = useState<number>();
  const show = ({ id }: { id: number }) => {
    setBegun(id);
    go({ run: id, outcome: undefined, kind: undefined, page: 1, runs: 1 });
  };
  return (
    <div className="adm-p im">
      <header className="im-h">
        <div>
          <h1>{say('admin.nav.imports')}</h1>
          <p className="dim">{say('admin.imports.lead')}</p>
        </div>
        {state.run !== undefined && (
          <Link className="btn btn-quiet btn-s" to="/admin/imports">
            <Icon name="plus" />
            {say('admin.imports.new')}
          </Link>
        )}
      </header>
      <div className="im-g">
        <div aria-busy={isPending}>
          {error ? (
            <Failed error={error} onRetry={() => void refetch()} />
          ) : isPending ? (
            <div className="wait-line" />
          ) : (
            <ImportRuns
              runs={data.imports}
              open={state.run}
              page={state.runs}
              pages={data.total_pages}
              onPage={(runs) => go({ runs })}
            />
          )}
        </div>
        <div className="im-m">
          {state.run === undefined ? (
            <ImportForm onBegun={show} />
          ) : (
            <ImportView
              key={state.run}
              id={state.run}
              part={state}
              isBegunHere={state.run === begun}
              onBegun={show}
              onPage={(page) => go({ page })}
            />
          )}
        </div>
      </div>
    </div>
  );
}
