import {
  accumulate,
  batchFromRows,
  type Cube,
  createCube,
  createRandom,
  type Frame,
  MANIFEST_VERSION,
  type Manifest,
  type Network,
  NetworkBuilder,
  networkTables,
  tables,
} from '@weft/model';

/** A small measured fabric for tests of the page: two levels of switches, a day of counters, some jobs. */
export interface FakeFabric {
  readonly manifest: Manifest;
  readonly tables: Readonly<Record<string, Frame>>;
  cube(metric: string): Cube;
}

export interface FakeFabricOptions {
  readonly id: string;
  readonly title: string;
  readonly leaves?: number;
  readonly hostsPerLeaf?: number;
  readonly spines?: number;
  readonly steps?: number;
}

const MINUTE = 60e9;

export function createFakeFabric({
  id,
  title,
  leaves = 8,
  hostsPerLeaf = 6,
  spines = 4,
  steps = 120,
}: FakeFabricOptions): FakeFabric {
  const network = fakeNetwork(leaves, hostsPerLeaf, spines);
  const jobs = fakeJobs(steps);
  const frames: Record<string, Frame> = { ...networkTables(network), jobs };
  const manifest: Manifest = {
    format: 'weft',
    version: MANIFEST_VERSION,
    name: id,
    title,
    description: `${leaves * hostsPerLeaf} hosts under ${leaves} leaf and ${spines} spine switches.`,
    created: '2016-01-04T00:00:00Z',
    generator: 'test',
    origin: '1451865600000000000',
    timeRange: [0, steps * MINUTE],
    interval: MINUTE,
    metrics: [
      { name: 'data', unit: 'B', doc: 'Bytes sent over the link', kind: 'amount' },
      { name: 'wait', unit: 'count', doc: 'Ticks a packet had to wait', kind: 'amount' },
      { name: 'temperature', unit: '°C', doc: 'Of the transceiver', kind: 'gauge' },
    ],
    network: { family: 'fat-tree', params: { hosts: leaves * hostsPerLeaf } },
    provenance: [],
    diagnostics: [],
    tables: Object.fromEntries(
      [...Object.entries(frames), ['counters', { rows: 3 * steps * network.linkCount }] as const].map(
        ([name, { rows }]) => [name, { rows, parts: [{ path: `${name}.parquet`, rows, bytes: rows * 24 }] }],
      ),
    ),
  };
  return { manifest, tables: frames, cube: (metric) => fakeCube(metric, network, steps) };
}

function fakeNetwork(leaves: number, hostsPerLeaf: number, spines: number): Network {
  const builder = new NetworkBuilder();
  const tops = Array.from({ length: spines }, (_, i) =>
    builder.addVertex({ kind: 'switch', name: `spine${i}`, guid: guid(1000 + i), level: 2 }),
  );
  for (let l = 0; l < leaves; l++) {
    const leaf = builder.addVertex({ kind: 'switch', name: `leaf${l}`, guid: guid(500 + l), level: 1 });
    const cable = { direction: 'up', reverseDirection: 'down', capacity: 12.5e9 };
    tops.forEach((top, t) => {
      builder.addCable({ from: leaf, fromPort: t, to: top, toPort: l, class: 'L1-L2', ...cable });
    });
    for (let h = 0; h < hostsPerLeaf; h++) {
      const index = l * hostsPerLeaf + h;
      const host = builder.addVertex({ kind: 'host', name: `node${index}`, guid: guid(index), level: 0 });
      builder.addCable({ from: host, fromPort: 0, to: leaf, toPort: spines + h, class: 'L0-L1', ...cable });
    }
  }
  return builder.build();
}

function guid(index: number): string {
  return `0x${(0xe41d2d0300000000n + BigInt(index)).toString(16)}`;
}

function fakeJobs(steps: number): Frame {
  const names = ['qball', 'kripke', 'laghos', 'amg', 'milc', 'lulesh'];
  return batchFromRows(
    tables.jobs,
    names.map((name, id) => ({
      id,
      name,
      user: `user${id % 3}`,
      state: 'COMPLETED',
      start: Math.floor((id * steps) / 10) * MINUTE,
      end: Math.floor((id * steps) / 10 + steps / 3) * MINUTE,
    })),
  );
}

function fakeCube(metric: string, network: Network, steps: number): Cube {
  const random = createRandom(metric);
  const times = Float64Array.from({ length: steps + 1 }, (_, step) => step * MINUTE);
  const cube = createCube(metric, network.linkCount, times);
  const scale = { data: 4e11, wait: 5e6, temperature: 40 }[metric] ?? 1;
  for (let step = 0; step < steps; step++) {
    const daily = metric === 'temperature' ? 1 : 0.6 + 0.4 * Math.sin((6 * step) / steps);
    for (let link = 0; link < network.linkCount; link++) {
      const hot = link % 37 === 5 ? 3 : 1;
      cube.sums[(step + 1) * cube.links + link] = Math.round(scale * daily * hot * (0.5 + random.next()));
    }
  }
  return accumulate(cube);
}
