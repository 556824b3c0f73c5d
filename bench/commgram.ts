/**
 * CommGram kernels beside their peers: igraph's fastgreedy and SciPy's linear_sum_assignment, where a
 * Python that has them is installed (PEER_PYTHON names it; python3 otherwise).
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  assignRows,
  bestCount,
  buildCommgramModel,
  buildGraph,
  type CommunityTree,
  clusterCommunities,
  clusterTimes,
  communityTree,
  createCommgramSession,
  cutCommunities,
  cutTimes,
  type MessageBatch,
  modularity,
  sortNumbers,
} from '@weft/analysis';
import { createRandom } from '@weft/model';

interface PeerResult {
  readonly name: string;
  readonly seconds?: number;
  readonly value?: number;
  readonly peer?: string;
  readonly missing?: string;
}

interface Traffic {
  readonly ranks: number;
  readonly src: Int32Array;
  readonly dst: Int32Array;
  readonly weight: Float64Array;
}

export async function run(): Promise<void> {
  benchTimes(20_000_000);
  const graphs = {
    torus: torus(16, () => 1),
    box: box(16, () => 1),
    'torus-random': torus(16, randomBytes('weights')),
    'box-random': box(16, randomBytes('weights')),
    'torus-halo': torus(16, haloBytes),
    'box-halo': box(16, haloBytes),
  };
  const matrices = { 'real-costs': matrix(1024, 'real'), 'whole-costs': matrix(1024, 'whole') };
  const peers = askPeers(graphs, matrices);
  for (const [name, graph] of Object.entries(graphs)) benchCommunities(name, graph, peers.get(name));
  for (const [name, costs] of Object.entries(matrices)) benchMatching(name, costs, peers.get(name));
  await benchSlider();
}

/** Least milliseconds of several runs. */
function time<T>(runs: number, work: () => T): { ms: number; result: T } {
  let ms = Number.POSITIVE_INFINITY;
  let result = work();
  for (let i = 0; i < runs; i++) {
    const start = performance.now();
    result = work();
    ms = Math.min(ms, performance.now() - start);
  }
  return { ms, result };
}

function report(text: string, ms: number, extra = ''): void {
  console.log(`${text.padEnd(52)} ${ms.toFixed(1).padStart(9)} ms  ${extra}`);
}

function benchTimes(messages: number): void {
  const random = createRandom('times');
  const times = Float64Array.from({ length: messages }, () => Math.floor(random.next() * 1e11) / 2);
  const scratch = new Float64Array(messages);
  const rate = (ms: number) => `${(messages / ms / 1000).toFixed(1)} M messages/s`;
  const sorted = times.slice();
  const start = performance.now();
  sortNumbers(sorted, scratch);
  const sortMs = performance.now() - start;
  report(`sort ${messages} times`, sortMs, rate(sortMs));
  const { ms, result } = time(3, () => clusterTimes(sorted, { distances: scratch }));
  report('cluster sorted times, unweighted', ms, `${rate(ms)} (bar: 25)`);
  const weighted = time(2, () =>
    clusterTimes(sorted, { rule: 'weighted', distances: new Float64Array(messages) }),
  );
  report('cluster sorted times, weighted', weighted.ms, rate(weighted.ms));
  const cut = time(3, () => cutTimes(result, 27));
  report('cut into 27 phases', cut.ms);
}

function benchCommunities(name: string, { ranks, src, dst, weight }: Traffic, peer?: PeerResult): void {
  const graph = buildGraph(ranks, src, dst, weight);
  const { ms, result: tree } = time(8, () => communityTree(graph));
  const plain = time(8, () => clusterCommunities(graph));
  const ratio = peer?.seconds
    ? `${(ms / 1000 / peer.seconds).toFixed(2)} x ${peer.peer} (bar: 1.5)`
    : `peer not run: ${peer?.missing}`;
  report(`communities, ${name}, ${ranks} ranks`, ms, ratio);
  const value = (of: CommunityTree) => modularity(graph, cutCommunities(of, bestCount(of)));
  const own = value(tree);
  const bar = peer?.value === undefined ? '' : ` (bar: ${(peer.value - 0.001).toFixed(4)})`;
  console.log(
    `  modularity ${own.toFixed(4)}${bar}; plain greedy tree ${value(plain.result).toFixed(4)} in ${plain.ms.toFixed(1)} ms`,
  );
}

function benchMatching(name: string, costs: Float64Array, peer?: PeerResult): void {
  const { ms, result } = time(8, () => assignRows(1024, costs));
  const ratio = peer?.seconds
    ? `${(ms / 1000 / peer.seconds).toFixed(2)} x ${peer.peer}`
    : `peer not run: ${peer?.missing}`;
  report(`matching 1024 x 1024, ${name}`, ms, ratio);
  if (peer?.value !== undefined) console.log(`  cost ${result.cost}, peer ${peer.value}`);
}

