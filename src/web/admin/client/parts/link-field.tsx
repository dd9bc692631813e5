import { isBareWebsite } from '#foundation/text/website.ts';
import { TextField, type TextFieldProps } from './field.tsx';

/** Returns an address with its scheme, where it was typed without one. */
export function withScheme(typed: string): string {
  const address = typed.trim();
  if (address.startsWith('//')) return `https:${address}`;
  return isBareWebsite(address) ? `https://${address}` : typed;
}

/** A field for the address of a web page. One that is typed without its scheme gets it as the field is left, or the form is sent. */
export function LinkField({
  value,
  onChange,
  ...rest
}: TextFieldProps & { readonly value: string; onChange(address: string): void }) {
  const complete = () => {
    const whole = withScheme(value);
    if (whole !== value) onChange(whole);
  };
  return (
    <TextField
      {...rest}
      type="url"
      inputMode="url"
      value={value}
      onChange={onChange}
      onBlur={complete}
      onKeyDown={(event) => {
        const isSaving = event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey);
        if (event.key === 'Enter' || isSaving) complete();
        event.continuePropagation();
      }}
    />
  );
}
