import { Menu as AriaMenu, MenuItem } from 'react-aria-components';
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

/** The choices of a menu that is open: arrows, Home and End. */
export const MenuChoices = ({
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
        <span>{text}</span> {shortcut && <kbd>{shortcut}</kbd>}
      </MenuItem>
    ))}
  </AriaMenu>
);
