import { Dialog } from '../parts/dialog.tsx';
import { type AdminKey, useTexts } from '../texts/texts.tsx';

const keys: readonly (readonly [readonly string[], AdminKey])[] = [
  [['Ctrl', 'K'], 'admin.palette'],
  [['N'], 'admin.new_event'],
  [['/'], 'admin.keys.search'],
  [['J', 'K'], 'admin.keys.move'],
  [['X'], 'admin.keys.select'],
  [['E'], 'admin.events.edit'],
  [['P'], 'admin.events.publish'],
  [['V'], 'admin.events.look'],
  [['Alt', '←', '→', '↑', '↓'], 'admin.keys.days'],
  [['Ctrl', 'Z'], 'admin.keys.undo'],
  [['Ctrl', 'S'], 'admin.keys.save'],
  [['?'], 'admin.keys.these'],
];

/** Lists the keys of the administration. */
export default function KeyHelp({ onClose }: { onClose(): void }) {
  const { say } = useTexts();
  return (
    <Dialog title={say('admin.keys')} lead={say('admin.keys.rest')} onClose={onClose}>
      <dl className="keys">
        {keys.map(([names, text]) => (
          <div key={text}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{say(text)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
