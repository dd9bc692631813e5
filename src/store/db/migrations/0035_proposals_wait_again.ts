import { type Kysely, sql } from 'kysely';

const WAITS = `update submissions set state = 'waiting', message = '', decided_utc = null, decided_by = null`;
const DECIDED = `state in ('accepted', 'rejected')`;
const UNSENT = `delete from mails where given_up_utc is null and reference`;

/**
 * Has a proposal that was decided wait again as soon as its event does, whoever brings that about: the queue, an undo in the history,
 * somebody who edits the event. The mail about a rejection that is none any more goes unless it is sent.
 */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  await sql
    .raw(`${WAITS} where ${DECIDED} and event_id in (select id from events where status = 'pending')`)
    .execute(db);
  await sql
    .raw(
      `${UNSENT} in (select 'submission/' || id || '/rejected' from submissions where state in ('waiting', 'asked'))`,
    )
    .execute(db);
  const steps = [
    {
      name: 'events_pending_again',
      on: 'update of status on events',
      when: `old.status <> 'pending' and new.status = 'pending'`,
      work: `${WAITS} where event_id = new.id and ${DECIDED};`,
    },
    {
      name: 'submissions_reopened',
      on: 'update of state on submissions',
      when: `old.state = 'rejected' and new.state <> 'rejected'`,
      work: `${UNSENT} = 'submission/' || new.id || '/rejected';`,
    },
  ];
  for (const { name, on, when, work } of steps) {
    const trigger = `create trigger ${name} after ${on} for each row when (${when})`;
    if (dialect === 'sqlite') {
      await sql.raw(`${trigger} begin ${work} end`).execute(db);
      continue;
    }
    await sql
      .raw(
        `create function ${name}() returns trigger language plpgsql as $$ begin ${work} return null; end $$`,
      )
      .execute(db);
    await sql.raw(`${trigger} execute function ${name}()`).execute(db);
  }
}
