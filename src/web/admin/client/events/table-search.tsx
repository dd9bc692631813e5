import { useEffect, useRef } from 'react';
import { isCommand } from '../parts/command-keys.ts';
import { SearchField } from '../parts/search-field.tsx';
import { useTypedSearch } from '../shell/use-typed-search.ts';
import { useTexts } from '../texts/texts.tsx';
import type { TableState } from './table-state.ts';

/** The search of the table, which a stroke of `/` leads to. */
export function TableSearch({
  state,
  onSearch,
}: {
  readonly state: TableState;
  onSearch(search: string): void;
}) {
  const { say } = useTexts();
  const field = useRef<HTMLInputElement>(null);
  const [typed, type] = useTypedSearch(state.search, onSearch);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isCommand(event)) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <SearchField
      field={field}
      label={say('admin.events.search')}
      value={typed}
      onChange={type}
      shortcut="/"
    />
  );
}
