import {
  defineTable,
  type Filter,
  NONE,
  queryColumns,
  queryTable,
  type TableColumns,
  textColumn,
} from '@weft/model';
import { z } from 'zod';
import { defineAnalysis } from '../analysis.ts';
import { jobFilter } from '../queries/job-rows.ts';
import { type Crossings, createCrossings, rememberCrossings } from './count-crossings.ts';
import { networkOf, networkQueries, type RoutingEpochs, routingEpochs } from './routing-epochs.ts';
import { type RoutedPairSums, sumRoutedPairs } from './sum-routed-pairs.ts';

const index = z.number().int().nonnegative();

const params = z.strictObject({
  /** Bytes over several links are added up. */
  links: z.array(index).max(100_000).default([]),
  job: index.nullable().default(null),
  /** Nanoseconds, from <= send_start < to. */
  time: z.tuple([z.number(), z.number()]).nullable().default(null),
  /** Rows of `pairs` at most, those with most bytes. */
  limit: z.number().int().positive().max(100_000).default(200),
});

const messages = { kind: 'int64', unit: 'messages', doc: 'messages that cross the links' } as const;
const bytes = {
  kind: 'int64',
  unit: 'B',
  doc: 'their bytes, once for each of the links they cross',
} as const;

const result = {
  pairs: defineTable('pairs', 'Pairs of ranks with most bytes over the links first, up to the limit.', {
    job: { kind: 'int32', doc: 'job id' },
    src: { kind: 'int32', doc: 'sending world rank' },
    dst: { kind: 'int32', doc: 'receiving world rank' },
    messages,
    bytes,
  }),
  calls: defineTable('calls', 'Sending calls with most bytes over the links first.', {
    job: { kind: 'int32', doc: 'job id' },
    call: { kind: 'text', optional: true, doc: 'e.g. MPI_Isend' },
    tag: {
      kind: 'int32',
      optional: true,
      doc: 'tells the phases of a program apart whose calls are all of one kind',
    },
    messages,
    bytes,
  }),
  summary: defineTable('summary', 'One row: what all pairs put on the links, also those beyond the limit.', {
    pairs: { kind: 'int64', unit: 'count', doc: 'pairs of ranks' },
    messages,
    bytes,
    failed: { kind: 'int64', unit: 'messages', doc: 'messages whose hosts or path are unknown' },
    origin: { kind: 'text', doc: 'where the routing comes from' },
  }),
};

export const linkPairs = defineAnalysis({
  name: 'link-pairs',
  title: 'Rank pairs on a link',
  doc: 'Which pairs of ranks and which calls sent over a set of links, by routing each pair once.',
  params,
  result,
  needs: ({ job, time }) => ({
    messages: queryColumns('messages', ['job', 'src', 'dst', 'bytes', 'count', 'tag', 'call', 'send_start'], {
      where: [...jobFilter(job), ...sentIn(time)],
    }),
    ranks: queryTable('ranks', { where: jobFilter(job) }),
    routes: queryTable('routes'),
    ...networkQueries,
  }),
  run(inputs, { links, limit }) {
    const epochs = routingEpochs(networkOf(inputs), inputs.routes);
    const sums = sumRoutedPairs(inputs.messages, epochs.starts);
    const { over, failed } = bytesOver(sums, hostsOfRanks(inputs.ranks.columns), epochs, links);
    return {
      pairs: pairsFrame(sums, over, limit),
      calls: callsFrame(sums, over),
      summary: summaryFrame(sums, over, failed, epochs.origin),
    };
  },
});

function sentIn(time: readonly [number, number] | null): Filter[] {
  return time ? [{ op: 'range', column: 'send_start', from: time[0], to: time[1] }] : [];
}

function hostsOfRanks({ job, rank, host }: TableColumns<'ranks'>): Map<string, number> {
  return new Map(Array.from(job, (id, row) => [`${id} ${rank[row]}`, host[row]]));
}

/** How many of the links each entry crosses, and messages whose hosts or path are unknown. */
function bytesOver(
  sums: RoutedPairSums,
  hosts: ReadonlyMap<string, number>,
  epochs: RoutingEpochs,
  links: readonly number[],
): { over: Int32Array; failed: number } {
  const over = new Int32Array(sums.src.length);
  const crossings: (Crossings | undefined)[] = [];
  let failed = 0;
  for (let at = 0; at < over.length; at++) {
    const src = hosts.get(`${sums.job[at]} ${sums.src[at]}`) ?? NONE;
    const dst = hosts.get(`${sums.job[at]} ${sums.dst[at]}`) ?? NONE;
    const epoch = sums.epoch[at];
    crossings[epoch] ??= rememberCrossings(
      createCrossings(epochs.routing(epoch), links),
      epochs.network.vertexCount,
    );
    const crossed = src === NONE || dst === NONE ? -1 : crossings[epoch](src, dst);
    if (crossed < 0) failed += sums.messages[at];
    else over[at] = crossed;
  }
  return { over, failed };
}

interface Group {
  readonly at: number;
  messages: number;
  bytes: number;
}

/** Entries that cross, added up by a key, most bytes first. */
function groupBy(sums: RoutedPairSums, over: Int32Array, key: (at: number) => string): Group[] {
  const groups = new Map<string, Group>();
  for (let at = 0; at < over.length; at++) {
    if (over[at] === 0) continue;
    const group = groups.get(key(at)) ?? { at, messages: 0, bytes: 0 };
    group.messages += sums.messages[at];
    group.bytes += sums.bytes[at] * over[at];
    groups.set(key(at), group);
  }
  return [...groups.values()].sort((a, b) => b.bytes - a.bytes || a.at - b.at);
}

function pairsFrame(sums: RoutedPairSums, over: Int32Array, limit: number) {
  const all = groupBy(sums, over, (at) => `${sums.job[at]} ${sums.src[at]} ${sums.dst[at]}`);
  const shown = all.slice(0, limit);
  return {
    rows: shown.length,
    columns: {
      job: Int32Array.from(shown, ({ at }) => sums.job[at]),
      src: Int32Array.from(shown, ({ at }) => sums.src[at]),
      dst: Int32Array.from(shown, ({ at }) => sums.dst[at]),
      messages: Float64Array.from(shown, ({ messages }) => messages),
      bytes: Float64Array.from(shown, ({ bytes }) => bytes),
    },
  };
}

function callsFrame(sums: RoutedPairSums, over: Int32Array) {
  const groups = groupBy(sums, over, (at) => `${sums.job[at]} ${sums.call[at]} ${sums.tag[at]}`);
  return {
    rows: groups.length,
    columns: {
      job: Int32Array.from(groups, ({ at }) => sums.job[at]),
      call: textColumn(groups.map(({ at }) => sums.call[at])),
      tag: Int32Array.from(groups, ({ at }) => sums.tag[at]),
      messages: Float64Array.from(groups, ({ messages }) => messages),
      bytes: Float64Array.from(groups, ({ bytes }) => bytes),
    },
  };
}

function summaryFrame(sums: RoutedPairSums, over: Int32Array, failed: number, origin: string) {
  const pairs = groupBy(sums, over, (at) => `${sums.job[at]} ${sums.src[at]} ${sums.dst[at]}`);
  return {
    rows: 1,
    columns: {
      pairs: Float64Array.of(pairs.length),
      messages: Float64Array.of(pairs.reduce((sum, pair) => sum + pair.messages, 0)),
      bytes: Float64Array.of(pairs.reduce((sum, pair) => sum + pair.bytes, 0)),
      failed: Float64Array.of(failed),
      origin: textColumn([origin]),
    },
  };
}
