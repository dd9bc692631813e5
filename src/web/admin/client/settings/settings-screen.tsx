import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useHeldLeaving } from '../editing/use-held-leaving.ts';
import { type AnsweredSettings, settingsQuery } from '../interface/settings-query.ts';
import { Button } from '../parts/button.tsx';
import { Checkbox } from '../parts/checkbox.tsx';
import { TextField } from '../parts/field.tsx';
import { KeyCombination } from '../parts/key-combination.tsx';
import { LinkField } from '../parts/link-field.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { Strip } from '../parts/strip.tsx';
import { Failed, problemText } from '../shell/failure.tsx';
import { languageIn } from '../texts/language-name.ts';
import { type AdminKey, useTexts } from '../texts/texts.tsx';
import { AccentField } from './accent-field.tsx';
import { LogoField } from './logo-field.tsx';
import { MailSection } from './mail-section.tsx';
import { MapSection } from './map-section.tsx';
import { PlaceSection } from './place-section.tsx';
import { type ChoiceSetting, choiceSettings, type SettingsForm } from './settings-form.ts';
import { SettingsPreview } from './settings-preview.tsx';
import { useMailServer } from './use-mail-server.ts';
import { useSettings, useTrial } from './use-settings.ts';

const SECTIONS = ['name', 'place', 'colour', 'time', 'money', 'pages', 'map', 'proposals', 'mail'] as const;

/** Returns the environment variable that overrides a setting. */
const variableOf = (name: string): string =>
  name === 'name' ? 'KALENDS_SITE_NAME' : `KALENDS_${name.toUpperCase()}`;

const isChoice = (name: keyof SettingsForm): name is ChoiceSetting => Object.hasOwn(choiceSettings, name);

