import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { api, bodyOf, InterfaceError } from '../interface/client.ts';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { NewPasswordField } from '../parts/new-password-field.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { Strip } from '../parts/strip.tsx';
import { Failed, problemText } from '../shell/failure.tsx';
import { focusRefused } from '../shell/focus-soon.ts';
import { useChooseLanguage } from '../shell/language.tsx';
import { noteStaleDocument } from '../shell/stale-document.ts';
import { usePageTitle } from '../shell/use-page-title.ts';
import { languageName } from '../texts/language-name.ts';
import { adminLanguages, useTexts } from '../texts/texts.tsx';
import { useLinkCode } from './code-of-link.ts';
import { Door } from './door.tsx';
import { useEntry } from './use-entry.ts';

const WEEK_STARTS = ['monday', 'sunday', 'saturday'] as const;
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')];
const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
/** Fields of the first step: a fault in one of them leads back there. */
const FIRST = ['name', 'email', 'password', 'code'] as const;

/** Ways to begin, each with the screen that it leads to. */
const ways = [
  { name: 'import', icon: 'sync', leadsTo: '/admin/imports' },
  { name: 'event', icon: 'edit', leadsTo: '/admin/events/new' },
  { name: 'look', icon: 'eye', leadsTo: '/admin' },
] as const;

/** A help that says that something is right. */
const Fine = ({ children }: { readonly children: ReactNode }) => (
  <span className="f-ok">
    <Icon name="check" />
    {children}
  </span>
);

function Steps({ step }: { step: 1 | 2 }) {
  const { say } = useTexts();
  return (
    <ol className="steps">
      {([1, 2] as const).map((at) => (
        <li
          key={at}
          className={at === step ? 'cur' : at < step ? 'done' : ''}
          aria-current={at === step && 'step'}
        >
          {at < step ? <Icon name="check" /> : <b>{at}</b>}
          {say(at === 1 ? 'admin.first_run.you' : 'admin.first_run.calendar')}
        </li>
      ))}
    </ol>
  );
}