/** The pipeline at 4320 ranks: what a move of a slider costs after the model is there. */
async function benchSlider(): Promise<void> {
  const batch = pipelineBatch();
  const start = performance.now();
  const model = await buildCommgramModel(() => [batch], { rule: 'unweighted', atoms: 64 });
  report(`model of ${batch.rows} messages, 4320 ranks, 64 atoms`, performance.now() - start);
  const session = createCommgramSession(model);
  const move = (label: string, phases: number, communities: number) => {
    const from = performance.now();
    const { patterns, heights } = session.cut({ phases, communities });
    const levels = new Set(heights).size;
    report(label, performance.now() - from, `period ${patterns.period}, ${levels} heights (bar: 100 ms)`);
  };
  move('first cut, 27 phases, 18 communities', 27, 18);
  move('slider to 19 communities', 27, 19);
  move('slider to 18 communities', 27, 18);
  move('slider to 28 phases', 28, 18);
  move('slider to 26 phases', 26, 18);
  move('slider to 4320 communities', 27, 4320);
}

function haloBytes(distance: number): number {
  return [0, 32_768, 1024, 32][distance] as number;
}

/** Each rank of a periodic cube and its 26 neighbours. */
function torus(side: number, bytes: (distance: number) => number): Traffic {
  return grid([side, side, side], true, bytes);
}

/** The same without the wrap-around. */
function box(side: number, bytes: (distance: number) => number): Traffic {
  return grid([side, side, side], false, bytes);
}

function randomBytes(seed: string): () => number {
  const random = createRandom(seed);
  return () => 1 + random.below(1000);
}

function grid(
  [nx, ny, nz]: readonly [number, number, number],
  periodic: boolean,
  bytes: (distance: number) => number,
): Traffic {
  const src: number[] = [];
  const dst: number[] = [];
  const weight: number[] = [];
  const sides = [nx, ny, nz];
  for (let at = 0; at < nx * ny * nz * 27; at++) {
    const rank = Math.floor(at / 27);
    const place = [Math.floor(rank / (ny * nz)), Math.floor(rank / nz) % ny, rank % nz];
    const shift = [Math.floor(at / 9) % 3, Math.floor(at / 3) % 3, at % 3].map((d) => d - 1);
    const distance = shift.reduce((sum, d) => sum + Math.abs(d), 0);
    let to = place.map((x, d) => x + shift[d]);
    if (periodic) to = to.map((x, d) => (x + sides[d]) % sides[d]);
    const inside = to.every((x, d) => x >= 0 && x < sides[d]);
    const other = (to[0] * ny + to[1]) * nz + to[2];
    if (distance === 0 || !inside || (periodic && other < rank)) continue;
    src.push(rank);
    dst.push(other);
    weight.push(bytes(distance));
  }
  return {
    ranks: nx * ny * nz,
    src: Int32Array.from(src),
    dst: Int32Array.from(dst),
    weight: Float64Array.from(weight),
  };
}

function matrix(size: number, kind: 'real' | 'whole'): Float64Array {
  const random = createRandom(kind);
  return Float64Array.from({ length: size * size }, () =>
    kind === 'real' ? random.next() : random.below(1000),
  );
}

/** Eight halo exchanges and one swap of twelve stages, three times. */
function pipelineBatch(): MessageBatch {
  const halo = grid([16, 15, 18], false, haloBytes);
  const ranks = halo.ranks;
  const random = createRandom('pipeline');
  const columns = { src: [] as number[], dst: [] as number[], bytes: [] as number[], sent: [] as number[] };
  const add = (src: number, dst: number, bytes: number, at: number) => {
    columns.src.push(src);
    columns.dst.push(dst);
    columns.bytes.push(bytes);
    columns.sent.push(at + random.below(400_000));
  };
  for (let phase = 0; phase < 27; phase++) {
    const at = phase * 1e8;
    if (phase % 9 < 8) {
      for (let e = 0; e < halo.src.length; e++) add(halo.src[e], halo.dst[e], halo.weight[e], at);
    } else {
      for (let stage = 0; stage < 12; stage++) {
        for (let src = 0; src < ranks; src++) {
          const dst = (src ^ (1 << stage)) < ranks ? src ^ (1 << stage) : src % (1 << stage);
          if (dst !== src) add(src, dst, 1 << (22 - stage), at + stage * 1e6);
        }
      }
    }
  }
  const sent = Float64Array.from(columns.sent);
  return {
    rows: sent.length,
    src: Int32Array.from(columns.src),
    dst: Int32Array.from(columns.dst),
    bytes: Float64Array.from(columns.bytes),
    count: new Float64Array(sent.length).fill(1),
    sent,
    received: sent.map((at) => at + 1000),
  };
}

function askPeers(
  graphs: Readonly<Record<string, Traffic>>,
  matrices: Readonly<Record<string, Float64Array>>,
): Map<string, PeerResult> {
  const folder = mkdtempSync(join(tmpdir(), 'weft-peers-'));
  try {
    for (const [name, { ranks, src, dst, weight }] of Object.entries(graphs)) {
      const lines = Array.from(src, (u, e) => `${u} ${dst[e]} ${weight[e]}`);
      writeFileSync(join(folder, `${name}.graph`), `${ranks}\n${lines.join('\n')}\n`);
    }
    for (const [name, costs] of Object.entries(matrices)) {
      writeFileSync(join(folder, `${name}.matrix`), new Uint8Array(costs.buffer));
    }
    const script = fileURLToPath(new URL('peers/commgram_peers.py', import.meta.url));
    const output = execFileSync(process.env.PEER_PYTHON ?? 'python3', [script, folder], { encoding: 'utf8' });
    const results = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as PeerResult);
    return new Map(results.map((result) => [result.name, result]));
  } catch (error) {
    console.log(`peers not run: ${error instanceof Error ? error.message : error}`);
    return new Map();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run();
