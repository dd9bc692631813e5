import { weekdays } from '#foundation/time/weekdays.ts';
import { formatDate, isMoment } from './dates.ts';
import { happeningKeys } from './happenings.ts';
import { plainText } from './plain-text.ts';
import type { AdminKey, LanguageTexts } from './texts.tsx';

/** The words for values that the interface has codes for. */
const codes: Readonly<Record<string, AdminKey>> = {
  publish: 'admin.status.publish',
  future: 'admin.editor.scheduled',
  draft: 'admin.status.draft',
  pending: 'admin.status.pending',
  private: 'admin.status.private',
  trash: 'admin.status.trash',
  ...happeningKeys,
  wheelchair: 'page.accessibility.wheelchair',
  step_free: 'page.accessibility.step_free',
  accessible_toilet: 'page.accessibility.accessible_toilet',
  hearing_loop: 'page.accessibility.hearing_loop',
  sign_language: 'page.accessibility.sign_language',
  audio_description: 'page.accessibility.audio_description',
  captions: 'page.accessibility.captions',
  quiet: 'page.accessibility.quiet',
};

/** Returns a member of opening hours in words; undefined for anything else. */
function openingText(value: object, texts: LanguageTexts): string | undefined {
  if ('closed' in value)
    return texts.say('page.opening.closed_on', { dates: shownValue(value.closed, texts) });
  if (!('days' in value && 'opens' in value && 'closes' in value) || !Array.isArray(value.days))
    return undefined;
  const names: readonly string[] = weekdays;
  const days = value.days.map((day: unknown) => {
    const at = names.indexOf(String(day));
    return formatDate(`2024-01-0${at + 1} 00:00:00`, texts.language, { weekday: 'short' });
  });
  return texts.say('page.opening.line', {
    days: days.join(', '),
    times: `${value.opens}\u2013${value.closes}`,
  });
}

/** Returns a value of a field as people read it. */
export function shownValue(value: unknown, texts: LanguageTexts): string {
  const { say, language } = texts;
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return say(value ? 'admin.yes' : 'admin.no');
  if (typeof value === 'number') return value.toLocaleString(language);
  if (Array.isArray(value))
    return value
      .map((one: unknown) => shownValue(one, texts))
      .filter(Boolean)
      .join(', ');
  if (typeof value === 'object') return openingText(value, texts) ?? JSON.stringify(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  const code = Object.hasOwn(codes, value) ? codes[value] : undefined;
  if (code) return say(code);
  if (isMoment(value)) return formatDate(value, language, { dateStyle: 'full', timeStyle: 'short' });
  return plainText(value);
}
