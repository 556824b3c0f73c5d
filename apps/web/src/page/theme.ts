import { type Signal, signal } from '@preact/signals';
import type { Theme } from '@weft/draw';

const KEY = 'weft-theme';

/** The reader's choice, else that of the system; not part of the address. */
export function createTheme(page: Window): Signal<Theme> {
  const stored = page.localStorage.getItem(KEY);
  const dark = page.matchMedia('(prefers-color-scheme: dark)').matches;
  const theme = signal<Theme>(stored === 'dark' || stored === 'light' ? stored : dark ? 'dark' : 'light');
  theme.subscribe((value) => {
    page.document.documentElement.dataset.theme = value;
  });
  return theme;
}

export function switchTheme(theme: Signal<Theme>): void {
  theme.value = theme.value === 'dark' ? 'light' : 'dark';
  localStorage.setItem(KEY, theme.value);
}
