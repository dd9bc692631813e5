import type { ReactNode } from 'react';
import { MenuTrigger, Popover } from 'react-aria-components';
import { type MenuChoice, MenuChoices } from './menu-choices.tsx';

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
      <MenuChoices label={label} choices={choices} />
    </Popover>
  </MenuTrigger>
);
