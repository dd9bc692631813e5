import { useState } from 'react';
import { Checkbox } from '../parts/checkbox.tsx';
import { areLettersOn, switchLetters } from '../parts/command-keys.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useControlKey } from '../parts/key-combination.tsx';
import { type AdminKey, useTexts } from '../texts/texts.tsx';

/** Stands for what the keyboard calls its control key. */
const CONTROL = '%';

const keys: readonly (readonly [readonly string[], AdminKey])[] = [
  [[CONTROL, 'K'], 'admin.palette'],
  [['N'], 'admin.new_event'],
  [['/'], 'admin.keys.search'],
  [['J', 'K'], 'admin.keys.move'],
  [['X'], 'admin.keys.select'],
  [['E'], 'admin.events.edit'],
  [['P'], 'admin.events.publish'],
  [['V'], 'admin.events.look'],
  [['D'], 'admin.events.copy'],
  [['H'], 'admin.nav.history'],
  [['Alt', '←', '→', '↑', '↓'], 'admin.keys.days'],
  [[CONTROL, 'Z'], 'admin.keys.undo'],
  [[CONTROL, 'S'], 'admin.keys.save'],
  [['?'], 'admin.keys.these'],
];

/** Lists the keys of the administration. */
export default function KeyHelp({ onClose }: { onClose(): void }) {
  const { say } = useTexts();
  const control = useControlKey();
  const [isOn, setOn] = useState(areLettersOn);
  return (
    <Dialog title={say('admin.keys')} lead={say('admin.keys.rest')} onClose={onClose}>
      <dl className="keys">
        {keys.map(([names, text]) => (
          <div key={text}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name === CONTROL ? control : name}</kbd>
              ))}
            </dt>
            <dd>{say(text)}</dd>
          </div>
        ))}
      </dl>
      <div className="dlg-p">
        <Checkbox
          isSelected={isOn}
          onChange={(on) => {
            switchLetters(on);
            setOn(areLettersOn());
          }}
        >
          {say('admin.keys.letters')}
        </Checkbox>
      </div>
    </Dialog>
  );
}
