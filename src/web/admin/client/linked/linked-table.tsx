import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { comingQuery } from '../events/event-lists.ts';
import { Icon } from '../parts/icon.tsx';
import { MenuButton } from '../parts/menu-button.tsx';
import type { MenuChoice } from '../parts/menu-choices.tsx';
import { useSettled } from '../shell/use-settled.ts';
import { plainText } from '../texts/plain-text.ts';
import { useTexts } from '../texts/texts.tsx';
import type { LinkedItem, LinkedScreenKind } from './linked-kinds.ts';

/** Values of the columns beside the name: the first wherever there is room, on a phone below it, the others where much is. */
const columns = {
  venues: ['address', 'district', 'city'],
  organizers: ['email', 'phone'],
} as const;

const classOf = (column: number) => (column === 0 ? 'c-1' : 'h-m');

/** Returns how many events are to come of each of some venues or organizers, once their rows are there. */
function useComing(by: 'venue' | 'organizer', items: readonly LinkedItem[]): readonly (number | undefined)[] {
  const isSettled = useSettled(items.length > 0);
  return useQueries({
    queries: items.map(({ id }) => ({ ...comingQuery(by, id), enabled: isSettled })),
    combine: (counts) => counts.map(({ data }) => data),
  });
}

/** The rows of venues or organizers. */
export function LinkedTable({
  kind,
  items,
  opened,
  doubles,
  choicesOf,
  onOpen,
  onCompare,
}: {
  readonly kind: LinkedScreenKind;
  readonly items: readonly LinkedItem[];
  /** The one whose form is open. */
  readonly opened: number | 'new' | undefined;
  /** IDs of those that are perhaps there twice. */
  readonly doubles: ReadonlySet<number>;
  choicesOf(item: LinkedItem): readonly MenuChoice[];
  onOpen(id: number): void;
  onCompare(id: number): void;
}) {
  const { say, language } = useTexts();
  const by = kind === 'venues' ? 'venue' : 'organizer';
  const coming = useComing(by, items);
  const told = (item: LinkedItem, column: string) => {
    const text = item.values[column] ?? '';
    if (column !== 'address' || item.values['geo_lat']) return text;
    return (
      <>
        {text}{' '}
        <button type="button" className="miss" onClick={() => onOpen(item.id)}>
          {say('admin.linked.set_place')}
        </button>
      </>
    );
  };
  return (
    <table className="at lk-t">
      <thead>
        <tr>
          <th>{say(`admin.linked.field.${by}`)}</th>
          {columns[kind].map((column, at) => (
            <th key={column} className={classOf(at)}>
              {say(`admin.linked.field.${column}`)}
            </th>
          ))}
          <th className="h-m c-n">{say('admin.events.coming')}</th>
          <th className="c-m">
            <span className="vh">{say('admin.events.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item, row) => (
          <tr key={item.id} data-id={item.id} className={item.id === opened ? 'sel' : ''}>
            <td className="c-t">
              <button type="button" className="link" onClick={() => onOpen(item.id)}>
                {plainText(item.name)}
              </button>
              {item.status !== 'publish' && <small>{say('admin.linked.unpublished')}</small>}
              {doubles.has(item.id) && (
                <button type="button" className="twin" onClick={() => onCompare(item.id)}>
                  <Icon name="copy" />
                  {say('admin.linked.perhaps_double')}
                </button>
              )}
              <small className="lk-a">{told(item, columns[kind][0])}</small>
            </td>
            {columns[kind].map((column, at) => (
              <td key={column} className={classOf(at)}>
                {told(item, column)}
              </td>
            ))}
            <td className="h-m c-n num">
              {coming[row] !== undefined && (
                <Link
                  to="/admin/events"
                  search={{ [by]: String(item.id) }}
                  aria-label={say('admin.linked.coming', {
                    name: plainText(item.name),
                    count: coming[row],
                  })}
                >
                  {coming[row].toLocaleString(language)}
                </Link>
              )}
            </td>
            <td className="c-m">
              <MenuButton
                label={say('admin.linked.actions', { name: plainText(item.name) })}
                choicesOf={() => choicesOf(item)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
