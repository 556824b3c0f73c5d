import type { WorkContext } from '@weft/model';
import type { Probe, SourceFile, Verdict } from '@weft/readers';
import type { CounterContext } from './counters/counter-context.ts';
import type { JobFacts } from './facts/job-facts.ts';
import type { Problems } from './facts/problems.ts';
import type { RouteFacts } from './facts/route-facts.ts';
import type { TopologyFacts } from './facts/topology-facts.ts';

/** What files say about named things of a site, before anything has an id. */
export interface SiteFacts {
  readonly topology: TopologyFacts;
  readonly routes: RouteFacts;
  readonly jobs: JobFacts;
  /** When files of counters were read, Unix seconds by file name. */
  readonly sampleTimes: Map<string, number>;
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
  readonly tells: 'topology' | 'names' | 'routes' | 'jobs' | 'counters';
  detect(probe: Probe): Verdict;
  /** Adds facts about named things, before anything has an id. */
  read?(context: FileContext, facts: SiteFacts): Promise<void>;
  /** Reads counters, when the fabric is known. */
  readCounters?(context: CounterContext): Promise<void>;
  /** First time in the file, Unix seconds; null, or no such function, where its content does not tell. */
  firstTime?(context: FileContext): Promise<number | null>;
  /** Its counters are totals of a run without a time. */
  readonly timeless?: boolean;
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
