import {
  accumulate,
  batchFromRows,
  type Cube,
  createCube,
  createRandom,
  MANIFEST_VERSION,
  type Manifest,
  type Network,
  NetworkBuilder,
  type Random,
  type TableFrame,
  tables,
} from '@weft/model';

const PODS = 4;
const HALF = 18;
const DAY = 86_400e9;

/** The fat tree of 1296 nodes (k = 36, 4 pods, 2 bundles): 7,776 directed links with those to the nodes. */
export function generateNetwork(): Network {
  const builder = new NetworkBuilder();
  const add = (level: number, pod: number) =>
    builder.addVertex({ kind: level === 0 ? 'host' : 'switch', level, pod });
  const directions = { direction: 'up', reverseDirection: 'down', capacity: 12.5e9 };
  const tops = Array.from({ length: PODS * (HALF / 2) }, () => add(3, -1));
  for (let pod = 0; pod < PODS; pod++) {
    const lower = Array.from({ length: HALF }, () => add(1, pod));
    const upper = Array.from({ length: HALF }, () => add(2, pod));
    for (const from of lower) {
      for (let node = 0; node < HALF; node++) {
        builder.addCable({ from: add(0, pod), to: from, class: 'L0-L1', ...directions });
      }
      for (const to of upper) builder.addCable({ from, to, class: 'L1-L2', ...directions });
    }
    upper.forEach((from, index) => {
      const bundle = index < HALF / 2 ? 0 : HALF;
      for (let top = 0; top < HALF; top++) {
        builder.addCable({ from, to: tops[bundle + top] as number, class: 'L2-L3', ...directions });
      }
    });
  }
  return builder.build();
}

/** A day of counters with a daily shape, calmer upper levels and some hot links. */
export function generateCube(network: Network, steps: number, random: Random): Cube {
  const times = Float64Array.from({ length: steps + 1 }, (_, step) => (step * DAY) / steps);
  const cube = createCube('bytes_sent', network.linkCount, times);
  const { codes } = network.links.class;
  const weight = Float64Array.from(codes, (code, link) => {
    const hot = random.next() < 0.004 ? 3 : 1;
    return (1.6 - 0.45 * code) * (link % 2 ? 0.7 : 1) * (0.6 + 0.8 * random.next()) * hot;
  });
  for (let step = 0; step < steps; step++) {
    const hour = (24 * step) / steps;
    const shape =
      0.35 + 0.5 * Math.exp(-(((hour - 14) / 4) ** 2)) + (Math.floor(hour * 3) % 5 === 0 ? 0.3 : 0);
    const offset = (step + 1) * network.linkCount;
    for (let link = 0; link < network.linkCount; link++) {
      cube.sums[offset + link] = Math.round(2e10 * shape * weight[link] * (0.7 + 0.6 * random.next()));
    }
  }
  return accumulate(cube);
}

export function generateJobs(
  count: number,
  random: Random,
): { jobs: TableFrame<'jobs'>; ranks: TableFrame<'ranks'> } {
  const names = ['sssp.milc', 'kripke', 'amg', 'laghos', 'qball', 'lulesh', 'pf3d', 'hypre'];
  const rows = Array.from({ length: count }, (_, id) => {
    const start = Math.round(random.next() * DAY * 0.9);
    const running = random.next() < 0.03;
    return {
      id,
      name: names[random.below(names.length)] as string,
      user: `user${random.below(12)}`,
      state: running ? 'RUNNING' : random.next() < 0.1 ? 'FAILED' : 'COMPLETED',
      start,
      end: running ? -1 : Math.round(start + (0.02 + random.next() ** 3) * 6 * 3_600e9),
    };
  });
  const places = rows.flatMap(({ id }) =>
    Array.from({ length: 2 ** random.below(8) }, (_, rank) => ({
      job: id,
      rank,
      host: (id * 37 + rank) % 1296,
    })),
  );
  return { jobs: batchFromRows(tables.jobs, rows), ranks: batchFromRows(tables.ranks, places) };
}

export function generateManifest(jobCount: number): Manifest {
  return {
    format: 'weft',
    version: MANIFEST_VERSION,
    name: 'gallery',
    title: 'Gallery',
    description: '',
    created: '2016-01-04T00:00:00Z',
    generator: 'gallery',
    origin: String(BigInt(Date.UTC(2016, 0, 4)) * 1_000_000n),
    timeRange: [0, DAY],
    interval: 60e9,
    metrics: [{ name: 'bytes_sent', unit: 'B', doc: '', kind: 'amount' }],
    network: { family: 'fat-tree', params: {} },
    provenance: [],
    diagnostics: [],
    tables: { jobs: { rows: jobCount, parts: [] }, ranks: { rows: 1, parts: [] } },
  };
}

export function generateFabric(jobCount: number, steps = 1440) {
  const network = generateNetwork();
  return {
    network,
    cube: generateCube(network, steps, createRandom('gallery')),
    ...generateJobs(jobCount, createRandom('jobs')),
    manifest: generateManifest(jobCount),
  };
}
