import type { WorkContext } from '@weft/model';
import type { Probe, SourceFile, Verdict } from '@weft/readers';
import type { CounterSeries } from './counters/counter-series.ts';
import type { Problems } from './facts/problems.ts';
import type { SiteFacts } from './facts/site-facts.ts';
import type { PortFinder } from './site/port-finder.ts';
import type { Site } from './site/site.ts';

/** What a reader of one file gets. */
export interface FileContext extends WorkContext {
  readonly file: SourceFile;
  /** What is wrong goes here: an error, or with --keep-going a counted diagnostic. */
  readonly problems: Problems;
  /** Zone of times that say none: UTC or an IANA name. */
  readonly timeZone: string;
}

/** What a reader of counters gets: the fabric is known by now. */
export interface CounterContext extends FileContext {
  /** Unix seconds of a file whose content does not tell; null = not known. */
  readonly time: number | null;
  readonly site: Site;
  readonly ports: PortFinder;
  readonly series: CounterSeries;
  /** Writes what is gathered: between pieces of a large file. */
  flush(): Promise<void>;
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
  /** Unix seconds that time 0 does not come after; null = any. */
  readonly notAfter?: number | null;
}
