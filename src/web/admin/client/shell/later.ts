import { loadLaterTexts } from '../texts/texts.tsx';

/**
 * Returns what loads a part of the program beyond the first pages, signing in and the day, together with the texts and the
 * sheet that those do without.
 */
export const later =
  <Part>(load: () => Promise<Part>): (() => Promise<Part>) =>
  async () => {
    const [part] = await Promise.all([load(), import('./later-styles.ts'), loadLaterTexts()]);
    return part;
  };
