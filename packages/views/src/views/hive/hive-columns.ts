import { type MeasureName, measures } from '@weft/analysis';
import { runColour } from '@weft/draw';
import type { HiveTraffic } from '@weft/layout';
import type { Settled } from '../../data-request.ts';
import type { MeasureAnswer } from './hive-needs.ts';

/** The graph of a run and the measures of its ranks. */
export interface MeasuredRun {
  readonly ranks: number;
  readonly values: Readonly<Record<MeasureName, Float64Array>>;
  /** Ranks that betweenness was found from; all = exact. */
  readonly sources: number;
  /** Standard error of betweenness by rank. */
  readonly error: Float64Array;
  /** Ranks that closeness and eccentricity were found from, and the standard error of closeness. */
  readonly distanceSources: number;
  readonly closenessError: Float64Array;
  readonly traffic: HiveTraffic;
  readonly calls: readonly string[];
  readonly broadcasts: number;
  readonly nowhere: number;
}

/** A run of the panel; `run` is null until it is there, and `instead` says why. */
export interface HiveColumn {
  readonly id: string;
  readonly name: string;
  readonly colour: string;
  readonly run: MeasuredRun | null;
  readonly instead: string;
}

export function hiveColumns(
  ids: readonly string[],
  states: readonly Settled<MeasureAnswer>[],
): readonly HiveColumn[] {
  const names = shortNames(ids);
  return ids.map((id, at) => {
    const state = states[at];
    return {
      id,
      name: names[at],
      colour: runColour(at),
      run: state?.status === 'ready' ? measuredRun(state.data) : null,
      instead: describeState(state),
    };
  });
}

function describeState(state: Settled<MeasureAnswer> | undefined): string {
  if (state?.status === 'failed') return [state.error.message, state.error.advice].filter(Boolean).join('. ');
  if (state?.status === 'ready') return '';
  const progress = state?.progress;
  return progress && progress.total > 0
    ? `${progress.label} ${Math.round((100 * progress.done) / progress.total)} %`
    : 'loading';
}

/** Names without a word they all begin with. */
export function shortNames(ids: readonly string[]): string[] {
  const start = /^[^-]*-/.exec(ids[0] ?? '')?.[0] ?? '';
  const shared = ids.length > 1 && start !== '' && ids.every((id) => id.startsWith(start) && id !== start);
  return ids.map((id) => (shared ? id.slice(start.length) : id));
}

const known = new WeakMap<MeasureAnswer, MeasuredRun>();

/** The same object for the same answer, so that what is made from it is made once. */
function measuredRun(answer: MeasureAnswer): MeasuredRun {
  const before = known.get(answer);
  if (before) return before;
  const { ranks, edges, summary } = answer;
  const { src, dst, call, messages, bytes } = edges.columns;
  const run: MeasuredRun = {
    ranks: ranks.rows,
    values: readValues(answer),
    sources: summary.columns.sources[0],
    error: ranks.columns.betweenness_error,
    distanceSources: summary.columns.distance_sources[0],
    closenessError: ranks.columns.closeness_error,
    traffic: { src, dst, call: call.codes, messages, bytes },
    calls: call.dictionary,
    broadcasts: summary.columns.broadcasts[0],
    nowhere: summary.columns.nowhere[0],
  };
  known.set(answer, run);
  return run;
}

function readValues({ ranks: { columns } }: MeasureAnswer): Readonly<Record<MeasureName, Float64Array>> {
  const { degree, betweenness, closeness, eccentricity, pagerank, transitivity } = columns;
  return { degree, betweenness, closeness, eccentricity, pagerank, transitivity };
}

/** Ranks whose value lies in a range, both ends included. */
export function ranksWithin(values: Float64Array, from: number, to: number): number[] {
  const ranks: number[] = [];
  values.forEach((value, rank) => {
    if (value >= from && value <= to) ranks.push(rank);
  });
  return ranks;
}

/** Every measure of one rank, for those who look at it. */
export function measuresOf({ values }: MeasuredRun, rank: number): readonly (readonly [string, number])[] {
  return measures.map(({ name, title }) => [title, values[name][rank]] as const);
}
