import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../interface/session.ts';
import { Button } from '../parts/button.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { useToast } from '../parts/toast.tsx';
import { Failed, problemText } from '../shell/failure.tsx';
import { useTexts } from '../texts/texts.tsx';
import { type Person, peopleCalls } from './people-query.ts';

const nameOf = ({ name, login }: Person): string => name || login;

/** Removal of an account: to whom goes what it owns, said before it is done, and why it can't be removed where it can't. */
export function PersonRemoval({
  person,
  people,
  onRemoved,
}: {
  readonly person: Person;
  readonly people: readonly Person[];
  onRemoved(): void;
}) {
  const { say } = useTexts();
  const toast = useToast();
  const queries = useQueryClient();
  const own = useSession()?.user?.id;
  const [chosen, setChosen] = useState<number>();
  const [isBusy, setBusy] = useState(false);
  const {
    data: outlook,
    error,
    refetch,
  } = useQuery({
    queryKey: ['people', 'removal', person.id],
    queryFn: () => peopleCalls.tryRemoval(person.id),
  });
  const others = people.filter(({ id }) => id !== person.id);
  const heir = others.find(({ id }) => id === (chosen ?? own)) ?? others[0];
  const owns = outlook?.state === 'owns';

  const remove = async () => {
    setBusy(true);
    try {
      await peopleCalls.remove(person.id, owns ? heir?.id : undefined);
      toast({ text: say('admin.people.removed') });
      onRemoved();
      await queries.invalidateQueries({ queryKey: ['people', 'list'] });
    } catch (refusal) {
      toast({ text: problemText(refusal, say) });
      await refetch();
    }
    setBusy(false);
  };
  return (
    <section className="pp-d">
      <h3>{say('admin.people.remove')}</h3>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {outlook?.state === 'refused' && <p className="h">{outlook.reason}</p>}
      {outlook?.state === 'free' && <p className="h">{say('admin.people.owns_nothing')}</p>}
      {owns && heir && (
        <SelectField
          label={say('admin.people.heir')}
          help={say('admin.people.heir_help', { name: nameOf(person), heir: nameOf(heir) })}
          value={String(heir.id)}
          onChange={(value) => setChosen(Number(value))}
          choices={others.map((one) => ({ value: String(one.id), text: nameOf(one) }))}
        />
      )}
      <p>
        <Button
          look="quiet"
          size="small"
          icon="trash"
          isBusy={isBusy}
          isDisabled={outlook === undefined || outlook.state === 'refused'}
          onPress={() => void remove()}
        >
          {owns && heir ? say('admin.people.remove_to', { heir: nameOf(heir) }) : say('admin.people.remove')}
        </Button>
      </p>
    </section>
  );
}
