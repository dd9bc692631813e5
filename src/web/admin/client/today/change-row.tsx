import { Link } from '@tanstack/react-router';
import type { IconName } from '#web/html/icon-drawings.ts';
import type { HistoryEntry } from '../history/history-query.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { nameOfField } from '../texts/event-fields.ts';
import { plainText } from '../texts/plain-text.ts';
import { type AdminLanguage, type Say, useTexts } from '../texts/texts.tsx';

/** Icons of what was done; a change has that of its kind, where it isn't an event. */
const deeds: Readonly<Partial<Record<HistoryEntry['action'], IconName>>> = {
  created: 'plus',
  trashed: 'trash',
  deleted: 'trash',
  merged: 'merge',
  restored: 'undo',
  undone: 'undo',
};
const kinds: Readonly<Partial<Record<HistoryEntry['kind'], IconName>>> = {
  venue: 'venue',
  organizer: 'users',
  category: 'tag',
  tag: 'hash',
  media: 'image',
};
const placesOfKinds: Readonly<Partial<Record<HistoryEntry['kind'], string>>> = {
  venue: '/admin/venues',
  organizer: '/admin/organizers',
  category: '/admin/categories',
  tag: '/admin/tags',
};
const NAMED = 2;
/** Stands for the title while a sentence is said, since it becomes a link. */
const TITLE = '\u0000';

/** Returns the fields that a change names within its sentence: two by their names, more by their number. */
function fieldsIn({ changes }: HistoryEntry, say: Say, language: AdminLanguage): string {
  const names = new Set(Object.keys(changes).flatMap((field) => nameOfField(field, say, language) ?? []));
  if (names.size === 0 || names.size > NAMED)
    return say('admin.today.fields', { count: Object.keys(changes).length });
  const inside = [...names].map((name) =>
    language === 'de' ? name : name.charAt(0).toLocaleLowerCase(language) + name.slice(1),
  );
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(inside);
}

/** Says what was done to what, as a link where it has a form. */
function Title({ entry: { kind, action, item, title } }: { readonly entry: HistoryEntry }) {
  const text = plainText(title) || `${item}`;
  const place = placesOfKinds[kind];
  if (action === 'deleted') return text;
  if (kind === 'event')
    return (
      <Link to="/admin/events/$id" params={{ id: String(item) }}>
        {text}
      </Link>
    );
  return place === undefined ? (
    text
  ) : (
    <Link to={place} search={{ open: item }}>
      {text}
    </Link>
  );
}

/** Row of all that an import has written, as a sentence. */
export function ImportChangeRow({ entry, time }: { readonly entry: HistoryEntry; readonly time: string }) {
  const { say } = useTexts();
  const { by, entries, import: run, undone } = entry;
  const [before, after] = say('admin.today.did.imported', { changes: TITLE }).split(TITLE);
  return (
    <li className={undone ? 'is-undone' : ''} data-import={run}>
      <time className="num">{time}</time>
      <Icon name="sync" />
      <p>
        <span className="dim">{by?.name ?? say('admin.history.nobody')}</span> {before}
        <Link to="/admin/imports" search={{ run: run ?? 0 }}>
          {say('admin.today.changes_of', { count: entries })}
        </Link>
        {after}
        {undone && <span className="dim">, {say('admin.history.undone')}</span>}
      </p>
    </li>
  );
}

/** Row of one of the latest changes, as a sentence, with its way back. */
export function ChangeRow({
  entry,
  time,
  onUndo,
}: {
  readonly entry: HistoryEntry;
  readonly time: string;
  onUndo(): void;
}) {
  const { say, language } = useTexts();
  const { by, kind, action, undone, undoes } = entry;
  const told = say(`admin.today.did.${action}`, { title: TITLE, fields: fieldsIn(entry, say, language) });
  const [before, after] = told.split(TITLE);
  return (
    <li className={undone ? 'is-undone' : ''} data-id={entry.id}>
      <time className="num">{time}</time>
      <Icon name={deeds[action] ?? kinds[kind] ?? 'edit'} />
      <p>
        <span className="dim">{by?.name ?? say('admin.history.nobody')}</span> {before}
        <Title entry={entry} />
        {after}
        {undone && <span className="dim">, {say('admin.history.undone')}</span>}
      </p>
      {!undone && undoes === null && (
        <Button look="bare" size="small" icon="undo" onPress={onUndo}>
          {say('admin.undo')}
        </Button>
      )}
    </li>
  );
}
