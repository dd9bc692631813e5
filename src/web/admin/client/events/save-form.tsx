import { useState } from 'react';
import { NAME_MAX } from '#api/access/rules.ts';
import { useGuarded } from '../account/use-guarded.ts';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { useToast } from '../parts/toast.tsx';
import { useTellRefusal } from '../shell/use-tell-refusal.ts';
import { useTexts } from '../texts/texts.tsx';
import { queryTextOf } from './list-query.ts';
import { SavedList } from './saved-list.tsx';
import type { ShownFilter } from './shown-filter.ts';
import { isUsual, type TableState } from './table-state.ts';

/** The form that names what the table shows, and the lists that are named. */
export function SaveForm({
  state,
  saved: { filters, columns, actions },
  onDone,
}: {
  readonly state: TableState;
  readonly saved: ShownFilter;
  onDone(): void;
}) {
  const { say } = useTexts();
  const toast = useToast();
  const tellRefusal = useTellRefusal();
  const saving = useGuarded();
  const [name, setName] = useState(state.search);
  const save = () =>
    saving.run(async () => {
      const fields = { name: name.trim(), query: queryTextOf(state), columns: [...columns] };
      const there = filters.find((one) => one.name.toLowerCase() === fields.name.toLowerCase());
      if (there) {
        await actions.change(there.id, fields);
        const { name: before, query, columns: shown } = there;
        const undo = () =>
          actions.change(there.id, { name: before, query, columns: shown }).catch(tellRefusal);
        toast({ text: say('admin.events.save.replaced', { name: fields.name }), undo });
      } else await actions.create(fields);
      onDone();
    });
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') void save();
        }}
      >
        {isUsual(state) ? (
          <p className="h">{say('admin.events.save.nothing')}</p>
        ) : (
          <>
            <TextField
              label={say('admin.events.save.name')}
              help={say('admin.events.save.help')}
              problem={saving.fields['name'] ?? saving.problem}
              value={name}
              onChange={setName}
              maxLength={NAME_MAX}
              autoFocus
            />
            <Button size="small" type="submit" isBusy={saving.isBusy} isDisabled={name.trim() === ''}>
              {say('admin.events.save')}
            </Button>
          </>
        )}
      </form>
      {filters.length > 0 && (
        <ul className="kept-lists">
          {filters.map((filter) => (
            <SavedList key={filter.id} filter={filter} actions={actions} onDone={onDone} />
          ))}
        </ul>
      )}
    </>
  );
}
