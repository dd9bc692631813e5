import { languageName } from '../texts/language-name.ts';
import { type AdminLanguage, useTexts } from '../texts/texts.tsx';

/** The languages of a text as buttons: those that are shown are pressed, those without a text say so. Nothing where there is only one. */
export function LanguageTabs({
  codes,
  shown,
  isEmpty,
  onPress,
}: {
  readonly codes: readonly AdminLanguage[];
  readonly shown: readonly AdminLanguage[];
  isEmpty(code: AdminLanguage): boolean;
  onPress(code: AdminLanguage): void;
}) {
  const { say } = useTexts();
  if (codes.length === 1) return null;
  return (
    <ul className="tr-tabs" aria-label={say('admin.events.translations')}>
      {codes.map((code) => (
        <li key={code}>
          <button type="button" aria-pressed={shown.includes(code)} onClick={() => onPress(code)}>
            <span lang={code}>{languageName(code)}</span>{' '}
            {isEmpty(code) && <i>{say('admin.editor.empty')}</i>}
          </button>
        </li>
      ))}
    </ul>
  );
}
