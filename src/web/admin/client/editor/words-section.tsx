import { lazy, Suspense } from 'react';
import { TextField } from '../parts/field.tsx';
import { LanguageTabs } from '../parts/language-tabs.tsx';
import { languageName } from '../texts/language-name.ts';
import { type AdminLanguage, useTexts, writtenLanguages } from '../texts/texts.tsx';
import type { EventForm } from './event-form.ts';
import type { SectionProps } from './section.ts';

const RichText = lazy(() => import('../parts/rich-text.tsx'));

/** Returns the languages that are shown at first: the calendar's, and one that has texts. */
export function firstShown(form: EventForm, primary: AdminLanguage): readonly AdminLanguage[] {
  const others = writtenLanguages.filter((code) => code !== primary && form.words[code].title !== '');
  return [primary, ...others].slice(0, 2);
}

/** Returns the languages of texts, that of the calendar first. */
const languagesFrom = (primary: AdminLanguage): readonly AdminLanguage[] => [
  primary,
  ...writtenLanguages.filter((code) => code !== primary),
];

/** Returns the languages that are shown once another is asked for: it takes the second place. */
export const withShown = (shown: readonly AdminLanguage[], code: AdminLanguage): readonly AdminLanguage[] =>
  shown.includes(code) ? shown : [...shown.slice(0, 1), code];

/** Titles and descriptions, two languages side by side where there is room. */
export function WordsSection({
  form,
  onChange,
  problems,
  primary,
  shown,
  onShow,
}: SectionProps & {
  primary: AdminLanguage;
  /** Languages that are shown, at most two. */
  shown: readonly AdminLanguage[];
  onShow(shown: readonly AdminLanguage[]): void;
}) {
  const { say } = useTexts();
  const toggle = (code: AdminLanguage) => {
    if (!shown.includes(code)) onShow(withShown(shown, code));
    else if (shown.length > 1) onShow(shown.filter((one) => one !== code));
  };
  const isEmpty = (code: AdminLanguage) => form.words[code].title === '';
  return (
    <section className="es es-w" aria-label={say('admin.editor.words')}>
      <LanguageTabs codes={languagesFrom(primary)} shown={shown} isEmpty={isEmpty} onPress={toggle} />
      <div className={`tr${shown.length > 1 ? ' tr-2' : ''}`}>
        {shown.map((code) => {
          const words = form.words[code];
          const name = languageName(code);
          const set = (change: Partial<typeof words>) =>
            onChange({ words: { ...form.words, [code]: { ...words, ...change } } });
          const suffix = shown.length > 1 ? ` (${name})` : '';
          return (
            <div key={code} className="tr-c">
              <TextField
                label={say('admin.editor.title') + suffix}
                lang={code}
                value={words.title}
                // It may take several lines, and has none of its own: Enter saves, as in any field.
                onChange={(title) => set({ title: title.replace(/\s*\n\s*/g, ' ') })}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.nativeEvent.isComposing) {
                    event.continuePropagation();
                    return;
                  }
                  event.preventDefault();
                  if (event.target instanceof HTMLTextAreaElement) event.target.form?.requestSubmit();
                }}
                isLong
                problem={code === shown[0] ? problems['title'] : undefined}
                inputClassName="ti"
                autoFocus={code === primary && words.title === ''}
              />
              <Suspense fallback={<div className="rt rt-wait" />}>
                <RichText
                  label={say('admin.editor.description') + suffix}
                  lang={code}
                  value={words.description}
                  onChange={(description) => set({ description })}
                  problem={code === shown[0] ? problems['description'] : undefined}
                />
              </Suspense>
            </div>
          );
        })}
      </div>
    </section>
  );
}
