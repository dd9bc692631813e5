import type { SelectChoice } from './select-field.tsx';

/** A choice of a list as wide as its words, whose label is heard alone: the words say what it is about. */
export const SelectChip = ({
  label,
  value,
  onChange,
  choices,
  isDisabled = false,
}: {
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
  readonly choices: readonly SelectChoice[];
  readonly isDisabled?: boolean;
}) => (
  <span className="f f-chip">
    <select
      aria-label={label}
      value={value}
      disabled={isDisabled}
      onChange={({ target }) => onChange(target.value)}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.text}
        </option>
      ))}
    </select>
  </span>
);
