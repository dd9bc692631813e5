import { formatUtc } from './dates.ts';
import type { AdminLanguage } from './texts.tsx';

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

const LONGEST = 6 * 86_400;

/** Returns how long ago a UTC text of the interface was, such as “3 hr. ago” or “now”; its day where that is longer than six days. */
export function ago(utc: string, language: AdminLanguage): string {
  const passed = (Date.now() - Date.parse(`${utc.replace(' ', 'T')}Z`)) / 1000;
  if (passed > LONGEST) return formatUtc(utc, language, { dateStyle: 'medium' });
  const [unit, seconds] = units.find(([, least]) => passed >= least) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' }).format(
    unit === 'second' ? 0 : -Math.floor(passed / seconds),
    unit,
  );
}
