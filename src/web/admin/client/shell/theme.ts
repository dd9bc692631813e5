const CHOSEN = 'kalends.theme';

/** Themes that a browser can be told to show; `auto` is that of its system. */
export const themes = ['auto', 'light', 'dark'] as const;
/** A theme of the administration. */
export type Theme = (typeof themes)[number];

/** Returns the theme that was chosen in this browser. */
export function chosenTheme(): Theme {
  try {
    const chosen = localStorage.getItem(CHOSEN);
    return themes.find((theme) => theme === chosen) ?? 'auto';
  } catch {
    return 'auto';
  }
}

/** Shows a theme, without keeping it. */
export function showTheme(theme: Theme): void {
  if (theme === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** Chooses the theme of this browser. */
export function chooseTheme(theme: Theme): void {
  showTheme(theme);
  try {
    localStorage.setItem(CHOSEN, theme);
  } catch {
    // Then it is the theme of this page alone.
  }
}
