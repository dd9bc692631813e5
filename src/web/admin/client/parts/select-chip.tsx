import { Select, type SelectProps } from './select-field.tsx';

/** A choice of a list as wide as its words, whose label is heard alone: the words say what it is about. */
export const SelectChip = ({ label, ...choice }: SelectProps & { readonly label: string }) => (
  <span className="f f-chip">
    <Select aria-label={label} {...choice} />
  </span>
);
