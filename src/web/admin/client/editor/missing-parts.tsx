import { languageIn } from '../texts/language-name.ts';
import { plainText } from '../texts/plain-text.ts';
import { type AdminLanguage, useTexts, writtenLanguages } from '../texts/texts.tsx';
import type { EventForm } from './event-form.ts';
import { type EditorPart, goToPart, idOfPart } from './parts-of-editor.ts';

/** Something that an event lacks, and where it is filled in. */
interface MissingPart {
  readonly key: string;
  readonly text: string;
  readonly part: EditorPart;
  go(): void;
}

/** Links to what the event lacks still; nothing of it hinders saving. */
export function MissingParts({
  form,
  primary,
  onShow,
}: {
  readonly form: EventForm;
  readonly primary: AdminLanguage;
  /** Shows the texts of a language. */
  onShow(language: AdminLanguage): void;
}) {
  const { say, language: shownIn } = useTexts();
  const missing: MissingPart[] = [];
  const lacks = (key: string, text: string, part: EditorPart, go = () => goToPart(part)) =>
    missing.push({ key, text, part, go });
  const goToWords = (language: AdminLanguage, field: string) => () => {
    onShow(language);
    goToPart('words', `[lang="${language}"]${field}, [lang="${language}"] ${field}`);
  };
  if (plainText(form.words[primary].description) === '')
    lacks('description', say('admin.editor.description'), 'words', goToWords(primary, ':is(.rt-t, .rt-m)'));
  if (form.venue.length === 0 && form.virtual_url === '') lacks('venue', say('admin.editor.venue'), 'venue');
  if (form.image === null)
    lacks('picture', say('admin.editor.picture'), 'picture', () => goToPart('picture', 'button'));
  if (form.categories.length === 0) lacks('categories', say('admin.editor.categories'), 'categories');
  for (const language of writtenLanguages) {
    const { title, description } = form.words[language];
    if (language === primary) continue;
    const text = (what: 'translation' | 'translated_description') =>
      say(`admin.editor.missing.${what}`, { language: languageIn(shownIn, language) });
    if (title === '') lacks(language, text('translation'), 'words', goToWords(language, '.ti'));
    else if (plainText(description) === '' && plainText(form.words[primary].description) !== '')
      lacks(language, text('translated_description'), 'words', goToWords(language, ':is(.rt-t, .rt-m)'));
  }
  if (missing.length === 0) return null;
  return (
    <section>
      <h2>{say('admin.editor.missing')}</h2>
      <ul className="ed-mi">
        {missing.map(({ key, text, part, go }) => (
          <li key={key}>
            <a
              href={`#${idOfPart(part)}`}
              onClick={(event) => {
                event.preventDefault();
                go();
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
