import { callKind, callKinds } from './call-kinds.ts';
import { entropy, gini, largest, mean, variation } from './column-statistics.ts';
import { bytesByRank, mutualShare, oneWayShare, pairKeys, partnerCounts } from './graph-shares.ts';
import type { RunFacts, Traffic } from './run-facts.ts';
import type { SendOrder } from './send-order.ts';

type FeatureGroup = 'structure' | 'bytes' | 'calls' | 'order';

/** One number of a fingerprint. It does not depend on how ranks are numbered, nor much on how many there are. */
interface Feature {
  readonly name: string;
  readonly title: string;
  readonly group: FeatureGroup;
  /** NaN where the run does not tell. */
  readonly value: (facts: RunFacts) => number;
}

type TrafficValue = (traffic: Traffic, ranks: number) => number;

const ofTraffic =
  (group: FeatureGroup) =>
  (name: string, title: string, value: TrafficValue): Feature => ({
    name,
    title,
    group,
    value: ({ traffic, ranks }) => (traffic ? value(traffic, ranks) : Number.NaN),
  });

const structure = ofTraffic('structure');
const bytes = ofTraffic('bytes');

const order = (name: string, title: string, value: (order: SendOrder) => number): Feature => ({
  name,
  title,
  group: 'order',
  value: (facts) => (facts.order ? value(facts.order) : Number.NaN),
});

/** Every feature: one line each. Roots and logarithms make small values count beside large ones. */
export const features: readonly Feature[] = [
  structure('partners', 'partners of a rank', ({ graph }) => Math.log2(1 + mean(partnerCounts(graph)))),
  structure('reach', 'partners of a rank as a share of all', ({ graph }, ranks) =>
    Math.sqrt(mean(partnerCounts(graph)) / Math.max(1, ranks - 1)),
  ),
  structure('partners-spread', 'unevenness of the number of partners', ({ graph }) =>
    Math.sqrt(variation(partnerCounts(graph))),
  ),
  structure('hub', 'partners of the busiest rank as a share of all', ({ graph }, ranks) =>
    Math.sqrt(largest(partnerCounts(graph)) / Math.max(1, ranks - 1)),
  ),
  structure('calls-a-pair', 'calls used between two ranks', ({ graph }) =>
    Math.log2(Math.max(1, graph.src.length) / Math.max(1, pairKeys(graph).size)),
  ),
  structure('betweenness-spread', 'unevenness of betweenness', ({ measures }) => gini(measures.betweenness)),
  structure('betweenness-most', 'largest betweenness as a share of all pairs', ({ measures }, ranks) =>
    Math.sqrt(largest(measures.betweenness) / Math.max(1, ((ranks - 1) * (ranks - 2)) / 2)),
  ),
  structure('distance', 'mean distance of ranks', ({ measures }) =>
    Math.log2(1 / knownMean(measures.closeness)),
  ),
  structure('eccentricity-spread', 'unevenness of eccentricity', ({ measures }) =>
    variation(measures.eccentricity),
  ),
  structure('pagerank-spread', 'unevenness of PageRank', ({ measures }) => gini(measures.pagerank)),
  structure('transitivity', 'mean transitivity', ({ measures }) => mean(measures.transitivity)),
  structure('transitivity-spread', 'unevenness of transitivity', ({ measures }) =>
    Math.sqrt(variation(measures.transitivity)),
  ),
  structure('mutual', 'share of pairs that send both ways', ({ graph }) => mutualShare(graph)),
  structure('silent', 'share of ranks without partners', ({ graph }) =>
    mean(partnerCounts(graph).map((count) => (count === 0 ? 1 : 0))),
  ),

  bytes('size', 'size of a message', ({ sizes }) => meanClass(sizes)),
  bytes('sizes', 'variety of sizes of messages', ({ sizes }) => entropy(sizes)),
  bytes('small', 'share of messages below 1 KiB', ({ sizes }) => smallShare(sizes)),
  bytes('pair-bytes-spread', 'unevenness of bytes of pairs', ({ graph }) => gini(graph.bytes)),
  bytes('pair-messages-spread', 'unevenness of messages of pairs', ({ graph }) => gini(graph.messages)),
  bytes('sent-spread', 'unevenness of bytes sent by ranks', ({ graph }) => gini(bytesByRank(graph, 'src'))),
  bytes('received-spread', 'unevenness of bytes received by ranks', ({ graph }) =>
    gini(bytesByRank(graph, 'dst')),
  ),
  bytes('one-way', 'share of bytes that find no answer', ({ graph }) => oneWayShare(graph)),

  ...callKinds.map(
    ({ name, title }): Feature => ({
      name: `calls-${name}`,
      title: `share of ${title} among calls`,
      group: 'calls',
      value: ({ calls }) => (calls ? Math.sqrt(callShare(calls, name)) : Number.NaN),
    }),
  ),

  order('sends-a-turn', 'sends between two receives', ({ sendsATurn }) => Math.log2(sendsATurn)),
  order('partners-a-turn', 'partners sent to between two receives', ({ partnersATurn }) =>
    Math.log2(partnersATurn),
  ),
  order(
    'turn-share',
    'share of partners sent to between two receives',
    ({ shareOfPartners }) => shareOfPartners,
  ),
  order('same-partner', 'share of sends to the partner of the one before', ({ samePartner }) => samePartner),
  order('answers', 'share of receives from the partner sent to last', ({ answers }) => answers),
  order(
    'repeated-order',
    'share of sends in the order of the time before',
    ({ repeatedOrder }) => repeatedOrder,
  ),
];

export function findFeature(name: string): Feature | undefined {
  return features.find((feature) => feature.name === name);
}

/** Class of the size of a message in the mean. */
function meanClass(sizes: Float64Array): number {
  const count = sizes.reduce((sum, messages) => sum + messages, 0);
  return count > 0 ? sizes.reduce((sum, messages, at) => sum + at * messages, 0) / count : 0;
}

const CLASS_OF_1_KIB = 11;

function smallShare(sizes: Float64Array): number {
  const count = sizes.reduce((sum, messages) => sum + messages, 0);
  const small = sizes.subarray(0, CLASS_OF_1_KIB).reduce((sum, messages) => sum + messages, 0);
  return count > 0 ? small / count : 0;
}

function knownMean(values: Float64Array): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.length > 0 ? mean(known) : 1;
}

/** Share among the calls of all kinds; calls that only ask or set up are none. */
function callShare(calls: ReadonlyMap<string, number>, name: string): number {
  let [part, whole] = [0, 0];
  for (const [call, count] of calls) {
    const kind = callKind(call);
    if (kind !== null) whole += count;
    if (kind === name) part += count;
  }
  return whole > 0 ? part / whole : 0;
}
