import { useState } from 'react';
import { passwordProblem } from '#api/access/rules.ts';
import { type AdminKey, type Say, useTexts } from '../texts/texts.tsx';
import { TextField, type TextFieldProps } from './field.tsx';
import { Icon } from './icon.tsx';

/** Texts of what is wrong with passwords. */
const FAULTS = [
  'problem.too_short',
  'problem.too_long',
  'problem.blank',
] as const satisfies readonly AdminKey[];

/** Returns why the service would refuse a password, as a sentence; undefined: it would not. */
function faultOf(password: string, say: Say): string | undefined {
  const { key, values } = passwordProblem(password)?.message ?? {};
  const known = FAULTS.find((one) => one === key);
  const text = known && say(known, { limit: Number(values?.['limit'] ?? 0) });
  return text && text.charAt(0).toUpperCase() + text.slice(1);
}

/** A field for a new password, which says as it is left what the service would say. */
export function NewPasswordField({
  value,
  onChange,
  help,
  problem,
  ...rest
}: TextFieldProps & { readonly value: string; onChange(password: string): void }) {
  const { say } = useTexts();
  const [isLeft, setLeft] = useState(false);
  const fault = value === '' ? undefined : faultOf(value, say);
  return (
    <TextField
      {...rest}
      type="password"
      autoComplete="new-password"
      value={value}
      onChange={(password) => {
        setLeft(false);
        onChange(password);
      }}
      onBlur={() => setLeft(true)}
      help={
        value === '' || fault !== undefined ? (
          help
        ) : (
          <span className="f-ok">
            <Icon name="check" />
            {say('admin.password_length', { count: [...value].length })}
          </span>
        )
      }
      problem={(isLeft && fault) || problem}
    />
  );
}
