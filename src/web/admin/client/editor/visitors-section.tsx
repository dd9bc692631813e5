import { Checkbox } from '../parts/checkbox.tsx';
import { TimeField } from '../parts/date-field.tsx';
import { Problem, TextField } from '../parts/field.tsx';
import { languageIn, languageName } from '../texts/language-name.ts';
import { type AdminLanguage, useTexts } from '../texts/texts.tsx';
import { type EventForm, tagsOf } from './event-form.ts';
import { OpeningHoursFields } from './opening-hours-fields.tsx';
import type { SectionProps } from './section.ts';

const features = [
  ...(['wheelchair', 'step_free', 'accessible_toilet', 'hearing_loop'] as const),
  ...(['sign_language', 'audio_description', 'captions', 'quiet'] as const),
] as const satisfies readonly EventForm['accessibility'][number][];

/** Returns the names of languages that were typed by their codes, as far as they are any. */
function namesOf(typed: string, language: AdminLanguage): string {
  return tagsOf(typed)
    .flatMap((tag) => {
      try {
        return languageIn(language, tag);
      } catch {
        return [];
      }
    })
    .join(', ');
}

/** Fields for what visitors ask: when the doors open, which languages are spoken, what is there for people with disabilities. */
export function VisitorsSection({
  form,
  onChange,
  problems,
  shown,
}: SectionProps & {
  /** Languages whose texts are shown. */
  readonly shown: readonly AdminLanguage[];
}) {
  const { say, language } = useTexts();
  const { accessibility, spoken_languages: spoken, words } = form;
  return (
    <section className="es">
      <h2>{say('admin.editor.visitors')}</h2>
      <div className="vi">
        <TimeField
          label={say('admin.editor.doors')}
          mayBeNone
          value={form.door_time}
          onChange={(door_time) => onChange({ door_time })}
          problem={problems['door_time']}
        />
        <TextField
          label={say('admin.editor.spoken')}
          value={spoken}
          onChange={(spoken_languages) => onChange({ spoken_languages })}
          help={namesOf(spoken, language) || say('admin.editor.spoken_help')}
          problem={problems['spoken_languages']}
        />
        <OpeningHoursFields form={form} onChange={onChange} problems={problems} />
        <fieldset className="vi-a">
          <legend>{say('admin.editor.accessibility')}</legend>
          {features.map((feature) => (
            <Checkbox
              key={feature}
              isSelected={accessibility.includes(feature)}
              onChange={(isOffered) =>
                onChange({
                  accessibility: features.filter((one) =>
                    one === feature ? isOffered : accessibility.includes(one),
                  ),
                })
              }
            >
              {say(`page.accessibility.${feature}`)}
            </Checkbox>
          ))}
          {problems['accessibility'] && (
            <p className="f-e" role="alert">
              <Problem>{problems['accessibility']}</Problem>
            </p>
          )}
        </fieldset>
        {shown.map((code) => (
          <TextField
            key={code}
            label={
              say('admin.editor.accessibility_note') + (shown.length > 1 ? ` (${languageName(code)})` : '')
            }
            lang={code}
            value={words[code].accessibility_note}
            onChange={(accessibility_note) =>
              onChange({ words: { ...words, [code]: { ...words[code], accessibility_note } } })
            }
            problem={code === shown[0] ? problems['accessibility_note'] : undefined}
          />
        ))}
      </div>
    </section>
  );
}
