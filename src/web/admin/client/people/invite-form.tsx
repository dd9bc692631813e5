import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PasswordProof } from '../account/password-proof.tsx';
import { useGuarded } from '../account/use-guarded.ts';
import type { Schemas } from '../interface/client.ts';
import { Button } from '../parts/button.tsx';
import { CopyField } from '../parts/copy-field.tsx';
import { TextField } from '../parts/field.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { useTexts } from '../texts/texts.tsx';
import { type PersonRole, peopleCalls, roles } from './people-query.ts';

/** The form that invites somebody, and the link that it makes, which is shown this once. */
export function InviteForm({ onClose }: { onClose(): void }) {
  const { say } = useTexts();
  const queries = useQueryClient();
  const [role, setRole] = useState<PersonRole>('editor');
  const [email, setEmail] = useState('');
  const [made, setMade] = useState<Schemas['NewInvitation']>();
  const action = useGuarded();

  const invite = () =>
    action.run(async (proof) => {
      setMade(await peopleCalls.invite(role, email.trim(), proof));
      await queries.invalidateQueries({ queryKey: ['people'] });
    });
  if (made)
    return (
      <section className="made" aria-live="polite">
        <p>
          <b>{say(made.mailed ? 'admin.people.mailed' : 'admin.people.made', { email: made.email })}</b>
        </p>
        <CopyField label={say('admin.people.link')} value={made.url} />
        <p>{say('admin.people.link.help', { role: say(`admin.role.${made.role}`) })}</p>
        <Button look="quiet" onPress={onClose}>
          {say('admin.close')}
        </Button>
      </section>
    );
  return (
    <form
      className="invite"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void invite();
      }}
    >
      <TextField
        label={say('admin.people.email')}
        help={say('admin.people.email.help')}
        type="email"
        autoFocus
        value={email}
        onChange={setEmail}
        problem={action.fields['email'] ?? ''}
      />
      <SelectField
        label={say('admin.people.role')}
        help={say(`admin.role.${role}.may`)}
        value={role}
        onChange={(value) => setRole(roles.find((one) => one === value) ?? 'editor')}
        choices={roles.map((one) => ({ value: one, text: say(`admin.role.${one}`) }))}
      />
      <PasswordProof action={action} />
      <p className="f-row">
        <Button type="submit" isBusy={action.isBusy}>
          {say('admin.people.invite')}
        </Button>
        <Button look="bare" onPress={onClose}>
          {say('admin.cancel')}
        </Button>
      </p>
    </form>
  );
}
