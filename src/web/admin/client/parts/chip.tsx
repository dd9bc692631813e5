import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import type { IconName } from '#web/html/icon-drawings.ts';
import { Icon } from './icon.tsx';
import { PopoverButton } from './popover-button.tsx';

/** A button that opens a filter below it; filled with ink while that leaves something out. */
export const Chip = ({
  label,
  name,
  isOn = false,
  icon = 'down',
  className,
  children,
}: {
  /** Its words: the name, or what is chosen. */
  readonly label: string;
  readonly name: string;
  readonly isOn?: boolean;
  readonly icon?: IconName;
  readonly className?: string;
  readonly children: ReactNode;
}) => (
  <PopoverButton
    name={name}
    button={
      <Button
        className={`chip${isOn ? ' is-on' : ''}${className ? ` ${className}` : ''}`}
        {...(label === name ? {} : { 'aria-label': `${name}: ${label}` })}
      >
        {label}
        <Icon name={icon} />
      </Button>
    }
  >
    {() => children}
  </PopoverButton>
);
