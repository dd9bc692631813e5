import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf, InterfaceError } from '../interface/client.ts';
import { Dialog } from '../parts/dialog.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { Strip } from '../parts/strip.tsx';
import { problemText } from '../shell/failure.tsx';
import { languageIn } from '../texts/language-name.ts';
import { type AdminLanguage, useTexts, writtenLanguages } from '../texts/texts.tsx';
import { changedEventBody, newEventBody, type Saving } from './event-record.ts';
import '../styles/page-preview.css';

/** Widths at which a page is looked at, the first at first. */
const widths = ['wide', 'phone'] as const;

/** Returns the page of the event as visitors would see it in a language, if it were saved as it is in the form. */
async function previewPage(
  saving: Saving,
  {
    primary,
    language,
    signal,
  }: { readonly primary: AdminLanguage; readonly language: AdminLanguage; readonly signal: AbortSignal },
): Promise<string> {
  // Without texts of its own a page has those of the calendar's language, which are written as such.
  const isOwn = saving.form.words[language].title !== '';
  const written = isOwn ? language : primary;
  const query = isOwn ? { translation_language: language } : {};
  const asked = { headers: { 'Accept-Language': language }, signal };
  const { id } = saving;
  const { html } =
    id === undefined
      ? await bodyOf(
          api.POST('/kalends/v1/events/preview', {
            params: { query },
            body: newEventBody(saving, written),
            ...asked,
          }),
        )
      : await bodyOf(
          api.POST('/kalends/v1/events/{id}/preview', {
            params: { path: { id }, query },
            body: changedEventBody(saving, written),
            ...asked,
          }),
        );
  return html;
}

/** The public page of what is in the form, saved or not, in each language, as wide as the window or as a phone. */
export default function PagePreview({
  saving,
  primary,
  first,
  address,
  onClose,
}: {
  readonly saving: Saving;
  readonly primary: AdminLanguage;
  /** The language that it begins with. */
  readonly first: AdminLanguage;
  /** The address of the page as it is saved; undefined of a new event. */
  readonly address: string | undefined;
  onClose(): void;
}) {
  const { say, language: own } = useTexts();
  const [language, setLanguage] = useState(first);
  const [width, setWidth] = useState<(typeof widths)[number]>('wide');
  const { data, error, isFetching } = useQuery({
    queryKey: ['page-preview', language, saving],
    queryFn: ({ signal }) => previewPage(saving, { primary, language, signal }),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    // It may be served from this very machine.
    networkMode: 'always',
  });
  const fields = error instanceof InterfaceError ? Object.entries(error.fields) : [];
  return (
    <Dialog title={say('admin.editor.preview')} isWide onClose={onClose}>
      <div className="pp-t">
        <SelectField
          label={say('admin.editor.preview_language')}
          value={language}
          onChange={(code) => setLanguage(writtenLanguages.find((one) => one === code) ?? language)}
          choices={writtenLanguages.map((code) => ({ value: code, text: languageIn(own, code) }))}
        />
        <fieldset className="seg">
          <legend className="vh">{say('admin.editor.preview_width')}</legend>
          {widths.map((name) => (
            <label key={name}>
              <input type="radio" name="width" checked={width === name} onChange={() => setWidth(name)} />
              <span>{say(`admin.editor.preview_width.${name}`)}</span>
            </label>
          ))}
        </fieldset>
        {address && (
          <a className="btn btn-bare btn-s" href={address} target="_blank" rel="noopener">
            {say('admin.editor.preview_open')}
          </a>
        )}
      </div>
      {error ? (
        <div className="pp-e">
          <Strip look="bad">
            {problemText(error, say)}
            {fields.map(([field, text]) => (
              <span key={field} className="strip-f">
                {field}: {text}
              </span>
            ))}
          </Strip>
        </div>
      ) : (
        <div className="pp" aria-busy={isFetching}>
          {data === undefined ? (
            <p className="h" role="status">
              {say('admin.waiting')}
            </p>
          ) : (
            <iframe
              className={`pp-${width}`}
              title={say('admin.editor.preview_page', { language: languageIn(own, language) })}
              // Its own styles and fonts are those of this site; scripts and forms stay out.
              sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
              srcDoc={data}
              onLoad={({ currentTarget }) =>
                currentTarget.contentDocument?.addEventListener('keydown', ({ key }) => {
                  if (key === 'Escape') onClose();
                })
              }
            />
          )}
        </div>
      )}
    </Dialog>
  );
}
