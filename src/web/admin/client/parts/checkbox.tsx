import type { ReactNode } from 'react';

/** A box to tick, with its words beside it. */
export const Checkbox = ({
  isSelected,
  onChange,
  children,
  name,
  isDisabled = false,
}: {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly children: ReactNode;
  readonly name?: string;
  readonly isDisabled?: boolean;
}) => (
  <label className="opt">
    <input
      type="checkbox"
      checked={isSelected}
      disabled={isDisabled}
      onChange={(event) => onChange(event.target.checked)}
      {...(name === undefined ? {} : { name })}
    />
    <span>{children}</span>
  </label>
);
