import type { CSSProperties, ReactNode } from 'react';
import type { AnsweredSettings } from '../interface/settings-query.ts';
import { siteZone } from '../texts/dates.ts';
import { useTexts } from '../texts/texts.tsx';
import type { SettingsForm } from './settings-form.ts';

const FONTS: Readonly<Record<string, string>> = { system: 'system-ui, sans-serif', serif: 'Georgia, serif' };
const RADII: Readonly<Record<string, string>> = { square: '0', round: '1rem' };
const FIRST_DAYS: Readonly<Record<string, number>> = { saturday: 6, sunday: 0, monday: 1 };

/** The head of the calendar and a day of it as visitors would see them, with what is not saved yet. */
export function SettingsPreview({
  form,
  shown,
  children,
}: {
  readonly form: SettingsForm;
  /** The settings as they would be. */
  readonly shown: AnsweredSettings;
  /** The reason for which that isn't known. */
  readonly children: ReactNode;
}) {
  const { say, language } = useTexts();
  const { accent, on_accent, accent_ink } = shown.accents.light;
  const style = {
    '--a': accent,
    '--o': on_accent,
    '--i': accent_ink,
    ...(FONTS[form.font] ? { fontFamily: FONTS[form.font] } : {}),
    ...(RADII[form.radius] ? { '--k-radius': RADII[form.radius] } : {}),
  } as CSSProperties;
  const today = new Date();
  const weekday = new Date(
    new Intl.DateTimeFormat('sv-SE', { timeZone: siteZone }).format(today),
  ).getUTCDay();
  const back = (weekday - (FIRST_DAYS[form.week_start] ?? 1) + 7) % 7;
  const days = Array.from(
    { length: 7 },
    (_, place) => new Date(today.getTime() + (place - back) * 86_400_000),
  );
  const sunday = days[(7 - weekday + back) % 7];
  const part = (day: Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone: siteZone, ...options }).format(day);
  const clock = new Intl.DateTimeFormat(language, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    ...(form.hour_cycle === 'language' ? {} : { hour12: form.hour_cycle === '12' }),
  }).format(new Date('2026-01-01T19:30:00Z'));
  return (
    <aside className="pv" aria-labelledby="pv-h">
      <h2 id="pv-h">{say('admin.settings.preview')}</h2>
      <div className="pv-p" style={style} aria-hidden="true">
        <p className="pv-n">
          {form.logo && <img src={form.logo.url} alt="" />}
          <b>{form.name}</b>
        </p>
        <ol>
          {days.map((day, place) => (
            <li
              key={day.getTime()}
              className={place === back ? 'on' : day.getTime() === sunday?.getTime() ? 'sun' : ''}
            >
              <small>{part(day, { weekday: 'short' })}</small>
              <span className="num">{part(day, { day: 'numeric' }).replace(/\D/g, '')}</span>
            </li>
          ))}
        </ol>
        <p className="pv-d">
          <b className="num">{part(today, { day: 'numeric' }).replace(/\D/g, '')}</b>{' '}
          {say('admin.history.today', { weekday: part(today, { weekday: 'long' }) })}
        </p>
        <p className="pv-e">
          <time>{clock}</time>
          <b>{say('admin.settings.preview_event')}</b>
        </p>
      </div>
      {children}
      <p className="h">{say('admin.settings.preview_help')}</p>
    </aside>
  );
}
