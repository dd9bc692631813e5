import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type FoundChoice, placeOf } from '../interface/choices.ts';
import { Button } from '../parts/button.tsx';
import type { MenuChoice } from '../parts/menu-choices.tsx';
import { Pager } from '../parts/pager.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { useToast } from '../parts/toast.tsx';
import { Failed, problemText } from '../shell/failure.tsx';
import { useTypedSearch } from '../shell/use-typed-search.ts';
import { plainText } from '../texts/plain-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { LikelyDoubles, useLikelyPairs } from './likely-doubles.tsx';
import { LinkedForm } from './linked-form.tsx';
import {
  type LinkedItem,
  type LinkedScreenKind,
  linkedCalls,
  linkedStatuses,
  PER_PAGE,
  undoMerge,
} from './linked-kinds.ts';
import { LinkedTable } from './linked-table.tsx';
import { MergeLinked } from './merge-linked.tsx';

/** The state of the screen, which its address holds. */
interface LinkedState {
  readonly q: string;
  readonly page: number;
  /** The item whose form is open. */
  readonly open: number | 'new' | undefined;
}

function readState(search: Readonly<Record<string, unknown>>): LinkedState {
  const { q, page, open } = search;
  return {
    q: typeof q === 'string' || typeof q === 'number' ? String(q) : '',
    page: typeof page === 'number' && page > 0 ? Math.floor(page) : 1,
    open: open === 'new' ? 'new' : typeof open === 'number' && open > 0 ? open : undefined,
  };
}

const addressOf = ({ q, page, open }: LinkedState) => ({
  ...(q === '' ? {} : { q }),
  ...(page === 1 ? {} : { page }),
  ...(open === undefined ? {} : { open }),
});

/** The table of venues or organizers: likely doubles first, a search, and a form beside it. */
export function LinkedScreen({ kind }: { readonly kind: LinkedScreenKind }) {
  const { say } = useTexts();
  const state = readState(useSearch({ strict: false }));
  const navigate = useNavigate();
  const [merging, setMerging] = useState<{ item: FoundChoice; likely?: FoundChoice }>();
  const queries = useQueryClient();
  const toast = useToast();
  const calls = linkedCalls[kind];
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: [kind, 'list', { search: state.q, page: state.page }],
    queryFn: ({ signal }) => calls.list({ search: state.q, page: state.page }, signal),
    placeholderData: keepPreviousData,
  });
  const go = (change: Partial<LinkedState>, replace = false) =>
    void navigate({ to: `/admin/${kind}`, search: addressOf({ ...state, ...change }), replace });
  const [typed, setTyped] = useTypedSearch(state.q, (q) => go({ q, page: 1 }, true));

  const act = async (work: () => Promise<unknown>, done: string, undo?: () => Promise<unknown>) => {
    const renew = () => queries.invalidateQueries({ queryKey: [kind] });
    try {
      await work();
      await renew();
      const back = undo && {
        undo: async () => {
          await undo();
          await renew();
        },
      };
      toast({ text: done, ...back });
    } catch (problem) {
      toast({ text: problemText(problem, say) });
    }
  };
  const merge = async (into: FoundChoice, from: FoundChoice) => {
    const number = await calls.merge(into.id, [from.id]);
    setMerging(undefined);
    // What its form has read is no more how it is.
    if (state.open === into.id || state.open === from.id) go({ open: undefined });
    await act(
      async () => undefined,
      say('admin.terms.merged', { from: from.name, into: into.name }),
      () => undoMerge(number),
    );
  };
  const trash = ({ id, status }: LinkedItem) =>
    act(
      () => calls.trash(id),
      say('admin.linked.trashed'),
      () => calls.setStatus(id, linkedStatuses.find((one) => one === status) ?? 'draft'),
    );
  const items = data?.items ?? [];
  const isWhole = state.q === '' && state.page === 1;
  const pairs = useLikelyPairs(kind, !isPending);
  const compare = (id: number) => {
    const pair = pairs.find(({ one, other }) => one.id === id || other.id === id);
    if (pair) setMerging({ item: pair.other, likely: pair.one });
  };
  const choicesOf = (item: LinkedItem): readonly MenuChoice[] => [
    { id: 'edit', text: say('admin.linked.edit'), icon: 'edit', onChoose: () => go({ open: item.id }) },
    {
      id: 'events',
      text: say('admin.linked.its_events'),
      icon: 'list',
      onChoose: () =>
        void navigate({
          to: '/admin/events',
          search: { [kind === 'venues' ? 'venue' : 'organizer']: String(item.id) },
        }),
    },
    {
      id: 'look',
      text: say('admin.events.look'),
      icon: 'eye',
      onChoose: () => void open(item.url, '_blank', 'noopener'),
    },
    {
      id: 'merge',
      text: say('admin.linked.merge_other'),
      icon: 'merge',
      onChoose: () =>
        setMerging({
          item: { id: item.id, name: plainText(item.name), hint: placeOf(item.values) },
        }),
    },
    {
      id: 'history',
      text: say('admin.nav.history'),
      icon: 'hist',
      onChoose: () =>
        void navigate({
          to: '/admin/history',
          search: { kind: kind === 'venues' ? 'venue' : 'organizer', id: item.id },
        }),
    },
    { id: 'trash', text: say('admin.events.to_trash'), icon: 'trash', onChoose: () => void trash(item) },
  ];
  return (
    <div className={`lk${state.open === undefined ? '' : ' has-side'}`}>
      <div className="lk-m">
        <header className="at-h head-do">
          <h1>{say(`admin.nav.${kind}`)}</h1>
          <Button look="quiet" size="small" icon="plus" onPress={() => go({ open: 'new' })}>
            {say(`admin.linked.new.${kind}`)}
          </Button>
        </header>
        <div className="at-f">
          <SearchField label={say('admin.linked.search')} value={typed} onChange={setTyped} />
        </div>
        <div className="at-w" aria-busy={isPending || isPlaceholderData}>
          {error && <Failed error={error} onRetry={() => void refetch()} />}
          {isWhole && (
            <LikelyDoubles
              pairs={pairs}
              onCompare={({ one, other }) => setMerging({ item: other, likely: one })}
            />
          )}
          {!isPending && !error && items.length === 0 ? (
            <div className="none-a">
              <b>{say(isWhole ? `admin.linked.none.${kind}` : 'admin.linked.no_match')}</b>
              {isWhole ? (
                <p>{say(`admin.linked.none.${kind}.text`)}</p>
              ) : (
                <Button look="quiet" size="small" onPress={() => go({ q: '', page: 1 })}>
                  {say('admin.terms.show_all')}
                </Button>
              )}
            </div>
          ) : (
            <LinkedTable
              kind={kind}
              items={items}
              opened={state.open}
              doubles={new Set(pairs.flatMap(({ one, other }) => [one.id, other.id]))}
              choicesOf={choicesOf}
              onOpen={(id) => go({ open: id })}
              onCompare={compare}
            />
          )}
        </div>
        <Pager page={state.page} perPage={PER_PAGE} total={data?.total} onPage={(page) => go({ page })} />
      </div>
      {state.open !== undefined && (
        <LinkedForm
          key={state.open}
          kind={kind}
          id={state.open === 'new' ? undefined : state.open}
          onClose={() => go({ open: undefined })}
        />
      )}
      {merging && (
        <MergeLinked
          kind={kind}
          item={merging.item}
          likely={merging.likely}
          onMerge={merge}
          onClose={() => setMerging(undefined)}
        />
      )}
    </div>
  );
}
