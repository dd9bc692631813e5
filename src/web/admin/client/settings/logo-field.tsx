import { useRef, useState } from 'react';
import { uploadPicture } from '../interface/upload-picture.ts';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/field.tsx';
import { problemText } from '../shell/failure.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { SettingsForm } from './settings-form.ts';

/** The calendar's logo, uploaded from a file. */
export function LogoField({
  value,
  onChange,
  problem,
  isDisabled,
}: {
  readonly value: SettingsForm['logo'];
  onChange(value: SettingsForm['logo']): void;
  readonly problem: string;
  readonly isDisabled: boolean;
}) {
  const { say } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const take = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    setFailure(undefined);
    try {
      onChange(await uploadPicture(file));
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  const told = failure === undefined ? problem : problemText(failure, say);
  return (
    <div className="logo-f">
      <span className="logo-i">{value && <img src={value.url} alt="" />}</span>
      <div>
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          onChange={({ target }) => {
            void take(target.files?.[0]);
            target.value = '';
          }}
        />
        <Button
          look="quiet"
          size="small"
          icon="upload"
          isBusy={isBusy}
          isDisabled={isDisabled}
          onPress={() => input.current?.click()}
        >
          {say(value ? 'admin.settings.logo_replace' : 'admin.settings.logo_choose')}
        </Button>
        {value && (
          <Button look="bare" size="small" isDisabled={isDisabled} onPress={() => onChange(null)}>
            {say('admin.editor.picture_remove')}
          </Button>
        )}
        <p className="h">{say('admin.settings.logo_help')}</p>
        {told !== '' && (
          <p className="f-e" role="alert">
            <Problem>{told}</Problem>
          </p>
        )}
      </div>
    </div>
  );
}
