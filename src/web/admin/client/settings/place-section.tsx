import { useQuery } from '@tanstack/react-query';
import { Checkbox } from '../parts/checkbox.tsx';
import { Problem } from '../parts/field.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { Strip } from '../parts/strip.tsx';
import { timeOf } from '../texts/dates.ts';
import { languageIn } from '../texts/language-name.ts';
import { adminLanguages, useTexts } from '../texts/texts.tsx';
import type { SettingsForm } from './settings-form.ts';
import { movesQuery } from './settings-query.ts';

const zones: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** What another language or time zone moves, before it is saved. */
function Moves({ before, form }: { readonly before: SettingsForm; readonly form: SettingsForm }) {
  const { say, language } = useTexts();
  const { language: next, timezone } = form;
  const isMoved = timezone !== before.timezone;
  const isTranslated = next !== before.language;
  const { data } = useQuery({
    ...movesQuery({ language: next, timezone }),
    enabled: isMoved || isTranslated,
  });
  if (!data || (!isMoved && !isTranslated)) return null;
  const { events, in_zone: inZone, in_language: inLanguage, now } = data;
  const number = (count: number) => count.toLocaleString(language);
  return (
    <Strip>
      {isMoved && (
        <span className="strip-f">
          {say('admin.settings.moves.timezone', {
            zone: timezone.replaceAll('_', ' '),
            time: timeOf(now),
            others: events - inZone,
            events: number(events),
          })}
        </span>
      )}
      {isTranslated && (
        <span className="strip-f">
          {say('admin.settings.moves.language', {
            language: languageIn(language, next),
            former: languageIn(language, before.language),
            segment: `/${before.language}/`,
            translated: number(inLanguage),
            events: number(events),
          })}
        </span>
      )}
    </Strip>
  );
}

/** The properties of a field that a variable may have decided. */
interface SettingField {
  readonly label: string;
  readonly problem: string;
  readonly isDisabled: boolean;
  readonly help?: string;
}

/** The language of the calendar, those of its pages, and its time zone. */
export function PlaceSection({
  before,
  form,
  field,
  onChange,
}: {
  readonly before: SettingsForm;
  readonly form: SettingsForm;
  field(name: 'language' | 'languages' | 'timezone'): SettingField;
  onChange(change: Partial<SettingsForm>): void;
}) {
  const { say, language } = useTexts();
  const used = field('languages');
  const toggle = (code: (typeof adminLanguages)[number], isUsed: boolean) =>
    onChange({
      languages: adminLanguages.filter((one) => (one === code ? isUsed : form.languages.includes(one))),
    });
  const known = zones.includes(form.timezone) ? zones : [form.timezone, ...zones];
  return (
    <section className="es" id="se-place">
      <h2>{say('admin.settings.section.place')}</h2>
      <div className="se-r">
        <SelectField
          {...field('language')}
          value={form.language}
          onChange={(code) => {
            const chosen = adminLanguages.find((one) => one === code);
            if (chosen)
              onChange({
                language: chosen,
                languages: adminLanguages.filter((one) => one === chosen || form.languages.includes(one)),
              });
          }}
          choices={adminLanguages.map((code) => ({ value: code, text: languageIn(language, code) }))}
        />
        <SelectField
          {...field('timezone')}
          value={form.timezone}
          onChange={(timezone) => onChange({ timezone })}
          choices={known.map((zone) => ({ value: zone, text: zone.replaceAll('_', ' ') }))}
        />
      </div>
      <fieldset className="se-l" aria-describedby="se-languages-help">
        <legend>{used.label}</legend>
        {adminLanguages.map((code) => (
          <Checkbox
            key={code}
            isSelected={form.languages.includes(code)}
            isDisabled={used.isDisabled || code === form.language}
            onChange={(isUsed) => toggle(code, isUsed)}
          >
            {languageIn(language, code)}
          </Checkbox>
        ))}
        <p className={used.problem === '' ? 'h' : 'f-e'} id="se-languages-help">
          {used.problem === '' ? (
            (used.help ?? say('admin.settings.languages_help'))
          ) : (
            <Problem>{used.problem}</Problem>
          )}
        </p>
      </fieldset>
      <Moves before={before} form={form} />
    </section>
  );
}
