import { languageIn } from '../texts/language-name.ts';
import { useTexts, writtenLanguages } from '../texts/texts.tsx';

/** The languages that something has texts in, as letters; those that are missing are dashed. */
export function LanguageLetters({ translations }: { readonly translations: readonly string[] }) {
  const { language } = useTexts();
  if (writtenLanguages.length === 1) return null;
  const label = translations.map((code) => languageIn(language, code)).join(', ');
  return (
    <span className="langs" role="img" aria-label={label}>
      {writtenLanguages.map((code) => (
        <i key={code} className={translations.includes(code) ? 'on' : ''}>
          {code}
        </i>
      ))}
    </span>
  );
}
