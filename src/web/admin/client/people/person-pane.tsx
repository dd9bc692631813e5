import { useIsFetching } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PaneHead } from '../parts/pane-head.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { formatUtc } from '../texts/dates.ts';
import { useTexts } from '../texts/texts.tsx';
import type { Person } from './people-query.ts';
import { roles } from './people-query.ts';
import { PersonChanges } from './person-changes.tsx';
import { PersonRemoval } from './person-removal.tsx';
import { PersonSessions } from './person-sessions.tsx';
import { PersonTokens } from './person-tokens.tsx';

/** Pane of one person: what they may, where they are signed in, their tokens, what they did last, and their removal. */
export function PersonPane({
  person,
  people,
  isOwn,
  onRole,
  onClose,
}: {
  readonly person: Person;
  readonly people: readonly Person[];
  readonly isOwn: boolean;
  onRole(role: string): void;
  onClose(): void;
}) {
  const { say, language } = useTexts();
  const day = (utc: string) => formatUtc(utc, language, { dateStyle: 'medium' });
  const name = person.name || person.login;
  const isLoading = useIsFetching({ queryKey: ['people'] }) > 0;
  return (
    <aside className="side pp-p" aria-label={name} aria-busy={isLoading}>
      <PaneHead title={name} onClose={onClose} />
      <dl className="md-d">
        <div>
          <dt>{say('admin.people.login')}</dt>
          <dd>{person.login}</dd>
        </div>
        <div>
          <dt>{say('admin.people.email')}</dt>
          <dd>{person.email || say('admin.people.no_email')}</dd>
        </div>
        <div>
          <dt>{say('admin.people.since')}</dt>
          <dd>{day(person.created_utc)}</dd>
        </div>
        <div>
          <dt>{say('admin.people.seen')}</dt>
          <dd>{person.last_seen_utc ? day(person.last_seen_utc) : say('admin.people.never')}</dd>
        </div>
      </dl>
      {isOwn ? (
        <p className="h">
          <Link to="/admin/account">{say('admin.people.own')}</Link>
        </p>
      ) : (
        <SelectField
          label={say('admin.people.role')}
          help={say(`admin.role.${person.role}.may`)}
          value={person.role}
          onChange={onRole}
          choices={roles.map((role) => ({ value: role, text: say(`admin.role.${role}`) }))}
        />
      )}
      <PersonSessions person={person} />
      <PersonTokens person={person} />
      <PersonChanges person={person} />
      {!isOwn && <PersonRemoval person={person} people={people} onRemoved={onClose} />}
    </aside>
  );
}
