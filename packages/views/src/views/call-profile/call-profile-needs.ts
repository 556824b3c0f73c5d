import { type AnswerOf, callProfile, waits } from '@weft/analysis';
import { type DataRequest, later, needAnalysis } from '../../data-request.ts';
import { findsWaits, waitReading } from '../../kit/wait-reading.ts';
import type { NeedsContext, ViewOptions } from '../../view.ts';
import type { DatasetInfo } from '../../workspace.ts';

export type ProfileFrames = AnswerOf<typeof callProfile>;
export type WaitFrames = AnswerOf<typeof waits>;

export type CallProfileNeeds = {
  readonly profile: DataRequest<ProfileFrames>;
  /** The ranks of the open call, or the calls of the open rank. */
  readonly open?: DataRequest<ProfileFrames | null>;
  /** How much of the time was waiting. */
  readonly waits?: DataRequest<WaitFrames | null>;
};

/** Up to here the calls of a part of the run are read and summed at once. */
const MOST_SPANS = 2e7;

type Source = Pick<DatasetInfo, 'manifest' | 'remote'>;

/** Whether a time range can be profiled: the calls themselves are there, and not too many for the engine. */
export function followsTime({ manifest, remote }: Source): boolean {
  const spans = manifest.tables.spans?.rows ?? 0;
  return spans > 0 && (remote === true || spans <= MOST_SPANS);
}

export function callProfileNeeds(
  dataset: DatasetInfo,
  _metric: string | null,
  { selection, options }: NeedsContext,
): CallProfileNeeds {
  const { manifest, remote } = dataset;
  const single = (manifest.tables.jobs?.rows ?? 0) <= 1;
  const job = selection.jobs[0] ?? (single ? 0 : null);
  const base = { job, time: followsTime(dataset) ? selection.time : null };
  // An engine elsewhere sends no rank that is not shown.
  const own = { ...base, summed: remote === true, totals: !remote || options.by === 'rank' };
  const profile = needAnalysis(callProfile, own);
  const open = openOf(options);
  return {
    profile,
    ...(open ? { open: later(needAnalysis(callProfile, { ...own, ...open })) } : {}),
    ...(findsWaits(dataset, job, base.time)
      ? { waits: later(needAnalysis(waits, { ...base, waitReading: waitReading(dataset) })) }
      : {}),
  };
}

/** What is open: the name of a call, or `rank n`. */
function openOf({ open, by }: ViewOptions): { openCall: string } | { openRank: number } | null {
  if (typeof open !== 'string' || open === '') return null;
  if (by !== 'rank') return { openCall: open };
  const rank = /^rank (\d+)$/.exec(open)?.[1];
  return rank === undefined ? null : { openRank: Number(rank) };
}
