import { createNetwork, createRandom, defineTable, queryColumns, queryTable, textColumn } from '@weft/model';
import { type TorusShape, torusShape } from '@weft/network';
import { z } from 'zod';
import { defineAnalysis } from '../analysis.ts';
import { bestMapping, type ComparedMapping, compareMappings, type NamedMapping } from './compare-mappings.ts';
import { givenNodes, mostPerNode } from './given-nodes.ts';
import { allOrders, orderMapping, randomMapping } from './order-mapping.ts';
import { type RankPairs, sumRankPairs } from './rank-pairs.ts';
import { searchedMappings } from './searched-mappings.ts';

const params = z.strictObject({ job: z.number().int().nonnegative().default(0) });

const mappings = defineTable(
  'mappings',
  'Ways to put the ranks of a job on a torus, the one as it is first; messages go in the order of dimensions.',
  {
    name: {
      kind: 'text',
      doc: 'as it is, an order of dimensions (the last goes fastest), random, greedy or bisection',
    },
    mean_hops: { kind: 'float64', doc: 'links a message crosses on average' },
    most_loaded: { kind: 'float64', unit: 'B', doc: 'bytes over the fullest link' },
    link_bytes: { kind: 'float64', unit: 'B', doc: 'bytes over all links together' },
    lost: { kind: 'float64', doc: 'messages without a path, which are in no figure' },
    best: { kind: 'int32', doc: '1 = the least on its fullest link, then on all links' },
  },
);

const dimensions = defineTable('dimensions', 'Bytes over the links of each dimension.', {
  mapping: { kind: 'int32', doc: 'row of mappings' },
  dimension: { kind: 'text', doc: 'a, b, ...' },
  bytes: { kind: 'float64', unit: 'B', doc: 'over all of its links' },
});

const places = defineTable('places', 'Where each mapping puts each rank.', {
  mapping: { kind: 'int32', doc: 'row of mappings' },
  rank: { kind: 'int32', doc: 'rank of the job' },
  vertex: { kind: 'int32', doc: 'its host; -1 = none' },
});

const pairs = defineTable('pairs', 'What ranks send to each other; empty where it is too much to be sent.', {
  src: { kind: 'int32', doc: 'sending rank' },
  dst: { kind: 'int32', doc: 'receiving rank' },
  bytes: { kind: 'float64', unit: 'B', doc: 'sent' },
  messages: { kind: 'float64', doc: 'sent' },
});

/** Orders of dimensions that are tried, and shown beside the best, at most. */
const MOST_ORDERS = 720;
const SHOWN_ORDERS = 5;
const MOST_PAIRS = 1_000_000;

export const torusMappings = defineAnalysis({
  name: 'torus-mappings',
  title: 'Mappings on a torus',
  doc: 'Hops and loads of the messages of a job under other mappings of its ranks on a torus: orders of dimensions, random, a greedy search and recursive bisection.',
  params,
  result: { mappings, dimensions, places, pairs },
  needs: ({ job }) => ({
    messages: queryColumns('messages', ['src', 'dst', 'bytes', 'count'], {
      where: [{ op: 'in', column: 'job', values: [job] }],
    }),
    ranks: queryColumns('ranks', ['job', 'rank', 'host']),
    vertices: queryTable('vertices', { orderBy: ['id'] }),
    links: queryTable('links', { orderBy: ['id'] }),
  }),
  async run({ messages, ranks, vertices, links }, { job }) {
    const shape = torusShape(createNetwork(vertices.columns, links.columns));
    const given = shape ? givenNodes(ranks, shape, job) : new Int32Array(0);
    const sent = await sumRankPairs([messages], given.length);
    const compared = shape && sent.src.length > 0 ? compareCandidates(shape, sent, given) : [];
    return {
      mappings: mappingRows(compared),
      dimensions: dimensionRows(shape, compared),
      places: placeRows(shape, compared),
      pairs: pairRows(sent),
    };
  },
});

/** The mapping as it is, some orders, a random one, those searched for, and the best of all orders. */
function compareCandidates(shape: TorusShape, sent: RankPairs, given: Int32Array): ComparedMapping[] {
  const perNode = mostPerNode(given, shape.nodeCount);
  const orders = allOrders(shape, MOST_ORDERS).map(
    (name): NamedMapping => ({ name, nodes: orderMapping(shape, name, given.length, perNode) }),
  );
  const [asItIs, ...others] = compareMappings(shape, sent, [
    { name: 'as it is', nodes: given },
    { name: 'random', nodes: randomMapping(shape, given.length, perNode, createRandom(1)) },
    ...searchedMappings(shape, sent, perNode),
  ]);
  const ordered = compareMappings(shape, sent, orders);
  const best = bestMapping(ordered);
  const shown = ordered.slice(0, SHOWN_ORDERS);
  return [asItIs, ...shown, ...(shown.includes(best) ? [] : [best]), ...others];
}

function mappingRows(compared: readonly ComparedMapping[]) {
  const best = compared.length > 0 ? bestMapping(compared) : null;
  return {
    rows: compared.length,
    columns: {
      name: textColumn(compared.map(({ name }) => name)),
      mean_hops: Float64Array.from(compared, ({ score }) => score.meanHops),
      most_loaded: Float64Array.from(compared, ({ score }) => score.mostLoaded),
      link_bytes: Float64Array.from(compared, ({ score }) => score.linkBytes),
      lost: Float64Array.from(compared, ({ score }) => score.lost),
      best: Int32Array.from(compared, (mapping) => Number(mapping === best)),
    },
  };
}

function dimensionRows(shape: TorusShape | null, compared: readonly ComparedMapping[]) {
  const rows = compared.flatMap(({ score: { byDirection } }, mapping) =>
    (shape?.names ?? []).map((dimension, at) => ({
      mapping,
      dimension,
      bytes: byDirection[2 * at] + byDirection[2 * at + 1],
    })),
  );
  return {
    rows: rows.length,
    columns: {
      mapping: Int32Array.from(rows, ({ mapping }) => mapping),
      dimension: textColumn(rows.map(({ dimension }) => dimension)),
      bytes: Float64Array.from(rows, ({ bytes }) => bytes),
    },
  };
}

function placeRows(shape: TorusShape | null, compared: readonly ComparedMapping[]) {
  const ranks = compared[0]?.nodes.length ?? 0;
  const rows = compared.length * ranks;
  const vertex = new Int32Array(rows);
  compared.forEach(({ nodes }, mapping) => {
    nodes.forEach((node, rank) => {
      vertex[mapping * ranks + rank] = shape?.vertexAt[node] ?? -1;
    });
  });
  return {
    rows,
    columns: {
      mapping: Int32Array.from({ length: rows }, (_, row) => Math.floor(row / ranks)),
      rank: Int32Array.from({ length: rows }, (_, row) => row % ranks),
      vertex,
    },
  };
}

function pairRows({ src, dst, bytes, messages }: RankPairs) {
  const rows = src.length > MOST_PAIRS ? 0 : src.length;
  const columns = { src, dst, bytes, messages };
  if (rows > 0) return { rows, columns };
  const [none, nothing] = [new Int32Array(0), new Float64Array(0)];
  return { rows, columns: { src: none, dst: none, bytes: nothing, messages: nothing } };
}
