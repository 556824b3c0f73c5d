/** A number that a tour asks of the data when it is shown. */
export interface TourNumber {
  /** One value: the first column of the first row. */
  readonly sql: string;
  /** Of another dataset than the study. */
  readonly dataset?: string;
  /** How it is written; `number` is for addresses. */
  readonly as: 'count' | 'number' | 'ratio' | 'percent' | 'text' | 'B' | 'ns';
}

interface TourStep {
  readonly title: string;
  readonly text: string;
  /** The dataset of this step; by default the study of the tour. */
  readonly dataset?: string;
  /** Selection, comparison and layout as in an address, after the `?`. */
  readonly address: string;
  /** Where the card leaves free what the text is about; right by default. */
  readonly card?: 'left' | 'right';
}

/** A row of saved selections with text. Names in `{braces}` are its numbers. */
export interface Tour {
  readonly id: string;
  readonly title: string;
  readonly study: string;
  /** Other studies that offer it, which no step comes through. */
  readonly also?: readonly string[];
  readonly numbers: Readonly<Record<string, TourNumber>>;
  readonly steps: readonly TourStep[];
}

/** Names in braces, in order of appearance. */
export function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{([\w.]+)\}/g)].map(([, name]) => name))];
}

export function fillText(text: string, value: (name: string) => string): string {
  return text.replace(/\{([\w.]+)\}/g, (_, name: string) => value(name));
}
