import type { ReactNode } from 'react';
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
      <AriaMenu aria-label={label} className="menulist">
        {choices.map(({ id, text, icon, shortcut, isDisabled, onChoose }) => (
          <MenuItem key={id} id={id} textValue={text} isDisabled={isDisabled ?? false} onAction={onChoose}>
            {icon && <Icon name={icon} />}
            <span>{text}</span>
            {shortcut && <kbd>{shortcut}</kbd>}
          </MenuItem>
        ))}
      </AriaMenu>
    </Popover>
  </MenuTrigger>
);
