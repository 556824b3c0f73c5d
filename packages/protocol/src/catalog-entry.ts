import type { Manifest } from '@weft/model';

/** What a study is good for. */
export interface StudyFacts {
  /** The section of the gallery it stands in, a question that its studies have in common. */
  readonly group: string;
  /** What it answers. */
  readonly question: string;
  /** About how long it takes to generate. */
  readonly seconds: number;
}

/** What a sweep of simulations says of one of its runs. */
export interface SweepFacts {
  /** Of the sweep. */
  readonly name: string;
  /** Of the run in the sweep. */
  readonly index: number;
  /** What this run has where the scenario varies, by path in it. */
  readonly values: Readonly<Record<string, string>>;
  /** Nanoseconds until the last message arrived, and bytes sent. */
  readonly end: number | null;
  readonly bytesSent: number | null;
}

/** A dataset or study that the server offers; one card of the gallery. */
export interface CatalogEntry {
  readonly id: string;
  readonly kind: 'dataset' | 'study';
  readonly title: string;
  readonly description: string;
  /** False for a study that is not generated yet; it has no manifest. */
  readonly ready: boolean;
  readonly manifest: Manifest | null;
  /** Where its picture is; left out where there is none. */
  readonly picture?: string;
  /** Of a study. */
  readonly study?: StudyFacts;
  /** Of a dataset that is a run of a sweep. */
  readonly sweep?: SweepFacts;
}

/** One dataset, as the server describes it. */
export interface DatasetDescription {
  readonly id: string;
  readonly manifest: Manifest;
  /** The first workspace its author wants, in the text of an address. */
  readonly layout: string | null;
  /** The engine that answers is elsewhere: it adds up sooner than it sends rows. */
  readonly remote?: boolean;
}
