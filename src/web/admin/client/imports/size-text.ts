import type { AdminLanguage } from '../texts/texts.tsx';

const STEP = 1000;
const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Returns the size of a file in words, such as `1.2 MB`. */
export function sizeText(bytes: number, language: AdminLanguage): string {
  let size = bytes;
  let at = 0;
  while (size >= STEP && at < units.length - 1) {
    size /= STEP;
    at++;
  }
  const digits = { maximumFractionDigits: at > 1 ? 1 : 0 };
  const unit = units[at] ?? 'byte';
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', ...digits }).format(
    size,
  );
}
