import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ProofOfPassword } from '../account/use-guarded.ts';
import { useSession } from '../interface/session.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { SelectChip } from '../parts/select-chip.tsx';
import { useToast } from '../parts/toast.tsx';
import { Failed, problemText } from '../shell/failure.tsx';
import { ago } from '../texts/ago.ts';
import { formatUtc } from '../texts/dates.ts';
import { useTexts } from '../texts/texts.tsx';
import { InviteForm } from './invite-form.tsx';
import {
  invitationsQuery,
  type Person,
  type PersonRole,
  peopleCalls,
  peopleQuery,
  roles,
} from './people-query.ts';
import { PersonPane } from './person-pane.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { RoleTable } from './role-table.tsx';

const initialsOf = ({ name, login }: Person): string =>
  (name || login)
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join('')
    .toUpperCase();

/** People with an account, invitations that wait, and what each role may. */
export default function PeopleScreen() {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const toast = useToast();
  const own = useSession()?.user?.id;
  const { data: people = [], error, isPending, refetch } = useQuery(peopleQuery);
  const { data: invitations = [] } = useQuery(invitationsQuery);
  const [isInviting, setInviting] = useState(false);
  const { open }: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const shown = people.find(({ id }) => id === open);
  const show = (id: number | undefined) =>
    void navigate({ to: '/admin/people', search: id === undefined ? {} : { open: id } });

  const withdraw = async (id: number) => {
    const problem = await peopleCalls.withdraw(id).then(
      () => undefined,
      (refusal: unknown) => problemText(refusal, say),
    );
    await queries.invalidateQueries({ queryKey: ['people'] });
    toast({ text: problem ?? say('admin.people.withdrawn') });
  };
  const [roleChange, setRoleChange] = useState<{ readonly person: Person; readonly role: PersonRole }>();
  const askRole = (person: Person, value: string) => {
    const role = roles.find((one) => one === value);
    if (role && role !== person.role) setRoleChange({ person, role });
  };
  const setRole = async (person: Person, role: PersonRole, proof: ProofOfPassword) => {
    const change = async (to: PersonRole) => {
      await peopleCalls.setRole(person.id, to, proof);
      await queries.invalidateQueries({ queryKey: ['people'] });
    };
    await change(role);
    setRoleChange(undefined);
    toast({ text: say('admin.people.role_set'), undo: () => change(person.role) });
  };
  const dayOf = (utc: string) =>
    formatUtc(utc, language, { day: 'numeric', month: 'short', year: 'numeric' });
  return (
    <div className={`lk${shown ? ' has-side' : ''}`}>
      <div className="lk-m">
        <header className="at-h pp-h">
          <div>
            <h1>{say('admin.nav.people')}</h1>
            <p className="dim">{say('admin.people.count', { count: people.length })}</p>
          </div>
          <Button size="small" icon="mail" onPress={() => setInviting(true)}>
            {say('admin.people.invite')}
          </Button>
        </header>
        <div className="at-w" aria-busy={isPending}>
          {error && <Failed error={error} onRetry={() => void refetch()} />}
          {isInviting && <InviteForm onClose={() => setInviting(false)} />}
          <table className="at pp">
            <thead>
              <tr>
                <th>{say('admin.people.name')}</th>
                <th>{say('admin.people.role')}</th>
                <th className="h-m">{say('admin.people.signing_in')}</th>
                <th className="h-m">{say('admin.people.seen')}</th>
              </tr>
            </thead>
            <tbody>
              {people.map((person) => (
                <tr key={person.id} data-id={person.id}>
                  <td className="c-t">
                    <span className="pp-n">
                      <span className="who" aria-hidden="true">
                        {initialsOf(person)}
                      </span>
                      <span>
                        <button
                          type="button"
                          className="link"
                          aria-expanded={person.id === open}
                          onClick={() => show(person.id === open ? undefined : person.id)}
                        >
                          {person.name || person.login}
                        </button>
                        <small>{person.email || person.login}</small>
                      </span>
                    </span>
                  </td>
                  <td>
                    <SelectChip
                      label={say('admin.people.role_of', { name: person.name || person.login })}
                      value={person.role}
                      isDisabled={person.id === own}
                      onChange={(role) => askRole(person, role)}
                      choices={roles.map((role) => ({ value: role, text: say(`admin.role.${role}`) }))}
                    />
                  </td>
                  <td className="h-m">
                    {person.second_factor ? (
                      <span className="ok">
                        <Icon name="lock" /> {say('admin.people.second_factor')}
                      </span>
                    ) : (
                      <span className="dim">
                        {say(person.has_password ? 'admin.people.password_only' : 'admin.people.no_password')}
                      </span>
                    )}
                  </td>
                  <td className="h-m">
                    {person.last_seen_utc ? ago(person.last_seen_utc, language) : say('admin.people.never')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <div className="pp-g">
            {invitations.length > 0 && (
              <section className="pp-s" aria-labelledby="invited">
                <h2 id="invited">{say('admin.people.invited')}</h2>
                <ul>
                  {invitations.map((invitation) => (
                    <li key={invitation.id}>
                      <span>
                        <b>{invitation.email || say('admin.people.by_link')}</b>{' '}
                        <span className="dim">
                          {say(`admin.role.${invitation.role}`)}
                          {invitation.expires_utc !== null &&
                            `, ${say('admin.people.until', { date: dayOf(invitation.expires_utc) })}`}
                        </span>
                      </span>
                      <Button look="bare" size="small" onPress={() => void withdraw(invitation.id)}>
                        {say('admin.people.withdraw')}
                      </Button>
                    </li>
                  ))}
                </ul>
              </section>
            )}
            <section className="pp-s" aria-labelledby="roles">
              <h2 id="roles">{say('admin.people.roles')}</h2>
              <RoleTable />
            </section>
          </div>
        </div>
      </div>
      {shown && (
        <PersonPane
          key={shown.id}
          person={shown}
          people={people}
          isOwn={shown.id === own}
          onRole={(role) => askRole(shown, role)}
          onClose={() => show(undefined)}
        />
      )}
      {roleChange && (
        <RoleDialog
          {...roleChange}
          onSave={(proof) => setRole(roleChange.person, roleChange.role, proof)}
          onClose={() => setRoleChange(undefined)}
        />
      )}
    </div>
  );
}
