import { CopyButton } from './copy-button.tsx';

/** A text that isn't typed but copied. */
export const CopyField = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <p className="copy">
    <input readOnly aria-label={label} value={value} onFocus={({ target }) => target.select()} />
    <CopyButton text={value} />
  </p>
);
