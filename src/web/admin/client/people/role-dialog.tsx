import { PasswordProof } from '../account/password-proof.tsx';
import { type ProofOfPassword, useGuarded } from '../account/use-guarded.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { Person, PersonRole } from './people-query.ts';

/** The question for the password with which a person gets another role. */
export function RoleDialog({
  person,
  role,
  onSave,
  onClose,
}: {
  readonly person: Person;
  readonly role: PersonRole;
  onSave(proof: ProofOfPassword): Promise<void>;
  onClose(): void;
}) {
  const { say } = useTexts();
  const action = useGuarded({ asksFirst: true });
  const name = person.name || person.login;
  return (
    <Dialog
      title={say('admin.people.role_of', { name })}
      lead={say('admin.people.role_change', { name, role: say(`admin.role.${role}`) })}
      onClose={onClose}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void action.run(onSave);
        }}
      >
        <div className="dlg-b">
          <PasswordProof action={action} />
        </div>
        <footer>
          <Button look="bare" size="small" onPress={onClose}>
            {say('admin.cancel')}
          </Button>
          <span className="sp" />
          <Button
            type="submit"
            size="small"
            isBusy={action.isBusy}
            isDisabled={action.asksPassword && action.password === ''}
          >
            {say('admin.people.change_role')}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
