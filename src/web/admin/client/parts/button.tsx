import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import type { IconName } from '#web/html/icon-drawings.ts';
import { Icon } from './icon.tsx';

/** The look of a button: ink for the one that matters, a line for the rest, or bare. */
type ButtonLook = 'solid' | 'quiet' | 'bare';
const looks: Readonly<Record<ButtonLook, string>> = { solid: '', quiet: ' btn-quiet', bare: ' btn-bare' };

/** The properties of a button. */
export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  readonly look?: ButtonLook;
  readonly size?: 'small' | 'large';
  readonly icon?: IconName;
  readonly className?: string;
  /** Whether its work is under way: it tells so, and takes no second press. */
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}

const sizes = { small: ' btn-s', large: ' btn-l' } as const;

/**
 * A button with words. Busy, it keeps the focus; React Aria's own `isPending` would say its name again as the work ends, and leave
 * what it said in the page after a button that has gone with its form.
 */
export const Button = ({
  look = 'solid',
  size,
  icon,
  isBusy = false,
  className,
  children,
  onPress = () => {},
  type = 'button',
  ...rest
}: ButtonProps) => (
  <AriaButton
    {...rest}
    className={`btn${looks[look]}${size ? sizes[size] : ''}${isBusy ? ' is-busy' : ''}${className ? ` ${className}` : ''}`}
    {...(isBusy ? { type: 'button', 'aria-disabled': true } : { type, onPress })}
  >
    {icon && <Icon name={icon} />}
    {children}
  </AriaButton>
);

/** A button that shows an icon alone, and is named for those who don't see it. */
export const IconButton = ({
  name,
  label,
  className,
  ...rest
}: Omit<AriaButtonProps, 'className' | 'style' | 'children'> & {
  readonly name: IconName;
  readonly label: string;
  readonly className?: string;
}) => (
  <AriaButton {...rest} aria-label={label} className={`ibtn ibtn-s${className ? ` ${className}` : ''}`}>
    <Icon name={name} />
  </AriaButton>
);
