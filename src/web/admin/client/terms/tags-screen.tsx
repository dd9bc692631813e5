import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { LanguageLetters } from '../parts/language-letters.tsx';
import { Pager } from '../parts/pager.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { useTypedSearch } from '../shell/use-typed-search.ts';
import { useTexts } from '../texts/texts.tsx';
import { LikelySame } from './likely-same.tsx';
import { useTermActions } from './term-actions.ts';
import { type ListedTerm, listTermPage, PER_PAGE } from './term-calls.ts';
import { TermMenu } from './term-menu.tsx';
import { nameId, useTermState } from './term-state.ts';
import { TermsFrame } from './terms-frame.tsx';

const NO_CATEGORIES: readonly ListedTerm[] = [];

/** The screen of tags: a list that is searched, and the form of one beside it. */
export default function TagsScreen() {
  const { say, language } = useTexts();
  const { state, go } = useTermState('tags');
  const actions = useTermActions('tags');
  const { q: search, page } = state;
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: ['tags', 'list', { search, page }],
    queryFn: ({ signal }) => listTermPage('tags', { search, page }, signal),
    placeholderData: keepPreviousData,
  });
  const [typed, setTyped] = useTypedSearch(search, (q) => go({ q, page: 1 }, true));
  const tags = data?.items ?? [];
  return (
    <TermsFrame
      kind="tags"
      state={state}
      go={go}
      actions={actions}
      terms={NO_CATEGORIES}
      isBusy={isPending || isPlaceholderData}
      error={error}
      onRetry={() => void refetch()}
      isEmpty={tags.length === 0}
      filter={<SearchField label={say('admin.terms.search')} value={typed} onChange={setTyped} />}
      foot={
        <Pager page={page} perPage={PER_PAGE} total={data?.total} onPage={(next) => go({ page: next })} />
      }
    >
      {(onMerge) => (
        <>
          <LikelySame terms={tags} onMerge={onMerge} />
          <table className="at tags">
            <thead>
              <tr>
                <th>{say('admin.linked.field.venue')}</th>
                <th className="h-m">{say('admin.terms.slug')}</th>
                <th className="h-m">{say('admin.events.translations')}</th>
                <th className="c-n">{say('admin.nav.events')}</th>
                <th className="c-m">
                  <span className="vh">{say('admin.events.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {tags.map((tag) => (
                <tr key={tag.id} data-id={tag.id} className={tag.id === state.open ? 'sel' : ''}>
                  <td className="c-t">
                    <button
                      type="button"
                      id={nameId(tag.id)}
                      className="link"
                      lang={tag.language}
                      dir="auto"
                      onClick={() => go({ open: tag.id })}
                    >
                      {tag.name}
                    </button>
                  </td>
                  <td className="h-m dim">{tag.slug}</td>
                  <td className="h-m">
                    <LanguageLetters translations={tag.translations} />
                  </td>
                  <td className="c-n num">{tag.count.toLocaleString(language)}</td>
                  <td className="c-m">
                    <TermMenu kind="tags" term={tag} go={go} onMerge={onMerge} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </TermsFrame>
  );
}
