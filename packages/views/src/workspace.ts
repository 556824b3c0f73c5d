import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Theme } from '@weft/draw';
import type { Cube, HoveredItem, Manifest, MetricInfo, Nanoseconds, Selection } from '@weft/model';

export interface DatasetInfo {
  readonly id: string;
  readonly manifest: Manifest;
  /** The first workspace its author wants, in the text of an address. */
  readonly layout?: string | null;
  /** The engine that answers is elsewhere: it adds up sooner than it sends rows. */
  readonly remote?: boolean;
}

/** With `pod`: all of the pod or group that it lies in. */
export type FoundItem = HoveredItem & { readonly pod?: boolean };

/**
 * What the page gives every view: the one selection and the ways to change it. A drag calls `select`
 * with 'live' on every move (no history) and with 'commit' at its end (one undo step).
 */
export interface Workspace {
  readonly selection: ReadonlySignal<Selection>;
  readonly hovered: Signal<HoveredItem | null>;
  /** What the reader last looked for and found: views bring it into sight. */
  readonly found: Signal<FoundItem | null>;
  readonly theme: ReadonlySignal<Theme>;
  readonly colourMap: ReadonlySignal<string>;
  readonly linkValues: LinkValues;
  /** Null or left out: nothing is compared. */
  readonly comparison?: ReadonlySignal<Comparison | null>;
  select(change: Partial<Selection>, how?: 'live' | 'commit'): void;
}

/** Per-link numbers derived from cube and selection once per change, shared by all views. */
export interface LinkValues {
  /** The metric on show: the selected one, or the dataset's first. */
  readonly metric: ReadonlySignal<MetricInfo | null>;
  /** Aggregate of the selected metric over the active time range, per link; null until the cube is there. */
  readonly totals: ReadonlySignal<Float64Array | null>;
  /** 1 where the link passes value range, class, direction and other filters. */
  readonly visible: ReadonlySignal<Uint8Array | null>;
  /** What the chosen sources, destinations and jobs use; null where none is chosen. `visible` takes it into account. */
  readonly routes: ReadonlySignal<RouteMarks | null>;
  /** Where scales end while they are held: the largest total of any range as long as the active one; null = at the largest shown. */
  readonly heldEnd?: ReadonlySignal<number | null>;
  /** Unit of `totals`. */
  readonly unit: ReadonlySignal<string>;
}

/**
 * Two sides on one scale. In a panel that shows the difference, `linkValues.totals` is B − A; links are numbered as in A.
 */
export interface Comparison {
  readonly shows: 'a' | 'b' | 'difference';
  readonly a: ComparedSide;
  readonly b: ComparedSide;
  /** Of the amounts on both sides; their difference may have another. */
  readonly unit: ReadonlySignal<string>;
}

export interface ComparedSide {
  /** What this side is, in a few words. */
  readonly label: ReadonlySignal<string>;
  /** Totals of this side, by the links of A. */
  readonly totals: ReadonlySignal<Float64Array | null>;
  /** The metric over time, by the links of A. */
  readonly cube: ReadonlySignal<Cube | null>;
  readonly time: ReadonlySignal<readonly [Nanoseconds, Nanoseconds] | null>;
}

export interface RouteMarks {
  /** 1 where a chosen route uses the link or passes the vertex. */
  readonly links: Uint8Array;
  readonly vertices: Uint8Array;
  /** Where the routing comes from, for the reader. */
  readonly origin: string;
}
