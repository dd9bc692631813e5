import { type ReactNode, useId } from 'react';
import { Problem } from './field.tsx';

/** A choice of a list of few or many. */
export interface SelectChoice {
  readonly value: string;
  readonly text: string;
}

/** A field for one of a list: the browser's own, which phones show as they show all such. */
export function SelectField({
  label,
  value,
  onChange,
  choices,
  help,
  problem,
  isDisabled = false,
}: {
  readonly label: ReactNode;
  readonly value: string;
  onChange(value: string): void;
  readonly choices: readonly SelectChoice[];
  readonly help?: ReactNode;
  readonly problem?: ReactNode;
  readonly isDisabled?: boolean;
}) {
  const id = useId();
  const isBad = problem !== undefined && problem !== '';
  return (
    <div className={`f${isBad ? ' is-bad' : ''}`}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        disabled={isDisabled}
        aria-describedby={isBad || help ? `${id}-help` : undefined}
        aria-invalid={isBad}
        onChange={({ target }) => onChange(target.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.text}
          </option>
        ))}
      </select>
      {(isBad || help) && (
        <span id={`${id}-help`} className={isBad ? 'f-e' : 'h'}>
          {isBad ? <Problem>{problem}</Problem> : help}
        </span>
      )}
    </div>
  );
}
