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
