import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Button } from '../parts/button.tsx';
import { Strip } from '../parts/strip.tsx';
import { useToast } from '../parts/toast.tsx';
import { Failed, problemText } from '../shell/failure.tsx';
import { formatUtc } from '../texts/dates.ts';
import { useTexts } from '../texts/texts.tsx';
import {
  cancelImport,
  importQuery,
  isUnderWay,
  mayBeUndone,
  orderOf,
  type ReportPart,
  type ShownImport,
  startImport,
  undoImport,
} from './import-query.ts';
import { ImportCounts, ImportReport } from './import-report.tsx';

/** How far an import is, as long as it isn't at its end. */
function Progress({ run }: { readonly run: ShownImport }) {
  const { say } = useTexts();
  const { done, total, reading } = run.progress;
  const isKnown = run.state === 'running' && total > 0;
  const label =
    isKnown && run.state === 'running'
      ? say('admin.imports.progress', { done, total, kind: reading })
      : say(`admin.imports.state.${run.state}`);
  return (
    <div className="im-g-p">
      {/* The bar tells its own value, and doesn't interrupt. */}
      <p role={isKnown ? undefined : 'status'}>{label}</p>
      {isKnown ? (
        <progress value={done} max={total} aria-label={label} />
      ) : (
        <div className="wait-line" aria-hidden="true" />
      )}
    </div>
  );
}

/** An import: how far it is, what became of its items, and what can be done about it. */
export function ImportView({
  id,
  part,
  isBegunHere,
  onBegun,
  onPage,
}: {
  readonly id: number;
  /** Whether it was begun on this screen, and not only opened. */
  readonly isBegunHere: boolean;
  readonly part: ReportPart;
  /** Shows an import that was begun from this one. */
  onBegun(run: ShownImport): void;
  onPage(page: number): void;
}) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const toast = useToast();
  const { data: run, error, isPending, refetch } = useQuery(importQuery(id));
  const head = useRef<HTMLHeadingElement>(null);
  const isThere = run !== undefined;
  const act = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onError: (problem) => toast({ text: problemText(problem, say) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['imports'] }),
  });

  const before = useRef<ShownImport['state']>(undefined);
  useEffect(() => {
    const was = before.current;
    before.current = run?.state;
    if (!run || isUnderWay(run) || was === undefined || was === run.state) return;
    // What it has brought or taken away is in lists that are shown elsewhere.
    void queries.invalidateQueries({ predicate: ({ queryKey: [about] }) => about !== 'session' });
    if (run.state === 'done' && mayBeUndone(run))
      toast({
        text: say('admin.imports.ended', { source: run.source }),
        undo: () => act.mutate(() => undoImport(run.id)),
      });
  }, [run, queries, toast, say, act.mutate]);
  useEffect(() => {
    // Whoever has begun it pressed a button that is gone by now, and goes on here.
    if (isThere && isBegunHere) head.current?.focus();
  }, [isThere, isBegunHere]);

  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (isPending) return <div className="wait-line" />;
  const order = orderOf(run);
  const begin = (isDryRun: boolean) => {
    if (!order) return;
    act.mutate(async () => onBegun(await startImport({ ...order, isDryRun })));
  };
  const when = formatUtc(run.created_utc, language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  });
  const isOver = !isUnderWay(run);
  return (
    <section className="im-v" aria-labelledby="run">
      <header>
        <div>
          <h2 id="run" ref={head} tabIndex={-1}>
            {run.source}
          </h2>
          <p className="dim">
            {say(`admin.imports.kind.${run.kind ?? 'any'}`)}, {when}
          </p>
        </div>
        <div className="btns">
          {(run.state === 'queued' || run.state === 'running') && (
            <Button look="quiet" size="small" onPress={() => act.mutate(() => cancelImport(id))}>
              {say('admin.imports.cancel')}
            </Button>
          )}
          {mayBeUndone(run) && (
            <Button
              look="quiet"
              size="small"
              icon="undo"
              isBusy={act.isPending}
              onPress={() => act.mutate(() => undoImport(id))}
            >
              {say('admin.imports.undo')}
            </Button>
          )}
          {isOver && order && run.dry_run && run.state === 'done' && (
            <Button size="small" icon="sync" isBusy={act.isPending} onPress={() => begin(false)}>
              {say('admin.imports.now')}
            </Button>
          )}
          {isOver && order && run.state !== 'done' && (
            <Button size="small" icon="sync" isBusy={act.isPending} onPress={() => begin(run.dry_run)}>
              {say('admin.imports.again')}
            </Button>
          )}
        </div>
      </header>
      {!isOver && <Progress run={run} />}
      {run.state === 'failed' && (
        <Strip look="bad">
          {say('admin.imports.failed')} {run.error}
        </Strip>
      )}
      {run.state === 'canceled' && <Strip>{say('admin.imports.canceled')}</Strip>}
      {run.state === 'undone' && (
        <Strip look="ok">
          {say('admin.imports.undone', { undone: run.undone.undone, kept: run.undone.kept })}
        </Strip>
      )}
      {run.dry_run && run.state === 'done' && <Strip look="ok">{say('admin.imports.would')}</Strip>}
      {isOver && !order && (['failed', 'canceled'].includes(run.state) || run.dry_run) && (
        <p className="dim">{say('admin.imports.file_gone')}</p>
      )}
      <ImportCounts run={run} part={part} />
      <ImportReport run={run} part={part} onPage={onPage} />
    </section>
  );
}
