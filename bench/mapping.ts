/** Five orders of the dimensions for 4096 ranks on a torus of 8 x 8 x 8 x 8 nodes, each rank with 26 neighbours: bar 10 s. */

import { fileURLToPath } from 'node:url';
import { allOrders, bisectionMapping, compareMappings, greedyMapping, orderMapping } from '@weft/analysis';
import { buildNetwork, torusShape } from '@weft/network';

const SIDE = 16;
const RANKS = SIDE ** 3;
export async function run(): Promise<void> {
  const shape = torusShape(buildNetwork('torus', { sizes: [8, 8, 8, 8] }));
  if (!shape) throw new Error('no torus');

  const pairs = neighbourPairs();
  const started = process.cpuUsage();
  const named = allOrders(shape, 5).map((name) => ({ name, nodes: orderMapping(shape, name, RANKS, 1) }));
  const compared = compareMappings(shape, pairs, named);
  console.log(
    `five orders of ${RANKS} ranks, ${pairs.src.length} pairs: ${cpuSeconds(started).toFixed(2)} CPU s (bar 10 s)`,
  );
  for (const [name, search] of Object.entries({ greedy: greedyMapping, bisection: bisectionMapping })) {
    const before = process.cpuUsage();
    const nodes = search(shape, pairs, 1);
    console.log(`${name}: ${nodes ? `${cpuSeconds(before).toFixed(2)} CPU s` : 'too large'}`);
    if (nodes) compared.push(...compareMappings(shape, pairs, [{ name, nodes }]));
  }
  for (const { name, score } of compared) {
    console.log(`  ${name}: ${score.meanHops.toFixed(2)} hops, fullest link ${score.mostLoaded} B`);
  }
}

function cpuSeconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}

function neighbourPairs() {
  const src: number[] = [];
  const dst: number[] = [];
  const around = [-1, 0, 1];
  for (let rank = 0; rank < RANKS; rank++) {
    for (const x of around) {
      for (const y of around) {
        for (const z of around) {
          if (x === 0 && y === 0 && z === 0) continue;
          src.push(rank);
          dst.push(neighbour(rank, x, y, z));
        }
      }
    }
  }
  return {
    ranks: RANKS,
    src: Int32Array.from(src),
    dst: Int32Array.from(dst),
    bytes: new Float64Array(src.length).fill(65_536),
    messages: new Float64Array(src.length).fill(1),
  };
}

function neighbour(rank: number, ...steps: readonly number[]): number {
  return steps.reduce((sum, step, axis) => {
    const stride = SIDE ** axis;
    const at = Math.floor(rank / stride) % SIDE;
    return sum + ((at + step + SIDE) % SIDE) * stride;
  }, 0);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
