import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../interface/session.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { PopoverButton } from '../parts/popover-button.tsx';
import { useToast } from '../parts/toast.tsx';
import { useSettled } from '../shell/use-settled.ts';
import { languageIn } from '../texts/language-name.ts';
import { useTexts } from '../texts/texts.tsx';
import { countQuery, isMissed } from './event-lists.ts';
import { type SavedLists, useSavedLists } from './saved-lists.ts';
import {
  addressOf,
  type EventListName,
  eventLists,
  isUsual,
  readState,
  type TableState,
} from './table-state.ts';

const keyOf = (address: Readonly<Record<string, unknown>>) =>
  JSON.stringify(Object.entries(address).toSorted());

/** The form that names what the table shows, and the lists that are named. */
function SaveForm({
  state,
  saved: { lists, save, remove },
  onDone,
}: {
  readonly state: TableState;
  readonly saved: SavedLists;
  onDone(): void;
}) {
  const { say } = useTexts();
  const toast = useToast();
  const [name, setName] = useState(state.search);
  const isNamed = name.trim() !== '';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isNamed) return;
        save({ name: name.trim(), address: addressOf({ ...state, page: 1 }) });
        onDone();
      }}
    >
      {isUsual(state) ? (
        <p className="h">{say('admin.events.save.nothing')}</p>
      ) : (
        <>
          <TextField
            label={say('admin.events.save.name')}
            help={say('admin.events.save.help')}
            value={name}
            onChange={setName}
            maxLength={40}
            autoFocus
          />
          <Button size="small" type="submit" isDisabled={!isNamed}>
            {say('admin.events.save')}
          </Button>
        </>
      )}
      {lists.length > 0 && (
        <ul className="kept-lists">
          {lists.map((list) => (
            <li key={list.name}>
              <span>{list.name}</span>
              <IconButton
                name="x"
                label={say('admin.remove', { name: list.name })}
                onPress={() => {
                  remove(list.name);
                  // The toast that takes it back lies outside.
                  onDone();
                  toast({ text: say('admin.events.save.removed'), undo: () => save(list) });
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}

/** The lists of events: those that there always are, with their counts, and those that somebody has saved. */
export function ListTabs({ state, isReady }: { readonly state: TableState; readonly isReady: boolean }) {
  const { say, language } = useTexts();
  const session = useSession();
  const saved = useSavedLists(session?.user?.id ?? 0);
  const isSettled = useSettled(isReady);
  const counts = useQueries({
    queries: eventLists.map((list) => ({ ...countQuery(list), enabled: isSettled })),
  });
  const nameOf = (list: EventListName): string =>
    list === 'untranslated_en' || list === 'untranslated_de' || list === 'untranslated_es'
      ? say('admin.events.untranslated', { language: languageIn(language, list.slice(-2)) })
      : say(`admin.events.${list}`);
  const shown = keyOf(addressOf({ ...state, page: 1 }));
  const isSaved = saved.lists.some(({ address }) => keyOf(address) === shown);
  return (
    <div className="saved">
      <ul>
        {eventLists.map((list, at) => {
          const count = counts[at]?.data;
          if (list.startsWith('untranslated_') && list !== state.list && !isMissed(count, counts[0]?.data))
            return null;
          return (
            <li key={list}>
              <Link
                to="/admin/events"
                search={addressOf({ ...readState({ list }), search: state.search })}
                aria-current={!isSaved && list === state.list ? 'page' : undefined}
              >
                {nameOf(list)}
                {count !== undefined && <span className="num">{count.toLocaleString(language)}</span>}
              </Link>
            </li>
          );
        })}
        {saved.lists.map(({ name, address }) => (
          <li key={name}>
            <Link
              to="/admin/events"
              search={address}
              aria-current={keyOf(address) === shown ? 'page' : undefined}
            >
              {name}
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
