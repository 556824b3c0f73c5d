import { NONE, stepRange, type TableColumns, textAt } from '@weft/model';
import type { Resolved } from '../../data-request.ts';
import type { DatasetInfo } from '../../workspace.ts';
import type { LinkDetailNeeds, Source } from './link-detail-needs.ts';
import { sourceOf } from './link-detail-needs.ts';
import { linkSeries, meanRates, sumSteps } from './link-series.ts';
import { binWidth, jobBytes, type LinkShares, shareOut, type TimeRange } from './link-shares.ts';

export type LinkData = Resolved<LinkDetailNeeds>;

export interface LinkModel {
  readonly source: Source;
  readonly shares: LinkShares;
  /** Rank pairs and calls can be asked for. */
  readonly messages: boolean;
  /** Bins of loads were cut by the time range. */
  readonly estimated: boolean;
  readonly candidates: readonly Candidate[];
  readonly series: Float64Array;
  readonly times: Float64Array;
  /** In the active time. */
  readonly steps: readonly [number, number];
  /** Nanoseconds the numbers are of. */
  readonly span: number;
}

interface Candidate {
  readonly job: number;
  readonly pairs: number;
  readonly ofPairs: number;
  readonly time: number;
  readonly during: number;
  readonly otherwise: number;
}

/** Everything shown about the links, from what was fetched for them and the active time. */
export function linkModel(
  data: LinkData,
  { manifest }: DatasetInfo,
  links: readonly number[],
  time: TimeRange | null,
): LinkModel {
  const source = sourceOf(manifest);
  const times = data.cube?.times ?? new Float64Array(0);
  const series = data.cube ? linkSeries(data.cube, links) : new Float64Array(0);
  const steps: [number, number] = data.cube ? stepRange(data.cube, time) : [0, 0];
  const range: TimeRange | null = time && data.cube ? [times[steps[0]], times[steps[1]]] : time;
  const own = attributed(data, source, range, manifest.timeRange?.[0] ?? 0);
  const counted = data.cube ? sumSteps(series, steps[0], steps[1]) : 0;
  const whole = manifest.timeRange ?? [0, 0];
  return {
    source,
    messages: (manifest.tables.messages?.rows ?? 0) > 0 && (manifest.tables.ranks?.rows ?? 0) > 0,
    shares: shareOut(counted, own.bytes),
    estimated: own.estimated,
    candidates: candidatesOf(data, series, times, steps),
    series,
    times,
    steps,
    span: range ? range[1] - range[0] : whole[1] - whole[0],
  };
}

function attributed(data: LinkData, source: Source, range: TimeRange | null, start: number) {
  if (source === 'loads' && data.loads) {
    const { columns } = data.loads;
    const first = data.firstBin?.columns.time[0];
    const ends = new Set(columns.time);
    if (first !== undefined) ends.add(first);
    return jobBytes(columns, data.jobs.columns, binWidth(ends, start), range);
  }
  const bytes = new Map<number, number>();
  if (source === 'messages' && data.pairs) {
    const { job, bytes: sent } = data.pairs.calls.columns;
    job.forEach((id, row) => {
      bytes.set(id, (bytes.get(id) ?? 0) + sent[row]);
    });
  }
  return { bytes, estimated: false };
}

function candidatesOf(
  data: LinkData,
  series: Float64Array,
  times: Float64Array,
  steps: readonly [number, number],
): Candidate[] {
  if (!data.candidates) return [];
  const { job, pairs, of_pairs: ofPairs, time } = data.candidates.candidates.columns;
  return Array.from(job, (id, row) => ({
    job: id,
    pairs: pairs[row],
    ofPairs: ofPairs[row],
    time: time[row],
    ...meanRates(series, times, steps, runOf(data.jobs.columns, id)),
  }));
}

/** A job without an end runs on. */
export function runOf(jobs: TableColumns<'jobs'>, id: number): TimeRange {
  const row = jobs.id.indexOf(id);
  const end = row < 0 || jobs.end[row] === NONE ? Number.POSITIVE_INFINITY : jobs.end[row];
  return [row < 0 ? 0 : jobs.start[row], end];
}

export function jobName(jobs: TableColumns<'jobs'>, id: number): string {
  return textAt(jobs.name, jobs.id.indexOf(id)) ?? `job ${id}`;
}
