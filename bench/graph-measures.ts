/** Measures of ranks beside igraph's (Debian's python3-igraph), and the measures of 100,000 ranks. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  type Adjacency,
  adjacencyOf,
  breadthFirstOrder,
  degrees,
  measureRanks,
  pageRank,
  type RankGraph,
  type SourceTask,
  simplify,
  standardChoice,
  sumDependencies,
  sumDistances,
  transitivity,
} from '@weft/analysis';
import { withMeasureThreads } from '../apps/cli/src/measure/measure-threads.ts';

const SIDE = 16;
const PARTS = 16;

export async function run(): Promise<void> {
  const graph = neighbours([SIDE, SIDE, SIDE], true);
  const peer = peerTimes();
  const own = await ownTimes(graph);
  for (const [name, [seconds, of]] of Object.entries(own)) {
    const ratio = peer
      ? `, ${(seconds / of.reduce((sum, one) => sum + peer[one], 0)).toFixed(2)} of igraph's`
      : '';
    console.log(`${name}: ${(1000 * seconds).toFixed(1)} ms${ratio}`);
  }
  await measureMany('open halo of 26 neighbours, 100,000 ranks', neighbours([50, 50, 40], false));
}

async function ownTimes(graph: RankGraph): Promise<Record<string, [number, string[]]>> {
  const edges = { vertices: graph.ranks, src: graph.src, dst: graph.dst };
  const all = adjacencyOf(edges, 'all');
  const joined = simplify(all);
  const order = breadthFirstOrder(joined);
  return {
    'betweenness, one core': [await best(() => sumDependencies(joined, order)), ['betweenness']],
    'betweenness, two workers': [await twoWorkers(joined, order), ['betweenness']],
    'all measures, two workers': [
      await withMeasureThreads(async (tasks) => {
        await measureRanks(graph, standardChoice, tasks);
        return best(() => measureRanks(graph, standardChoice, tasks));
      }, 2),
      ['betweenness', 'closeness', 'eccentricity', 'pagerank', 'transitivity', 'degree'],
    ],
    'closeness and eccentricity, one core': [
      await best(() => sumDistances(joined, joined, order)),
      ['closeness', 'eccentricity'],
    ],
    PageRank: [await best(() => pageRank(edges)), ['pagerank']],
    transitivity: [await best(() => transitivity(joined)), ['transitivity']],
    degree: [await best(() => degrees(all)), ['degree']],
  };
}

/** The sources in parts, as `measureRanks` hands them out. */
function twoWorkers(graph: Adjacency, order: Int32Array): Promise<number> {
  const tasks = Array.from({ length: PARTS }, (_, part): SourceTask => {
    const sources = order.slice((part * order.length) / PARTS, ((part + 1) * order.length) / PARTS);
    return { kind: 'dependencies', graph, sources };
  });
  return withMeasureThreads(async (run) => {
    await run(tasks);
    return best(() => run(tasks));
  }, 2);
}

async function measureMany(name: string, graph: RankGraph): Promise<void> {
  const start = performance.now();
  const { sources, values, error } = await withMeasureThreads(
    (tasks) => measureRanks(graph, standardChoice, tasks),
    2,
  );
  const mean = (column: Float64Array): number =>
    column.reduce((sum, value) => sum + value, 0) / column.length;
  const off = (100 * mean(error)) / mean(values.betweenness);
  console.log(
    `${name}: ${((performance.now() - start) / 1000).toFixed(1)} s with two workers; betweenness from ${sources} sources, mean standard error ${off.toFixed(1)} %`,
  );
}

async function best(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 3; turn++) {
    const start = performance.now();
    await work();
    least = Math.min(least, (performance.now() - start) / 1000);
  }
  return least;
}

function peerTimes(): Record<string, number> | null {
  const program = fileURLToPath(new URL('peers/graph_measures.py', import.meta.url));
  try {
    return JSON.parse(execFileSync('/usr/bin/python3', [program, String(SIDE)], { encoding: 'utf8' }));
  } catch {
    console.log('igraph: not installed (Debian package python3-igraph)');
    return null;
  }
}

/** Each rank sends to the 26 around it. */
function neighbours([width, height, depth]: readonly number[], periodic: boolean): RankGraph {
  const ranks = width * height * depth;
  const src: number[] = [];
  const dst: number[] = [];
  const place = (at: number, size: number): number => (periodic ? (at + size) % size : at);
  const inside = (at: number, size: number): boolean => at >= 0 && at < size;
  for (let rank = 0; rank < ranks; rank++) {
    const [x, y, z] = [rank % width, Math.floor(rank / width) % height, Math.floor(rank / width / height)];
    for (let step = 0; step < 27; step++) {
      const [a, b, c] = [
        place(x + (step % 3) - 1, width),
        place(y + (Math.floor(step / 3) % 3) - 1, height),
        place(z + Math.floor(step / 9) - 1, depth),
      ];
      if (step === 13 || !inside(a, width) || !inside(b, height) || !inside(c, depth)) continue;
      src.push(rank);
      dst.push((c * height + b) * width + a);
    }
  }
  return {
    ranks,
    src: Int32Array.from(src),
    dst: Int32Array.from(dst),
    call: new Int32Array(src.length),
    calls: ['MPI_Isend'],
    messages: new Float64Array(src.length).fill(1),
    bytes: new Float64Array(src.length).fill(8),
  };
}
