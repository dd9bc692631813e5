import { Icon } from '../parts/icon.tsx';
import { MenuButton } from '../parts/menu-button.tsx';
import type { MenuChoice } from '../parts/menu-choices.tsx';
import { plainText } from '../texts/plain-text.ts';
import { useTexts } from '../texts/texts.tsx';
import type { LinkedItem, LinkedScreenKind } from './linked-kinds.ts';

/** Values of the columns beside the name: the first wherever there is room, on a phone below it, the others where much is. */
const columns = {
  venues: ['address', 'district', 'city'],
  organizers: ['email', 'phone'],
} as const;

const classOf = (column: number) => (column === 0 ? 'c-1' : 'h-m');

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
  const { say } = useTexts();
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
          <th>{say(`admin.linked.field.${kind === 'venues' ? 'venue' : 'organizer'}`)}</th>
          {columns[kind].map((column, at) => (
            <th key={column} className={classOf(at)}>
              {say(`admin.linked.field.${column}`)}
            </th>
          ))}
          <th className="c-m">
            <span className="vh">{say('admin.events.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
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
