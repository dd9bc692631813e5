import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { Button } from './button.tsx';
import { CopyField } from './copy-field.tsx';

/** A secret that is shown this once, to be copied. */
export function SecretField({
  label,
  value,
  help,
  onClose,
}: {
  readonly label: string;
  readonly value: string;
  readonly help: ReactNode;
  onClose(): void;
}) {
  const { say } = useTexts();
  return (
    <section className="made" aria-live="polite">
      <p>
        <b>{label}</b>
      </p>
      <CopyField label={label} value={value} />
      <p>{help}</p>
      <Button look="quiet" onPress={onClose}>
        {say('admin.close')}
      </Button>
    </section>
  );
}
