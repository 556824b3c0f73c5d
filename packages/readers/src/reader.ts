import type { Diagnostic, ManifestFacts, TableSink, WorkContext } from '@weft/model';
import type { HostRegistry } from './host-registry.ts';
import type { StageRunner } from './stage-runner.ts';

/** One input file as the detector sees it: its path and its first bytes (up to 4096), inflated where packed. */
export interface Probe {
  readonly path: string;
  readonly head: Uint8Array;
  readonly size: number;
}

export type Verdict = 'yes' | 'maybe' | 'no';

export interface ReadOptions extends WorkContext {
  /** Import the readable rest of damaged input and say what was lost. */
  readonly keepGoing: boolean;
  /** Upper bound of memory in bytes. */
  readonly memory: number;
  readonly threads: number;
  /** Read and count everything, write nothing. */
  readonly dryRun?: boolean;
  /** Write the spans table. */
  readonly spans: boolean;
  /** Spans tell their processor times, where the source knows them. */
  readonly cpuTimes?: boolean;
  /** Write the sums for first overviews, where the trace is large; yes when left out. */
  readonly overview?: boolean;
  /** Write the collective_parts table. */
  readonly collectiveParts?: boolean;
  /** Id of the job this set of files becomes. */
  readonly job: number;
  /** Where the long stages of a trace run; in this process when left out. */
  readonly elsewhere?: StageRunner;
  /** Turns host names into vertices; the import writes them. */
  readonly hosts: HostRegistry;
}

/** What was read, skipped and not matched; the counts add up. */
export interface ReadReport {
  readonly format: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly diagnostics: readonly Diagnostic[];
  /** What the manifest should say: title, clock origin, metrics, network ... */
  readonly facts: ManifestFacts;
}

/** A format. `files` are all files of one data set of that format (a trace, a dump), gathered by `group`. */
export interface Reader {
  readonly name: string;
  readonly title: string;
  detect(probe: Probe): Verdict;
  /** Splits recognised files into the sets that belong together; most formats: one per folder or anchor. */
  group(files: readonly string[]): readonly (readonly string[])[];
  read(files: readonly string[], sink: TableSink, options: ReadOptions): Promise<ReadReport>;
}