/** The settings of the calendar and its pages, saved together. */
export default function SettingsScreen() {
  const { say } = useTexts();
  const { data, error, refetch } = useQuery(settingsQuery);
  if (error)
    return (
      <div className="adm-p">
        <Failed error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (!data) return <div className="wait-line" role="progressbar" aria-label={say('admin.waiting')} />;
  return <SettingsEditor settings={data} />;
}

function SettingsEditor({ settings }: { readonly settings: AnsweredSettings }) {
  const { say, language } = useTexts();
  const { editor, before, form, names, overtaken, isBusy, failure, set, save } = useSettings(settings);
  const trial = useTrial(settings, before, form);
  const { shown, problems } = trial;
  const isDirty = names.length > 0;
  const mail = useMailServer();
  const leaving = useHeldLeaving({
    isUnsaved: () => editor.isUnsaved() || mail.isDirty,
    leave: (isConfirmed) => editor.leave(isConfirmed) || (mail.isDirty && !isConfirmed),
  });
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const onKey = (key: KeyboardEvent) => {
      if (key.key.toLowerCase() !== 's' || !(key.ctrlKey || key.metaKey) || key.altKey || key.shiftKey)
        return;
      key.preventDefault();
      latest.current();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  /** Returns a setting as people read it: of a choice what it is called. */
  const shownSetting = (name: keyof SettingsForm, value: unknown): string => {
    if (typeof value === 'boolean') return say(value ? 'admin.yes' : 'admin.no');
    const choices: readonly (readonly [value: string, text: AdminKey])[] = isChoice(name)
      ? choiceSettings[name]
      : [];
    const key = choices.find(([one]) => one === value)?.[1];
    if (Array.isArray(value)) return value.map((code) => languageIn(language, String(code))).join(', ');
    if (name === 'language') return languageIn(language, String(value));
    return key ? say(key) : String(value);
  };
  const isOverridden = (name: keyof SettingsForm) => settings.overridden?.includes(name) ?? false;
  /** The properties that each field of a setting has. */
  const field = (name: Exclude<keyof SettingsForm, 'logo'>) => ({
    label: say(`admin.settings.${name}`),
    problem: problems[name] ?? '',
    isDisabled: isOverridden(name),
    ...(isOverridden(name) ? { help: say('admin.settings.overridden', { variable: variableOf(name) }) } : {}),
  });
  const text = (name: 'name' | 'currency' | 'home', more: Partial<Parameters<typeof TextField>[0]> = {}) => (
    <TextField {...more} {...field(name)} value={form[name]} onChange={(value) => set({ [name]: value })} />
  );
  const link = (name: 'imprint_url' | 'privacy_url') => (
    <LinkField {...field(name)} value={form[name]} onChange={(value) => set({ [name]: value })} />
  );
  const choice = (name: ChoiceSetting) => (
    <SelectField
      {...field(name)}
      value={form[name]}
      onChange={(value) => {
        const known = choiceSettings[name].find(([one]) => one === value);
        if (known) set({ [name]: known[0] });
      }}
      choices={choiceSettings[name].map(([value, key]) => ({ value, text: say(key) }))}
    />
  );
  return (
    <form
      className="se"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <header className="at-h">
        <h1>{say('admin.nav.settings')}</h1>
      </header>
      <nav className="se-n" aria-label={say('admin.settings.sections')}>
        <ul>
          {SECTIONS.map((section) => (
            <li key={section}>
              <a href={`#se-${section}`}>{say(`admin.settings.section.${section}`)}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="se-m">
        {failure !== undefined && <Strip look="bad">{problemText(failure, say)}</Strip>}
        {overtaken.length > 0 && (
          <Strip>
            {say('admin.linked.conflict_in', {
              whose: 'unknown',
              fields: overtaken
                .map((name) =>
                  name === 'logo'
                    ? say('admin.settings.section.name')
                    : say('admin.linked.theirs', {
                        field: say(`admin.settings.${name}`),
                        value: shownSetting(name, before[name]),
                      }),
                )
                .join(' · '),
            })}
          </Strip>
        )}
        <section className="es" id="se-name">
          <h2>{say('admin.settings.section.name')}</h2>
          {text('name')}
          <LogoField
            value={form.logo}
            onChange={(logo) => set({ logo })}
            problem={problems['logo'] ?? ''}
            isDisabled={isOverridden('logo')}
          />
        </section>
        <PlaceSection before={before} form={form} field={field} onChange={set} />
        <section className="es" id="se-colour">
          <h2>{say('admin.settings.section.colour')}</h2>
          <AccentField
            value={form.accent}
            onChange={(accent) => set({ accent })}
            problem={problems['accent'] ?? ''}
            isDisabled={isOverridden('accent')}
            shown={shown}
          />
          <div className="se-r">
            {choice('font')}
            {choice('radius')}
          </div>
        </section>
        <section className="es" id="se-time">
          <h2>{say('admin.settings.section.time')}</h2>
          <div className="se-r">
            {choice('week_start')}
            {choice('hour_cycle')}
          </div>
        </section>
        <section className="es" id="se-money">
          <h2>{say('admin.settings.section.money')}</h2>
          {text('currency', { help: say('admin.settings.currency_help') })}
        </section>
        <section className="es" id="se-pages">
          <h2>{say('admin.settings.section.pages')}</h2>
          <div className="se-r">
            {choice('default_view')}
            {text('home', { help: say('admin.settings.home_help') })}
          </div>
          {link('imprint_url')}
          {link('privacy_url')}
        </section>
        <MapSection form={form} shown={shown} field={field} onChange={set} />
        <section className="es" id="se-proposals">
          <h2>{say('admin.settings.section.proposals')}</h2>
          <Checkbox
            isSelected={form.submissions}
            isDisabled={isOverridden('submissions')}
            onChange={(submissions) => set({ submissions })}
          >
            {say('admin.settings.submissions')}
          </Checkbox>
          <p className="h">
            {say(
              isOverridden('submissions') ? 'admin.settings.overridden' : 'admin.settings.submissions_help',
              {
                variable: variableOf('submissions'),
              },
            )}
          </p>
        </section>
        <MailSection mail={mail} />
      </div>
      <SettingsPreview form={form} shown={shown}>
        {trial.failure !== undefined && (
          <Strip
            look="bad"
            action={
              <Button look="quiet" size="small" onPress={trial.again}>
                {say('admin.again')}
              </Button>
            }
          >
            {say('admin.settings.untried')} {problemText(trial.failure, say)}
          </Strip>
        )}
      </SettingsPreview>
      <footer className="se-f">
        {leaving.isAsked ? (
          <>
            <span role="alert">{say('admin.settings.leaving')}</span>
            <Button look="bare" size="small" onPress={leaving.leave}>
              {say('admin.editor.leave')}
            </Button>
            <Button look="quiet" size="small" onPress={leaving.stay}>
              {say('admin.editor.stay')}
            </Button>
          </>
        ) : (
          <>
            <span className={`ed-st${isDirty ? ' is-dirty' : ''}`} role="status">
              {isDirty ? say('admin.editor.changes', { count: names.length }) : say('admin.editor.all_saved')}
            </span>
            <Button look="bare" size="small" isDisabled={!isDirty} onPress={editor.discard}>
              {say('admin.settings.put_back')}
            </Button>
            <Button type="submit" size="small" isBusy={isBusy} isDisabled={!isDirty}>
              {say('admin.editor.save')} <KeyCombination letter="S" />
            </Button>
          </>
        )}
      </footer>
    </form>
  );
}
