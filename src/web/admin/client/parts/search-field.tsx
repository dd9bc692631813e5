import type { Ref } from 'react';
import { Icon } from './icon.tsx';

/** A field to search a list by, with its words inside. */
export function SearchField({
  label,
  value,
  onChange,
  field,
  shortcut,
}: {
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
  readonly field?: Ref<HTMLInputElement>;
  /** The key that leads to it. */
  readonly shortcut?: string;
}) {
  return (
    <label className="field-s">
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {shortcut && <kbd>{shortcut}</kbd>}
    </label>
  );
}