/** The first start: whoever has the link of the log becomes the administrator, and says what the calendar is. */
export default function FirstRunScreen() {
  const { say, language } = useTexts();
  const choose = useChooseLanguage();
  const linked = useLinkCode();
  const {
    data: setup,
    error,
    refetch,
  } = useQuery({
    queryKey: ['setup'],
    queryFn: ({ signal }) => bodyOf(api.GET('/kalends/v1/setup', { signal })),
  });
  const [step, setStep] = useState<1 | 2>(1);
  const [given, setGiven] = useState({ name: '', email: '', password: '', code: linked });
  const [siteText, setSiteText] = useState<string>();
  const [zone, setZone] = useState<string>();
  const [week, setWeek] = useState<(typeof WEEK_STARTS)[number]>();
  const [way, setWay] = useState<(typeof ways)[number]['name']>('look');
  const decided = setup?.overridden ?? [];
  const isOpen = (field: (typeof decided)[number]) => !decided.includes(field);
  const shownZone = zone ?? (isOpen('timezone') ? ownZone : (setup?.timezone ?? 'UTC'));
  const account = {
    code: given.code,
    password: given.password,
    ...(given.name === '' ? {} : { name: given.name }),
    ...(given.email === '' ? {} : { email: given.email }),
  };
  const entry = useEntry(
    async () => {
      const session = await bodyOf(
        api.POST('/kalends/v1/setup', {
          body: {
            ...account,
            ...(isOpen('site_name') && siteText !== undefined ? { site_name: siteText } : {}),
            ...(isOpen('timezone') ? { timezone: shownZone } : {}),
            ...(isOpen('language') ? { language } : {}),
            ...(isOpen('week_start') && week !== undefined ? { week_start: week } : {}),
          },
        }),
      );
      noteStaleDocument();
      return session;
    },
    {
      fields: [...FIRST, 'site_name', 'timezone', 'language', 'week_start'],
      leadsTo: ways.find(({ name }) => name === way)?.leadsTo ?? '/admin',
    },
  );
  const { problemOf } = entry;
  const isAboutFirst =
    FIRST.some((field) => problemOf(field) !== undefined) || entry.code === 'rest_invalid_code';
  useEffect(() => {
    if (isAboutFirst && !entry.isBusy) setStep(1);
  }, [isAboutFirst, entry.isBusy]);
  usePageTitle(say('admin.first_run'));
  const form = useRef<HTMLFormElement>(null);
  // What is wrong with the first step is told there.
  const trial = useMutation({
    mutationFn: () =>
      bodyOf(api.POST('/kalends/v1/setup', { params: { query: { dry_run: true } }, body: account })),
    onSuccess: () => setStep(2),
    onError: () => focusRefused(form.current),
  });
  const refusal = trial.error;
  const refused = refusal instanceof InterfaceError ? refusal.fields : {};
  const isBeside = FIRST.some((field) => refused[field] !== undefined);
  const ofFirst = (field: (typeof FIRST)[number]) => refused[field] ?? problemOf(field);
  const problemOfFirst = refusal && !isBeside ? problemText(refusal, say) : entry.problem;
  const goOn = (event: FormEvent) => {
    event.preventDefault();
    trial.mutate();
  };
  const set = (field: keyof typeof given) => (value: string) => setGiven({ ...given, [field]: value });
  const locale = language === 'en' ? 'en-GB' : language;
  const now = new Intl.DateTimeFormat(locale, { timeZone: shownZone, timeStyle: 'short' }).format(new Date());

  if (!setup)
    // The form waits until it is known to be asked for: it would take the focus, and be gone.
    return (
      <Door>
        {error ? (
          <div className="f-col">
            <Failed error={error} onRetry={() => void refetch()} />
          </div>
        ) : (
          <div className="wait-line" role="progressbar" aria-label={say('admin.waiting')} />
        )}
      </Door>
    );
  if (!setup.open)
    return (
      <Door>
        <div className="f-col">
          <h1>{say('admin.first_run.closed')}</h1>
          <p className="muted">{say('admin.first_run.closed.text')}</p>
          <Link className="btn btn-l" to="/admin/sign-in">
            {say('admin.sign_in')}
          </Link>
        </div>
      </Door>
    );
  return (
    <Door isSetup note={say('admin.first_run.first_day')}>
      {step === 1 ? (
        <form className="f-col" onSubmit={goOn} noValidate key="you" ref={form}>
          <Steps step={1} />
          <h1>{say('admin.first_run.password')}</h1>
          <p className="muted">{say('admin.first_run.text')}</p>
          {problemOfFirst && <Strip look="bad">{problemOfFirst}</Strip>}
          <TextField
            label={say('admin.first_run.name')}
            value={given.name}
            onChange={set('name')}
            autoComplete="name"
            problem={ofFirst('name')}
            autoFocus
          />
          <TextField
            label={say('admin.email')}
            type="email"
            value={given.email}
            onChange={set('email')}
            autoComplete="email"
            problem={ofFirst('email')}
          />
          <NewPasswordField
            label={say('admin.password')}
            value={given.password}
            onChange={set('password')}
            help={say('admin.password.help')}
            problem={ofFirst('password')}
          />
          <TextField
            label={say('admin.first_run.code')}
            value={given.code}
            onChange={set('code')}
            autoComplete="off"
            inputClassName="mono"
            help={say('admin.first_run.code.help')}
            problem={ofFirst('code')}
          />
          <div className="btns">
            <Button type="submit" size="large" isBusy={trial.isPending}>
              {say('admin.go_on')}
            </Button>
            {setup.login !== undefined && (
              <span className="muted">{say('admin.first_run.login', { login: setup.login })}</span>
            )}
          </div>
        </form>
      ) : (
        <form className="f-col" onSubmit={entry.submit} noValidate key="calendar">
          <Steps step={2} />
          <h1>{say('admin.first_run.calendar')}</h1>
          {entry.problem && <Strip look="bad">{entry.problem}</Strip>}
          <TextField
            label={say('admin.first_run.site_name')}
            value={siteText ?? setup.site_name ?? ''}
            onChange={setSiteText}
            isDisabled={!isOpen('site_name')}
            help={isOpen('site_name') ? undefined : say('admin.first_run.decided')}
            problem={problemOf('site_name')}
            // The name that it has is nobody's choice: the first letter takes its place.
            onFocus={({ target }) => target instanceof HTMLInputElement && target.select()}
            autoFocus
          />
          <SelectField
            label={say('admin.first_run.zone')}
            value={shownZone}
            onChange={setZone}
            choices={(zones.includes(shownZone) ? zones : [shownZone, ...zones]).map((one) => ({
              value: one,
              text: one.replaceAll('_', ' '),
            }))}
            isDisabled={!isOpen('timezone')}
            help={
              !isOpen('timezone') ? (
                say('admin.first_run.decided')
              ) : shownZone === ownZone ? (
                <Fine>{say('admin.first_run.zone.own', { time: now })}</Fine>
              ) : (
                say('admin.first_run.zone.help', { time: now })
              )
            }
            problem={problemOf('timezone')}
          />
          <div className="f-two">
            <SelectField
              label={say('admin.first_run.language')}
              value={language}
              onChange={(code) => {
                const chosen = adminLanguages.find((one) => one === code);
                if (chosen) choose(chosen);
              }}
              choices={adminLanguages.map((code) => ({
                value: code,
                text: languageName(code),
              }))}
              isDisabled={!isOpen('language')}
              problem={problemOf('language')}
            />
            <SelectField
              label={say('admin.first_run.week')}
              value={week ?? setup.week_start ?? 'monday'}
              onChange={(day) => setWeek(WEEK_STARTS.find((one) => one === day))}
              choices={WEEK_STARTS.map((day) => ({ value: day, text: say(`admin.first_run.week.${day}`) }))}
              isDisabled={!isOpen('week_start')}
              problem={problemOf('week_start')}
            />
          </div>
          <fieldset className="ways">
            <legend className="vh">{say('admin.first_run.begin')}</legend>
            {ways.map(({ name, icon }) => (
              <label key={name}>
                <input type="radio" name="way" checked={way === name} onChange={() => setWay(name)} />
                <Icon name={icon} />
                <span>
                  <b>{say(`admin.first_run.way.${name}`)}</b>{' '}
                  <small>{say(`admin.first_run.way.${name}.text`)}</small>
                </span>
              </label>
            ))}
          </fieldset>
          <div className="btns">
            <Button type="submit" size="large" isBusy={entry.isBusy}>
              {say('admin.first_run.open')}
            </Button>
            <Button look="bare" onPress={() => setStep(1)}>
              {say('admin.events.back')}
            </Button>
          </div>
        </form>
      )}
    </Door>
  );
}
