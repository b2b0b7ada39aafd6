export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'patchbay.theme';

const isTheme = (value: string | null): value is Theme => THEMES.some((theme) => theme === value);

export function chosenTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return isTheme(kept) ? kept : 'system';
}

/** `system` follows the system of the viewer. */
export function applyTheme(theme: Theme = chosenTheme()): void {
  localStorage.setItem(KEY, theme);
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
