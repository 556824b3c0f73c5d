import type { WorkContext } from '@weft/model';
import type { Probe, SourceFile, Verdict } from '@weft/readers';
import type { JobFacts } from './facts/job-facts.ts';
import type { Problems } from './facts/problems.ts';
import type { RouteFacts } from './facts/route-facts.ts';
import type { TopologyFacts } from './facts/topology-facts.ts';

/** What files say about named things of a site, before anything has an id. */
export interface SiteFacts {
  readonly topology: TopologyFacts;
  readonly routes: RouteFacts;
  readonly jobs: JobFacts;
}

/** What a reader of one file gets. */
export interface FileContext extends WorkContext {
  readonly file: SourceFile;
  /** What is wrong goes here: an error, or with --keep-going a counted diagnostic. */
  readonly problems: Problems;
  /** Zone of times that say none: UTC or an IANA name. */
  readonly timeZone: string;
}

/** A format of fabrics: one file at a time. */
export interface FabricReader {
  readonly name: string;
  readonly title: string;
  /** What it tells of. Of several topologies the one of the first reader in the registry is taken. */
  readonly tells: 'topology' | 'names' | 'routes' | 'jobs';
  detect(probe: Probe): Verdict;
  read(context: FileContext, facts: SiteFacts): Promise<void>;
}

/** A file and the reader that knows it. */
export interface FabricFile {
  readonly reader: FabricReader;
  readonly file: SourceFile;
}

export interface SiteOptions extends WorkContext {
  readonly keepGoing?: boolean;
  /** Time zone of times that do not name one; UTC by default. */
  readonly timeZone?: string;
}
