import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconButton } from '../parts/button.tsx';
import { PopoverButton } from '../parts/popover-button.tsx';
import { EXACTLY } from '../shell/exactly.ts';
import { useSettled } from '../shell/use-settled.ts';
import { languageIn } from '../texts/language-name.ts';
import { useTexts, writtenLanguages } from '../texts/texts.tsx';
import { countQuery, isMissed } from './event-lists.ts';
import { stateOfQuery } from './list-query.ts';
import { SaveForm } from './save-form.tsx';
import type { ShownFilter } from './shown-filter.ts';
import { addressOf, type EventListName, eventLists, readState, type TableState } from './table-state.ts';

const isUsed = (list: EventListName): boolean =>
  !list.startsWith('untranslated_') || writtenLanguages.some((code) => list === `untranslated_${code}`);
/** The lists of the calendar's languages. */
const shownLists = eventLists.filter(isUsed);

/** The lists of events: those that there always are, with their counts, and those that somebody has saved. */
export function ListTabs({
  state,
  saved,
  isReady,
}: {
  readonly state: TableState;
  readonly saved: ShownFilter;
  readonly isReady: boolean;
}) {
  const { say, language } = useTexts();
  const isSettled = useSettled(isReady);
  const counts = useQueries({
    queries: shownLists.map((list) => ({ ...countQuery(list), enabled: isSettled })),
  });
  const nameOf = (list: EventListName): string =>
    list === 'untranslated_en' || list === 'untranslated_de' || list === 'untranslated_es'
      ? say('admin.events.untranslated', { language: languageIn(language, list.slice(-2)) })
      : say(`admin.events.${list}`);
  return (
    <div className="saved">
      <ul>
        {shownLists.map((list, at) => {
          const count = counts[at]?.data;
          if (list.startsWith('untranslated_') && list !== state.list && !isMissed(count, counts[0]?.data))
            return null;
          return (
            <li key={list}>
              <Link
                to="/admin/events"
                search={addressOf({ ...readState({ list }), search: state.search })}
                activeOptions={EXACTLY}
                aria-current={saved.shown === undefined && list === state.list ? 'page' : undefined}
              >
                {nameOf(list)}{' '}
                {count !== undefined && <span className="num">{count.toLocaleString(language)}</span>}
              </Link>
            </li>
          );
        })}
        {saved.filters.map((filter) => (
          <li key={filter.id}>
            <Link
              to="/admin/events"
              search={addressOf(stateOfQuery(filter.query))}
              activeOptions={EXACTLY}
              aria-current={filter === saved.shown ? 'page' : undefined}
            >
              {filter.name}
            </Link>
          </li>
        ))}
      </ul>
      <PopoverButton
        name={say('admin.events.save.title')}
        button={<IconButton name="plus" label={say('admin.events.save.title')} />}
      >
        {(close) => <SaveForm state={state} saved={saved} onDone={close} />}
      </PopoverButton>
    </div>
  );
}
