import { type ReactNode, useRef, useState } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import type { IconName } from '#web/html/icon-drawings.ts';
import { Icon } from './icon.tsx';

/** Something that one can choose in a menu. */
export interface MenuChoice {
  readonly id: string;
  readonly text: string;
  readonly icon?: IconName;
  /** The key that does the same. */
  readonly shortcut?: string;
  readonly isDisabled?: boolean;
  onChoose(): void;
}

const Choices = ({
  label,
  choices,
  ...rest
}: {
  readonly label: string;
  readonly choices: readonly MenuChoice[];
  readonly autoFocus?: true;
  onClose?(): void;
}) => (
  <AriaMenu aria-label={label} className="menulist" {...rest}>
    {choices.map(({ id, text, icon, shortcut, isDisabled, onChoose }) => (
      <MenuItem key={id} id={id} textValue={text} isDisabled={isDisabled ?? false} onAction={onChoose}>
        {icon && <Icon name={icon} />}
        <span>{text}</span>
        {shortcut && <kbd>{shortcut}</kbd>}
      </MenuItem>
    ))}
  </AriaMenu>
);

/** A menu that a button opens: arrows, Home, End and Escape, and the focus returns. */
export const Menu = ({
  label,
  choices,
  placement = 'bottom end',
  children,
}: {
  readonly label: string;
  readonly choices: readonly MenuChoice[];
  readonly placement?: 'bottom end' | 'bottom start';
  /** The button that opens it. */
  readonly children: ReactNode;
}) => (
  <MenuTrigger>
    {children}
    <Popover className="pop" placement={placement}>
      <Choices label={label} choices={choices} />
    </Popover>
  </MenuTrigger>
);

/**
 * A button that opens a menu of choices, which are asked for only then: of many rows each has one, and a whole menu for each
 * would be most of the time that a table takes to appear.
 */
export function RowMenu({
  label,
  choicesOf,
}: {
  readonly label: string;
  choicesOf(): readonly MenuChoice[];
}) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="ibtn ibtn-s"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <Icon name="more" />
      </button>
      {isOpen && (
        <Popover className="pop" placement="bottom end" triggerRef={button} isOpen onOpenChange={setOpen}>
          <Choices label={label} choices={choicesOf()} autoFocus onClose={() => setOpen(false)} />
        </Popover>
      )}
    </>
  );
}
