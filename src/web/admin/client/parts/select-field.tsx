import { type ComponentProps, type ReactNode, useId } from 'react';
import { Problem } from './field.tsx';

/** A choice of a list of few or many. */
export interface SelectChoice {
  readonly value: string;
  readonly text: string;
}

/** The properties of a choice of a list, however it is labelled. */
export interface SelectProps {
  readonly value: string;
  onChange(value: string): void;
  readonly choices: readonly SelectChoice[];
  readonly isDisabled?: boolean;
}

/** A choice of a list without its label: the browser's own, which phones show as they show all such. */
export const Select = ({
  onChange,
  choices,
  isDisabled = false,
  ...rest
}: SelectProps &
  Pick<ComponentProps<'select'>, 'id' | 'aria-label' | 'aria-describedby' | 'aria-invalid'>) => (
  <select {...rest} disabled={isDisabled} onChange={({ target }) => onChange(target.value)}>
    {choices.map(({ value, text }) => (
      <option key={value} value={value}>
        {text}
      </option>
    ))}
  </select>
);

/** A field for one of a list. */
export function SelectField({
  label,
  help,
  problem,
  ...choice
}: SelectProps & {
  readonly label: ReactNode;
  readonly help?: ReactNode;
  readonly problem?: ReactNode;
}) {
  const id = useId();
  const isBad = problem !== undefined && problem !== '';
  return (
    <div className={`f${isBad ? ' is-bad' : ''}`}>
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        aria-describedby={isBad || help ? `${id}-help` : undefined}
        aria-invalid={isBad}
        {...choice}
      />
      {(isBad || help) && (
        <span id={`${id}-help`} className={isBad ? 'f-e' : 'h'}>
          {isBad ? <Problem>{problem}</Problem> : help}
        </span>
      )}
    </div>
  );
}
