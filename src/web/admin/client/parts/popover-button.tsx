import { type ReactNode, useEffect, useRef } from 'react';
import { Dialog, DialogTrigger, Popover } from 'react-aria-components';

/** The form of a popover: its first field has the focus, but where that would bring up a keyboard on the screen. */
function PopoverForm({ children }: { readonly children: ReactNode }) {
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) form.current?.querySelector('input')?.focus();
  }, []);
  return <div ref={form}>{children}</div>;
}

/** A button that opens a form beside it, which Escape and a press elsewhere close. */
export const PopoverButton = ({
  name,
  button,
  placement = 'bottom start',
  children,
}: {
  /** The purpose of the form, by which it is named. */
  readonly name: string;
  readonly button: ReactNode;
  readonly placement?: 'bottom start' | 'top';
  /** The form; `close` closes it. */
  children(close: () => void): ReactNode;
}) => (
  <DialogTrigger>
    {button}
    <Popover className="pop pop-f" placement={placement}>
      <Dialog aria-label={name}>{({ close }) => <PopoverForm>{children(close)}</PopoverForm>}</Dialog>
    </Popover>
  </DialogTrigger>
);
