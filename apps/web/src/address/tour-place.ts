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
