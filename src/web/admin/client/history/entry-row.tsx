import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { Button, IconButton } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { plainText } from '../texts/plain-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { Differences } from './difference.tsx';
import { fieldName } from './field-names.ts';
import type { HistoryEntry } from './history-query.ts';

/** Returns the letters that stand for a person. */
const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join('')
    .toUpperCase();

/** A row of the history, with what changed beneath it once it is opened. */
export function EntryRow({
  entry,
  time,
  isWithin = false,
  onUndo,
}: {
  readonly entry: HistoryEntry;
  /** Whether it stands below its import, which it needn't name. */
  readonly isWithin?: boolean;
  readonly time: string;
  onUndo(fields?: readonly string[]): void;
}) {
  const texts = useTexts();
  const { say } = texts;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { by, kind, action, scope, title, undone, changes } = entry;
  const fields = Object.keys(changes);
  const name = by?.name ?? say('admin.history.nobody');
  const told = say(`admin.history.did.${action}`, {
    kind: say(`admin.kind.${kind}`),
    title: plainText(title) || `${entry.item}`,
  });
  const mayUndo = !undone && entry.undoes === null;
  return (
    <li className={`hi${undone ? ' is-undone' : ''}`} data-id={entry.id}>
      <div className="hi-r">
        <time className="num">{time}</time>
        <span className={`who${entry.import === null ? '' : ' is-import'}`} aria-hidden="true">
          {entry.import === null ? initialsOf(name) : <Icon name="sync" />}
        </span>
        <span className="hi-w">{name}</span>
        <span className="hi-t">
          {kind === 'event' && action !== 'deleted' ? (
            <Link to="/admin/events/$id" params={{ id: String(entry.item) }}>
              {told}
            </Link>
          ) : (
            told
          )}
          {scope && (
            <>
              {', '}
              <span className="dim">{say(`admin.history.scope.${scope}`)}</span>
            </>
          )}
          {entry.import !== null && !isWithin && (
            <>
              {', '}
              <Link className="dim" to="/admin/imports" search={{ run: entry.import }}>
                {say('admin.history.by_import')}
              </Link>
            </>
          )}
        </span>
        {undone && <span className="dim">{say('admin.history.undone')}</span>}
        {mayUndo && (
          <Button look="bare" size="small" icon="undo" onPress={() => onUndo()}>
            {say('admin.undo')}
          </Button>
        )}
        {fields.length > 0 ? (
          <IconButton
            name={isOpen ? 'up' : 'down'}
            label={say('admin.history.differences')}
            aria-expanded={isOpen}
            aria-controls={id}
            onPress={() => setOpen(!isOpen)}
          />
        ) : (
          <span className="hi-n" />
        )}
      </div>
      {isOpen && (
        <div className="hi-d" id={id}>
          <Differences entry={entry} />
          {mayUndo && fields.length > 1 && action !== 'merged' && (
            <p className="hi-f">
              <Button look="quiet" size="small" icon="undo" onPress={() => onUndo()}>
                {say('admin.history.undo_all', { count: fields.length })}
              </Button>
              {fields.map((field) => (
                <Button key={field} look="bare" size="small" onPress={() => onUndo([field])}>
                  {say('admin.history.undo_field', { field: fieldName(kind, field, texts) })}
                </Button>
              ))}
            </p>
          )}
        </div>
      )}
    </li>
  );
}
