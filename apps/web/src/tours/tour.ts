/** A number that a tour asks of the data when it is shown. */
export interface TourNumber {
  /** One value: the first column of the first row. */
  readonly sql: string;
  /** Of another dataset than the study. */
  readonly dataset?: string;
  /** How it is written; `number` is for addresses. */
  readonly as: 'count' | 'number' | 'ratio' | 'percent' | 'text' | 'B' | 'ns';
}

export interface TourStep {
  readonly title: string;
  readonly text: string;
  /** The study unless told. */
  readonly dataset?: string;
  /** Selection, comparison and layout as in an address, after the `?`. */
  readonly address: string;
  /** Where the card leaves free what the text is about; right unless told. */
  readonly card?: 'left' | 'right';
}

/** A row of saved selections with text. Names in `{braces}` are its numbers. */
export interface Tour {
  readonly id: string;
  readonly title: string;
  readonly study: string;
  readonly numbers: Readonly<Record<string, TourNumber>>;
  readonly steps: readonly TourStep[];
}

/** Where the reader is in a tour. */
export interface TourPlace {
  readonly id: string;
  readonly step: number;
}

/** `pods.3` is the fourth step of the tour `pods`. */
export function printPlace({ id, step }: TourPlace): string {
  return `${id}.${step}`;
}

export function parsePlace(text: string | null): TourPlace | null {
  const match = /^([a-z0-9-]+)\.(\d{1,2})$/.exec(text ?? '');
  return match && { id: match[1], step: Number(match[2]) };
}

/** Names in braces, in order of appearance. */
export function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{([\w.]+)\}/g)].map(([, name]) => name))];
}

export function fillText(text: string, value: (name: string) => string): string {
  return text.replace(/\{([\w.]+)\}/g, (_, name: string) => value(name));
}
