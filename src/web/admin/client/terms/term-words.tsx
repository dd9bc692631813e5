import { lazy, Suspense, useEffect, useState } from 'react';
import { TextField } from '../parts/field.tsx';
import { LanguageTabs } from '../parts/language-tabs.tsx';
import { languageName } from '../texts/language-name.ts';
import { type AdminLanguage, useTexts, writtenLanguages } from '../texts/texts.tsx';
import { type OpenTermForm, primaryLanguage } from './use-term-form.ts';

const RichText = lazy(() => import('../parts/rich-text.tsx'));

/** Languages of names, that of the calendar first. */
const ordered: readonly AdminLanguage[] = [
  primaryLanguage,
  ...writtenLanguages.filter((code) => code !== primaryLanguage),
];

/** Changes the words of one language. */
const wordsSetter =
  ({ form, set }: OpenTermForm) =>
  (code: AdminLanguage, words: Partial<{ name: string; description: string }>): void =>
    set({ words: { ...form.words, [code]: { ...form.words[code], ...words } } });

/** The names of a term in each language, and its address. */
export function TermNames({ open, isNew }: { readonly open: OpenTermForm; readonly isNew: boolean }) {
  const { say } = useTexts();
  const { form, set, problems } = open;
  const setWords = wordsSetter(open);
  return (
    <div className="term-n">
      {ordered.map((code) => (
        <TextField
          key={code}
          label={languageName(code)}
          lang={code}
          value={form.words[code].name}
          onChange={(name) => setWords(code, { name })}
          problem={problems[`name.${code}`]}
          autoFocus={isNew && code === primaryLanguage}
        />
      ))}
      <TextField
        label={say('admin.terms.slug')}
        value={form.slug}
        onChange={(slug) => set({ slug })}
        problem={problems['slug']}
        help={isNew ? say('admin.terms.slug.help') : undefined}
      />
    </div>
  );
}

/** The description of a term, in one language at a time. */
export function TermDescription({ open }: { readonly open: OpenTermForm }) {
  const { say } = useTexts();
  const { form, problems } = open;
  const [shown, setShown] = useState<AdminLanguage>(primaryLanguage);
  const isDescribed = writtenLanguages.some((code) => form.words[code].description !== '');
  const refused = writtenLanguages.find((code) => problems[`description.${code}`]);
  useEffect(() => {
    if (refused) setShown(refused);
  }, [refused]);
  const setWords = wordsSetter(open);
  return (
    <section aria-label={say('admin.editor.description')}>
      <LanguageTabs
        codes={ordered}
        shown={[shown]}
        isEmpty={(code) => isDescribed && form.words[code].description === ''}
        onPress={setShown}
      />
      <Suspense fallback={<div className="rt rt-wait" />}>
        <RichText
          key={shown}
          label={say('admin.editor.description')}
          lang={shown}
          value={form.words[shown].description}
          onChange={(description) => setWords(shown, { description })}
          problem={problems[`description.${shown}`]}
        />
      </Suspense>
    </section>
  );
}
