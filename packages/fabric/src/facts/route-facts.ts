import type { Place } from './problems.ts';

/** The forwarding table of one switch at one time. */
export interface TableFact {
  /** Unix time in seconds; null where nothing tells. */
  readonly time: number | null;
  readonly switchGuid: string;
  /** Out port by LID; NO_ROUTE where there is none. */
  readonly ports: Uint8Array;
  readonly place: Place;
}

export const NO_ROUTE = 255;

/** What the files say about forwarding. */
export class RouteFacts {
  readonly tables: TableFact[] = [];
}
