import type { Diagnostic } from '@weft/model';
import type { ErrorLink } from './error-links.ts';
import type { JobTraffic } from './job-traffic.ts';
import type { LinkTraffic } from './link-traffic.ts';
import type { PhaseFacts } from './phase-facts.ts';
import type { RankWaiting } from './rank-waiting.ts';

/** What findings are looked for in; null where the dataset has no such tables. */
export interface FindingFacts {
  readonly traffic: LinkTraffic | null;
  readonly jobs: JobTraffic | null;
  /** What jobs send by their messages, where `jobs` are told from counters, which know nothing of who sends. */
  readonly senders: JobTraffic | null;
  readonly waiting: readonly RankWaiting[];
  /** Bytes that each rank sends, by job. */
  readonly sent: ReadonlyMap<number, Float64Array>;
  readonly phases: PhaseFacts | null;
  /** Nanoseconds until the program that communicates most does the same again, or sends again at least; 0 = not known. */
  readonly rhythm: number;
  readonly errors: readonly ErrorLink[];
  /** Rows of messages that are too many to compare phases and ranks in; 0 = they were compared. */
  readonly uncomparedMessages: number;
  readonly diagnostics: readonly Diagnostic[];
  /** Unix time of time 0 in nanoseconds, as text; null where the dataset has no calendar. */
  readonly origin: string | null;
}
