import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button } from '../parts/button.tsx';
import { MenuButton } from '../parts/menu-button.tsx';
import { Pager } from '../parts/pager.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { useToast } from '../parts/toast.tsx';
import { Failed, problemText } from '../shell/failure.tsx';
import { useTypedSearch } from '../shell/use-typed-search.ts';
import { plainText } from '../texts/plain-text.ts';
import { type AdminKey, useTexts } from '../texts/texts.tsx';
import { LikelyDoubles } from './likely-doubles.tsx';
import { LinkedForm } from './linked-form.tsx';
import { type LinkedItem, type LinkedScreenKind, linkedCalls, undoMerge } from './linked-kinds.ts';

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
  const { say, language } = useTexts();
  const state = readState(useSearch({ strict: false }));
  const navigate = useNavigate();
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

  const act = async (work: () => Promise<unknown>, done: AdminKey, undo?: () => Promise<unknown>) => {
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
      toast({ text: say(done), ...back });
    } catch (problem) {
      toast({ text: problemText(problem, say) });
    }
  };
  const merge = async (into: { id: number }, from: { id: number }) => {
    let number = 0;
    await act(
      async () => {
        number = await calls.merge(into.id, [from.id]);
      },
      'admin.linked.merged',
      () => undoMerge(number),
    );
  };
  const trash = ({ id, status }: LinkedItem) =>
    act(
      () => calls.trash(id),
      'admin.linked.trashed',
      () => calls.setStatus(id, status === 'draft' ? 'draft' : 'publish'),
    );
  const items = data?.items ?? [];
  const told = (item: LinkedItem) =>
    kind === 'venues'
      ? [item.values['address'], item.values['city']].filter(Boolean).join(', ')
      : [item.values['email'], item.values['phone']].filter(Boolean).join(', ');
  return (
    <div className={`lk${state.open === undefined ? '' : ' has-side'}`}>
      <div className="lk-m">
        <header className="at-h">
          <h1>{say(`admin.nav.${kind}`)}</h1>
        </header>
        <div className="at-f">
          <SearchField label={say('admin.linked.search')} value={typed} onChange={setTyped} />
          <Button look="quiet" icon="plus" onPress={() => go({ open: 'new' })}>
            {say(`admin.linked.new.${kind}`)}
          </Button>
        </div>
        <div className="at-w" aria-busy={isPending || isPlaceholderData}>
          {error && <Failed error={error} onRetry={() => void refetch()} />}
          {state.q === '' && state.page === 1 && (
            <LikelyDoubles
              kind={kind}
              isReady={!isPending}
              onMerge={(into, from) => void merge(into, from)}
            />
          )}
          {!isPending && !error && items.length === 0 ? (
            <div className="none-a">
              <b>{say(state.q === '' ? `admin.linked.none.${kind}` : 'admin.linked.no_match')}</b>
            </div>
          ) : (
            <table className="at">
              <thead>
                <tr>
                  <th>{say(`admin.linked.field.${kind === 'venues' ? 'venue' : 'organizer'}`)}</th>
                  <th className="h-m">{say(`admin.linked.told.${kind}`)}</th>
                  <th className="c-m">
                    <span className="vh">{say('admin.events.actions')}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {items.map((item) => (
                  <tr key={item.id} data-id={item.id} className={item.id === state.open ? 'sel' : ''}>
                    <td className="c-t">
                      <button type="button" className="link" onClick={() => go({ open: item.id })}>
                        {plainText(item.name)}
                      </button>
                      {item.status !== 'publish' && <small>{say('admin.linked.unpublished')}</small>}
                    </td>
                    <td className="h-m">{told(item)}</td>
                    <td className="c-m">
                      <MenuButton
                        label={say('admin.linked.actions', { name: plainText(item.name) })}
                        choicesOf={() => [
                          {
                            id: 'edit',
                            text: say('admin.linked.edit'),
                            icon: 'edit',
                            onChoose: () => go({ open: item.id }),
                          },
                          {
                            id: 'look',
                            text: say('admin.events.look'),
                            icon: 'eye',
                            onChoose: () => void open(item.url, '_blank', 'noopener'),
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
                          {
                            id: 'trash',
                            text: say('admin.events.to_trash'),
                            icon: 'trash',
                            onChoose: () => void trash(item),
                          },
                        ]}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </div>
        <Pager
          page={state.page}
          pages={data?.pages}
          count={data?.total.toLocaleString(language)}
          onPage={(page) => go({ page })}
        />
      </div>
      {state.open !== undefined && (
        <LinkedForm
          key={state.open}
          kind={kind}
          id={state.open === 'new' ? undefined : state.open}
          onClose={() => go({ open: undefined })}
        />
      )}
    </div>
  );
}
