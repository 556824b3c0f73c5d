import { type Frame, NONE, textColumn } from '@weft/model';
import { z } from 'zod';
import { defineAnalysis } from '../analysis.ts';
import { choiceFilters } from '../commgram/message-query.ts';
import { type Crossings, createCrossings, rememberCrossings } from './count-crossings.ts';
import { networkOf, networkQueries, type RoutingEpochs, routingEpochs } from './routing-epochs.ts';
import { type RoutedPairSums, sumRoutedPairs } from './sum-routed-pairs.ts';

const index = z.number().int().nonnegative();

const params = z.object({
  /** Bytes over several links are added up. */
  links: z.array(index).max(100_000).default([]),
  job: index.nullable().default(null),
  /** Nanoseconds, from <= send_start < to. */
  time: z.tuple([z.number(), z.number()]).nullable().default(null),
  /** Rows of `pairs` at most, those with most bytes. */
  limit: z.number().int().positive().max(100_000).default(200),
});

type Params = z.infer<typeof params>;

export const linkPairs = defineAnalysis<Params>({
  name: 'link-pairs',
  title: 'Rank pairs on a link',
  doc: 'Which pairs of ranks and which calls sent over a set of links, by routing each pair once.',
  params,
  needs: ({ job, time }) => ({
    messages: {
      table: 'messages',
      columns: ['job', 'src', 'dst', 'bytes', 'tag', 'call', 'send_start'],
      where: [
        ...choiceFilters({ job, calls: [] }),
        ...(time ? [{ op: 'range' as const, column: 'send_start', from: time[0], to: time[1] }] : []),
      ],
    },
    ranks: { table: 'ranks', where: choiceFilters({ job, calls: [] }) },
    routes: { table: 'routes' },
    ...networkQueries,
  }),
  run(inputs, { links, limit }) {
    const epochs = routingEpochs(networkOf(inputs), inputs.routes);
    const sums = sumRoutedPairs(inputs.messages, epochs.starts);
    const { over, failed } = bytesOver(sums, hostsOfRanks(inputs.ranks), epochs, links);
    return {
      pairs: pairsFrame(sums, over, limit),
      calls: callsFrame(sums, over),
      summary: summaryFrame(sums, over, failed, epochs.origin),
    };
  },
});

function hostsOfRanks(ranks: Frame): Map<string, number> {
  const { job, rank, host } = ranks.columns as Record<string, Int32Array>;
  return new Map(Array.from(job, (id, row) => [`${id} ${rank[row]}`, host[row]]));
}

/** How many of the links each entry crosses, and messages whose hosts or way are unknown. */
function bytesOver(
  sums: RoutedPairSums,
  hosts: ReadonlyMap<string, number>,
  epochs: RoutingEpochs,
  links: readonly number[],
): { over: Int32Array; failed: number } {
  const over = new Int32Array(sums.src.length);
  const crossings = Array.from(epochs.starts, () => null as Crossings | null);
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

function pairsFrame(sums: RoutedPairSums, over: Int32Array, limit: number): Frame {
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

/** `tag` tells the phases of a program apart where its calls are all of one kind. */
function callsFrame(sums: RoutedPairSums, over: Int32Array): Frame {
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

/** One row: what all pairs put on the links, also those beyond the limit. */
function summaryFrame(sums: RoutedPairSums, over: Int32Array, failed: number, origin: string): Frame {
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
