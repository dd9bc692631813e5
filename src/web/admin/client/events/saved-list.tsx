import { useState } from 'react';
import { NAME_MAX } from '#api/access/rules.ts';
import { useGuarded } from '../account/use-guarded.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { useToast } from '../parts/toast.tsx';
import { useTellRefusal } from '../shell/use-tell-refusal.ts';
import { useTexts } from '../texts/texts.tsx';
import type { SavedFilter, SavedFilterActions } from './saved-filters.ts';

/** A list that somebody has saved, which is renamed and removed here. */
export function SavedList({
  filter: { id, name, query, columns },
  actions,
  onDone,
}: {
  readonly filter: SavedFilter;
  readonly actions: SavedFilterActions;
  onDone(): void;
}) {
  const { say } = useTexts();
  const toast = useToast();
  const tellRefusal = useTellRefusal();
  const renaming = useGuarded();
  const [typed, setTyped] = useState<string>();
  const rename = (next: string) =>
    renaming.run(async () => {
      await actions.change(id, { name: next });
      onDone();
      const undo = () => actions.change(id, { name }).catch(tellRefusal);
      toast({ text: say('admin.events.save.renamed', { name: next }), undo });
    });
  const remove = async () => {
    // The toast that takes it back lies outside.
    onDone();
    try {
      await actions.remove(id);
      const undo = () => actions.create({ name, query, columns }).catch(tellRefusal);
      toast({ text: say('admin.events.save.removed'), undo });
    } catch (refusal) {
      tellRefusal(refusal);
    }
  };
  if (typed === undefined)
    return (
      <li>
        <span>{name}</span>
        <span>
          <IconButton
            name="edit"
            label={say('admin.events.save.rename', { name })}
            onPress={() => setTyped(name)}
          />
          <IconButton name="x" label={say('admin.remove', { name })} onPress={() => void remove()} />
        </span>
      </li>
    );
  return (
    <li>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const next = typed.trim();
          if (next === name) setTyped(undefined);
          else if (next !== '') void rename(next);
        }}
      >
        <TextField
          label={say('admin.events.save.new_name')}
          problem={renaming.fields['name'] ?? renaming.problem}
          value={typed}
          onChange={setTyped}
          maxLength={NAME_MAX}
          autoFocus
        />
        <Button
          look="quiet"
          size="small"
          type="submit"
          isBusy={renaming.isBusy}
          isDisabled={typed.trim() === ''}
        >
          {say('admin.events.save')}
        </Button>
      </form>
    </li>
  );
}
