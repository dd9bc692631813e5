import type { ReactNode } from 'react';
import { Dialog, DialogTrigger, Popover } from 'react-aria-components';

/** A button that opens a form beside it, which Escape and a press elsewhere close. */
export const PopoverButton = ({
  name,
  button,
  placement = 'bottom start',
  children,
}: {
  /** What the form is for. */
  readonly name: string;
  readonly button: ReactNode;
  readonly placement?: 'bottom start' | 'top';
  /** The form; `close` closes it. */
  children(close: () => void): ReactNode;
}) => (
  <DialogTrigger>
    {button}
    <Popover className="pop pop-f" placement={placement}>
      <Dialog aria-label={name}>{({ close }) => children(close)}</Dialog>
    </Popover>
  </DialogTrigger>
);
