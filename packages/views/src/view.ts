import type { Selection } from '@weft/model';
import type { ComponentType } from 'preact';
import type { Needs, Resolved } from './data-request.ts';
import type { DatasetInfo, Workspace } from './workspace.ts';

/** What menus know of a view; the view itself is loaded when it is first shown. One folder, one registry line. */
export interface View<N extends Needs = Needs> {
  readonly id: string;
  readonly title: string;
  /** "How to read this": three sentences and the paper it comes from. */
  readonly help: string;
  /** What hues tell in this view as it opens; others can be chosen. */
  hues?(shown: { readonly options: ViewOptions; readonly jobs: number }): readonly HueMeaning[];
  /** It shows messages, calls or ranks with amounts of their own, not the metric of the header. */
  readonly ownAmounts?: boolean;
  /** Why this dataset has nothing to show here, with the next step; null = fine. */
  refuses(dataset: DatasetInfo): string | null;
  load(): Promise<LoadedView<N>>;
}

/** Amounts are told by lightness and the selection by blue; on one screen a hue tells one of these. */
export type HueMeaning = 'job' | 'call' | 'layer' | 'run' | 'curve';

/** A view declares what it needs and draws what it gets; it never fetches. */
export interface LoadedView<N extends Needs = Needs> {
  needs(dataset: DatasetInfo, metric: string | null, context: NeedsContext): N;
  readonly Component: ComponentType<ViewProps<N>>;
  /** What drawing needs besides data and takes time to make; called while the data are on their way. */
  prepare?(): void;
}

/** What else the needs of a view may depend on. */
export interface NeedsContext {
  /** The last committed selection: a drag does not change it before its end. */
  readonly selection: Selection;
  readonly options: ViewOptions;
  /** Size of the panel's body in CSS pixels, for those who ask for no more than a screen shows. */
  readonly width: number;
  readonly height: number;
}

export interface ViewProps<N extends Needs = Needs> {
  readonly data: Resolved<N>;
  readonly dataset: DatasetInfo;
  readonly workspace: Workspace;
  /** Size of the panel's body in CSS pixels; changes on resize. */
  readonly width: number;
  readonly height: number;
  /** The view stores here how to export itself; the panel's menu calls it. */
  readonly exporter: ViewExporter;
  /** What this panel remembers beyond the selection (a sort order, a slider); part of the address. */
  readonly options: ViewOptions;
  /** A step of its own in the undo stack; `amend` where it follows from the last one by itself. */
  setOptions(change: OptionChange, how?: 'commit' | 'amend'): void;
}

export type ViewOptions = Readonly<Record<string, string | number | boolean>>;

/** Null lets go of an option: its standard holds. */
export type OptionChange = Readonly<Record<string, string | number | boolean | null>>;

export interface ViewExporter {
  /** A standalone SVG document of the current picture. */
  svg?: () => string;
  /** PNG at twice the screen's resolution; views with a canvas set it. */
  png?: () => Promise<Blob>;
  /** The numbers behind the picture. */
  csv?: () => string;
}

export function defineView<N extends Needs>(view: View<N>): View<N> {
  return view;
}
