import { type MessageSource, representativeTimes } from '../queries/message-batches.ts';
import { sortNumbers } from '../radix-sort/radix-sort.ts';
import { clusterTimes, type TimeRule, type TimeTree } from '../temporal-clustering/cluster-times.ts';
import { cutTimes } from '../temporal-clustering/cut-times.ts';

/** The tree over the representative times of all messages, in time order. */
export interface PhaseTree {
  readonly tree: TimeTree;
  /** Time of each leaf, ascending: of a message, or of the first message of a bin. */
  readonly times: Float64Array;
  /** Is every leaf one row of messages? */
  readonly exact: boolean;
  readonly messages: number;
  /** Messages without any time; they are in no phase. */
  readonly untimed: number;
  readonly ranks: number;
  /** Latest representative time. */
  readonly last: number;
}

export interface PhaseTreeOptions {
  readonly rule: TimeRule;
  /** From <= representative time < to. */
  readonly time?: readonly [number, number] | null;
  /** More messages than this are put into bins first. */
  readonly exactLimit?: number;
  readonly bins?: number;
}

/** 16 bytes each: 2 GiB. */
const EXACT_LIMIT = 1 << 27;
const BINS = 1 << 22;

export async function buildPhaseTree(source: MessageSource, options: PhaseTreeOptions): Promise<PhaseTree> {
  const survey = await surveyMessages(source, options.time ?? null);
  const exact = survey.rows <= (options.exactLimit ?? EXACT_LIMIT);
  const leaves = exact
    ? await collectTimes(source, survey)
    : await binTimes(source, survey, options.bins ?? BINS);
  const { rule } = options;
  const { sizes, scratch } = leaves;
  const tree = clusterTimes(leaves.means, { rule, sizes, distances: scratch });
  return {
    tree,
    times: leaves.times,
    exact,
    messages: survey.messages,
    untimed: survey.untimed,
    ranks: survey.ranks,
    last: survey.last,
  };
}

interface Survey {
  readonly from: number;
  readonly to: number;
  messages: number;
  /** Rows of these messages. */
  rows: number;
  untimed: number;
  ranks: number;
  first: number;
  last: number;
}

async function surveyMessages(
  source: MessageSource,
  time: readonly [number, number] | null,
): Promise<Survey> {
  const survey: Survey = {
    from: time?.[0] ?? Number.NEGATIVE_INFINITY,
    to: time?.[1] ?? Number.POSITIVE_INFINITY,
    messages: 0,
    rows: 0,
    untimed: 0,
    ranks: 0,
    first: Number.POSITIVE_INFINITY,
    last: Number.NEGATIVE_INFINITY,
  };
  for await (const batch of source()) {
    const times = representativeTimes(batch);
    for (let row = 0; row < batch.rows; row++) {
      const at = times[row];
      survey.ranks = Math.max(survey.ranks, batch.src[row] + 1, batch.dst[row] + 1);
      if (Number.isNaN(at)) survey.untimed += batch.count[row];
      else if (at >= survey.from && at < survey.to) {
        survey.rows++;
        survey.messages += batch.count[row];
        if (at < survey.first) survey.first = at;
        if (at > survey.last) survey.last = at;
      }
    }
  }
  return survey;
}

interface Leaves {
  readonly times: Float64Array;
  readonly means: Float64Array;
  readonly sizes?: Float64Array;
  /** No longer needed; takes the distances. */
  readonly scratch?: Float64Array;
}

async function collectTimes(source: MessageSource, survey: Survey): Promise<Leaves> {
  const all = new Float64Array(survey.rows);
  let size = 0;
  for await (const batch of source()) {
    const times = representativeTimes(batch);
    for (let row = 0; row < batch.rows; row++) {
      if (times[row] >= survey.from && times[row] < survey.to) all[size++] = times[row];
    }
  }
  const scratch = new Float64Array(size);
  sortNumbers(all, scratch);
  return { times: all, means: all, scratch };
}

/** Bins of equal width over the time range; each that holds messages is a leaf at their mean time. */
async function binTimes(source: MessageSource, survey: Survey, bins: number): Promise<Leaves> {
  const width = (survey.last - survey.first) / bins || 1;
  const counts = new Float64Array(bins);
  const sums = new Float64Array(bins);
  const firsts = new Float64Array(bins).fill(Number.POSITIVE_INFINITY);
  for await (const batch of source()) {
    const times = representativeTimes(batch);
    for (let row = 0; row < batch.rows; row++) {
      const at = times[row];
      if (!(at >= survey.from && at < survey.to)) continue;
      const bin = Math.min(bins - 1, Math.floor((at - survey.first) / width));
      counts[bin] += batch.count[row];
      sums[bin] += batch.count[row] * (at - survey.first);
      if (at < firsts[bin]) firsts[bin] = at;
    }
  }
  const filled = counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0);
  const leaves = {
    times: firsts.filter(Number.isFinite),
    means: new Float64Array(filled),
    sizes: counts.filter(Boolean),
  };
  let leaf = 0;
  for (let bin = 0; bin < bins; bin++) {
    if (counts[bin] > 0) leaves.means[leaf++] = survey.first + sums[bin] / counts[bin];
  }
  return leaves;
}

/** One step of a zoom: of so many phases, that one. */
export interface ZoomStep {
  readonly phases: number;
  readonly phase: number;
}

/** Leaves [from, to) of the phase at the end of a zoom; null when there is no such phase. */
export function zoomedLeaves({ tree }: PhaseTree, within: readonly ZoomStep[]): [number, number] | null {
  let range: [number, number] = [0, tree.leaves];
  for (const { phases, phase } of within) {
    const starts = cutTimes(tree, phases, ...range);
    if (phase + 1 >= starts.length) return null;
    range = [starts[phase], starts[phase + 1]];
  }
  return range;
}
