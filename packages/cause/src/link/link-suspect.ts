import type { CounterTest, NamedLink, VerdictKind } from '../answer.ts';
import type { Change } from '../change.ts';
import type { LinkEvidence } from './link-evidence.ts';
import type { RoutedTraffic } from './routed-traffic.ts';

/** Something that may have filled the link, and the test of it. */
export interface LinkSuspect {
  /** For programs: `routing:sssp`, `job:3`, `missing:17`. */
  readonly id: string;
  readonly kind: Extract<VerdictKind, 'missing' | 'routing' | 'job'>;
  readonly job?: number;
  readonly cables?: readonly NamedLink[];
  readonly change: string;
  /** The same as data, to run it with. */
  readonly changes: readonly Change[];
  test(): CounterTest;
}

export interface LinkSuspects {
  readonly suspects: readonly LinkSuspect[];
  /** What could not be tested, and why. */
  readonly untested: readonly string[];
}

/** A kind of suspect of a full link: one folder, and one line in the registry. */
export interface LinkSuspectKind {
  readonly name: string;
  /** Whether its tests send the traffic over other links; there are none in place of the last link to a host. */
  readonly needsOtherWays: boolean;
  /** Suspects of this kind, the most promising first. */
  find(evidence: LinkEvidence, routed: RoutedTraffic): LinkSuspects;
}

interface TestedBytes {
  readonly kind: LinkSuspect['kind'];
  readonly change: string;
  readonly before: number;
  readonly after: number;
  readonly job?: string;
  /** Of the saving, where shares are estimated. */
  readonly noise?: number;
}

export function counterTest({ kind, change, before, after, job, noise = 0 }: TestedBytes): CounterTest {
  const saving = before > 0 ? (before - after) / before : 0;
  return { kind, ...(job === undefined ? {} : { job }), change, before, after, saving, noise };
}
