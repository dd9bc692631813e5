import type { RefObject } from 'react';
import { Popover } from 'react-aria-components';
import { type MenuChoice, MenuChoices } from './menu-choices.tsx';

/** A menu that a button has opened; the focus goes into it, and returns to the button. */
export default function OpenMenu({
  button,
  label,
  choices,
  onClose,
}: {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly label: string;
  readonly choices: readonly MenuChoice[];
  onClose(): void;
}) {
  return (
    <Popover className="pop" placement="bottom end" triggerRef={button} isOpen onOpenChange={onClose}>
      <MenuChoices label={label} choices={choices} autoFocus onClose={onClose} />
    </Popover>
  );
}
