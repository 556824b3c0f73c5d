export type Theme = 'light' | 'dark';

/** Colours of everything that is not data. `accent` marks the selection and nothing else. */
export interface ThemeColours {
  readonly background: string;
  /** Behind plotted data: off white or near black, so that a faded mark differs from a low one. */
  readonly plot: string;
  readonly ink: string;
  readonly muted: string;
  readonly hairline: string;
  readonly grid: string;
  /** Marks outside of the selection. */
  readonly faded: string;
  readonly accent: string;
  /** The accent as a wash over data. */
  readonly accentWash: string;
  readonly hover: string;
}

const light: ThemeColours = {
  background: '#fbfbfa',
  plot: '#f1f1ee',
  ink: '#1b1d21',
  muted: '#5a6068',
  hairline: '#d8dad6',
  grid: '#e3e4e0',
  faded: '#c3c5c1',
  accent: '#1f5fe0',
  accentWash: 'rgba(31, 95, 224, 0.12)',
  hover: 'rgba(27, 29, 33, 0.06)',
};

const dark: ThemeColours = {
  background: '#141518',
  plot: '#1c1e22',
  ink: '#e8e9eb',
  muted: '#a0a6ae',
  hairline: '#33363d',
  grid: '#292c32',
  faded: '#4a4e56',
  accent: '#7aa7ff',
  accentWash: 'rgba(122, 167, 255, 0.18)',
  hover: 'rgba(232, 233, 235, 0.08)',
};

export const FONT_FAMILY =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif';

export function themeColours(theme: Theme): ThemeColours {
  return theme === 'dark' ? dark : light;
}

/** The same colours as CSS custom properties, to put on the root element of a view. */
export function themeVariables(theme: Theme): Record<string, string> {
  const colours = themeColours(theme);
  return Object.fromEntries(
    Object.entries(colours).map(([name, value]) => [`--kit-${name.toLowerCase()}`, value]),
  );
}
