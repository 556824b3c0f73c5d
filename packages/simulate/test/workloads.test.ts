import { createRandom } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findWorkload, type MessagePhase, workloads } from '../src/index.ts';
import { groupSizes } from '../src/workloads/swap-stages.ts';

function run(name: string, ranks: number, params: Record<string, unknown> = {}, seed = 1): MessagePhase[] {
  const workload = findWorkload(name);
  if (!workload) throw new Error(name);
  const parsed = workload.params.parse(params);
  expect(workload.refuses(ranks, parsed)).toBeNull();
  return [...workload.phases(ranks, parsed, createRandom(seed))];
}

const messagesOf = (phases: MessagePhase[]) => phases.reduce((sum, phase) => sum + phase.src.length, 0);
const totalBytes = (phase: MessagePhase) => phase.bytes.reduce((sum, bytes) => sum + bytes, 0);

/** Layer at which a message between nodes of a quaternary tree turns. */
function turningLayer(i: number, j: number): number {
  let layer = 0;
  for (let a = i, b = j; a !== b; a = Math.floor(a / 4), b = Math.floor(b / 4)) layer++;
  return layer;
}

function turningShares(
  phases: MessagePhase[],
  layers: number,
): { shares: number[]; mean: number; count: number } {
  const counts = new Array<number>(layers + 1).fill(0);
  for (const { src, dst } of phases)
    src.forEach((from, m) => {
      counts[turningLayer(from, dst[m])]++;
    });
  const count = messagesOf(phases);
  const mean = counts.reduce((sum, n, layer) => sum + n * layer, 0) / count;
  return { shares: counts.slice(1).map((n) => n / count), mean, count };
}

describe('every workload', () => {
  const samples: Record<string, Record<string, unknown>> = {
    'axis-traffic': { sides: [4, 4, 4], lowAxis: 1 },
    'bit-pattern': { pattern: 'transpose' },
    amr: { shape: 'polytropic' },
    messages: { phases: [{ messages: [[0, 1, 100]] }] },
  };
  it.each(workloads.map(({ name }) => name))('%s is reproducible and stays within its ranks', (name) => {
    const params = samples[name] ?? {};
    const phases = run(name, 64, params);
    expect(run(name, 64, params)).toEqual(phases);
    expect(messagesOf(phases)).toBeGreaterThan(0);
    for (const { src, dst, bytes, compute } of phases) {
      expect(src.every((rank, m) => rank >= 0 && rank < 64 && rank !== dst[m])).toBe(true);
      expect(dst.every((rank) => rank >= 0 && rank < 64)).toBe(true);
      expect(bytes.every((amount) => Number.isSafeInteger(amount) && amount > 0)).toBe(true);
      expect([1, 64]).toContain(compute.length);
    }
  });
});

describe('messages by turning layer of a 4096-node quaternary tree', () => {
  it('uniform: 3 * 4^(l-1) / 4095, mean 5.668 (in expectation)', () => {
    const { shares, mean } = turningShares(run('all-to-all', 4096 / 4, { bytes: 1 }), 5);
    shares.forEach((share, l) => {
      expect(share).toBeCloseTo((3 * 4 ** l) / 1023, 12);
    });
    expect(mean).toBeCloseTo(
      shares.reduce((sum, share, l) => sum + share * (l + 1), 0),
      12,
    );
    const drawn = turningShares(run('uniform', 4096, { messages: 50 }), 6);
    [0.0007, 0.0029, 0.0117, 0.0469, 0.1875, 0.7502].forEach((share, l) => {
      expect(Math.abs(drawn.shares[l] - share)).toBeLessThan(0.003);
    });
    expect(Math.abs(drawn.mean - 5.668)).toBeLessThan(0.01);
  });

  it('3-D grid 16^3, open and periodic', () => {
    const open = turningShares(run('halo', 4096, { sides: [16, 16, 16] }), 6);
    expect(open.count).toBe(23_040);
    open.shares.forEach((share, l) => {
      expect(share).toBeCloseTo(l % 2 === 0 ? 4 / 15 : 1 / 15, 12);
    });
    expect(open.mean).toBeCloseTo(3.2, 12);
    const periodic = turningShares(run('halo', 4096, { sides: [16, 16, 16], periodic: true }), 6);
    expect(periodic.count).toBe(24_576);
    periodic.shares.forEach((share, l) => {
      expect(share).toBeCloseTo(l % 2 === 0 ? 1 / 4 : 1 / 12, 12);
    });
    expect(periodic.mean).toBeCloseTo(3.25, 12);
  });

  it('2-D grid 64^2 and 1-D chain', () => {
    const plane = turningShares(run('halo', 4096, { sides: [64, 64] }), 6);
    expect(plane.count).toBe(16_128);
    [0.381, 0.0952, 0.0238, 0.381, 0.0952, 0.0238].forEach((share, l) => {
      expect(plane.shares[l]).toBeCloseTo(share, 3);
    });
    expect(plane.mean).toBeCloseTo(2.786, 3);
    const chain = turningShares(run('halo', 4096, { sides: [4096] }), 6);
    expect(chain.shares[0]).toBeCloseTo(0.75, 3);
    expect(chain.mean).toBeCloseTo(1.332, 3);
  });
});

describe('image compositing', () => {
  it('binary swap: partner i xor 2^s, bytes halve, N * stages messages', () => {
    const four = run('binary-swap', 4, { bytes: 1024 });
    expect(four.map(({ dst }) => [...dst])).toEqual([
      [1, 0, 3, 2],
      [2, 3, 0, 1],
    ]);
    expect(four.map(({ bytes }) => [...new Set(bytes)])).toEqual([[512], [256]]);
    expect(messagesOf(run('binary-swap', 8))).toBe(24);
    expect(messagesOf(run('binary-swap', 4096))).toBe(49_152);
    expect(findWorkload('binary-swap')?.refuses(12, {})).toMatch(/power of two/);
  });

  it('2-3 swap is binary swap for powers of two', () => {
    const three = run('two-three-swap', 16, { bytes: 4096 });
    const binary = run('binary-swap', 16, { bytes: 4096 });
    const rows = (phases: MessagePhase[]) =>
      phases.map(({ src, dst, bytes }) =>
        [...src].map((from, m) => [from, dst[m], bytes[m]]).sort((a, b) => a[0] - b[0]),
      );
    expect(rows(three)).toEqual(rows(binary));
  });

  it('2-3 swap of 4320 ranks has 12 stages, bytes about halving', () => {
    const stages = run('two-three-swap', 4320, { bytes: 16_777_216 });
    expect(stages).toHaveLength(12);
    const sums = stages.map(totalBytes);
    for (let s = 1; s < 12; s++) expect(sums[s] / sums[s - 1]).toBeGreaterThan(0.4);
    for (let s = 1; s < 12; s++) expect(sums[s] / sums[s - 1]).toBeLessThan(0.56);
  });

  it('2-3 swap of any N: floor(log2 N) stages, and each rank gets its whole new part from every other child', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 300 }), fc.integer({ min: 1, max: 5000 }), (ranks, bytes) => {
        const stages = run('two-three-swap', ranks, { bytes });
        const height = Math.floor(Math.log2(ranks));
        expect(stages).toHaveLength(height);
        stages.forEach((stage, s) => {
          const group = blockOf(groupSizes(ranks, height, s + 1));
          const child = s === 0 ? identity(ranks) : blockOf(groupSizes(ranks, height, s));
          expectWholeParts(stage, group, child, bytes);
        });
      }),
      { numRuns: 40 },
    );
  });
});

const identity = (ranks: number) => Array.from({ length: ranks }, (_, rank) => rank);

/** For each rank the number of the block it is in. */
function blockOf(sizes: number[]): number[] {
  return sizes.flatMap((size, block) => new Array<number>(size).fill(block));
}

function expectWholeParts(stage: MessagePhase, group: number[], child: number[], bytes: number): void {
  const got = new Map<string, number>();
  stage.src.forEach((from, m) => {
    const to = stage.dst[m];
    expect(group[from]).toBe(group[to]);
    if (child[from] === child[to]) return;
    const key = `${to} from ${child[from]}`;
    got.set(key, (got.get(key) ?? 0) + stage.bytes[m]);
  });
  for (let rank = 0; rank < group.length; rank++) {
    const members = group.flatMap((block, other) => (block === group[rank] ? [other] : []));
    const others = new Set(members.map((member) => child[member]).filter((block) => block !== child[rank]));
    const parts = [...others].map((block) => got.get(`${rank} from ${block}`) ?? 0);
    expect(new Set(parts).size).toBe(1);
    expect(Math.abs(parts[0] - bytes / members.length)).toBeLessThan(1);
  }
}

describe('the pipeline', () => {
  it('sends 50 MB a rank and iteration, 216 GB in all, in 3 x (8 + 12) phases', () => {
    const phases = run('pipeline', 4320);
    expect(phases).toHaveLength(60);
    const sent = new Float64Array(4320);
    for (const { src, bytes } of phases.slice(0, 20)) {
      for (let m = 0; m < src.length; m++) sent[src[m]] += bytes[m];
    }
    expect(sent.every((bytes) => bytes === 50_000_000)).toBe(true);
    expect(phases.slice(0, 20).reduce((sum, phase) => sum + totalBytes(phase), 0)).toBe(216_000_000_000);
    expect(phases.slice(8, 20).every(({ barrier }) => barrier)).toBe(true);
    expect(run('pipeline', 432, { synchronised: false }).some(({ barrier }) => barrier)).toBe(false);
  });
});

describe('adaptive mesh codes', () => {
  it('advection: one message, one to all, again; broadcast, heavy, lighter at t5, t25, t28', () => {
    const phases = run('amr', 4096, { shape: 'advection' });
    expect(phases.slice(0, 4).map(({ src }) => src.length)).toEqual([1, 3840, 1, 3840]);
    for (const t of [5, 25, 28]) {
      expect(phases[t].call).toBe('MPI_Bcast');
      expect(totalBytes(phases[t + 1])).toBeGreaterThan(2 * totalBytes(phases[t + 2]));
      expect([...phases[t + 1].src].every((rank, m) => rank >> 8 === phases[t + 1].dst[m] >> 8)).toBe(true);
    }
  });

  it('polytropic: heavy at first, stable from t14, an all-reduce in t19', () => {
    const phases = run('amr', 4096, { shape: 'polytropic' });
    const byStep = new Map<number, MessagePhase[]>();
    for (const phase of phases) byStep.set(phase.tag, [...(byStep.get(phase.tag) ?? []), phase]);
    const early = totalBytes(byStep.get(0)![0]);
    expect(early).toBeGreaterThan(3 * totalBytes(byStep.get(14)![0]));
    expect(byStep.get(17)!.map(totalBytes)).toEqual(byStep.get(14)!.map(totalBytes));
    expect(byStep.get(19)).toHaveLength(12);
    expect(byStep.get(19)![0].call).toBe('MPI_Allreduce');
  });
});

describe('all-reduce', () => {
  it('ring: 2 (N - 1) steps, each rank sends 2 (N - 1) / N of its buffer', () => {
    const phases = run('all-reduce', 8, { bytes: 800 });
    expect(phases).toHaveLength(14);
    expect(phases.reduce((sum, phase) => sum + totalBytes(phase), 0)).toBe(14 * 800);
  });

  it('tree: each rank but a root passes its buffer up and gets it down, over two trees', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 70 }), fc.integer({ min: 1, max: 9 }), (ranks, chunks) => {
        const phases = run('all-reduce', ranks, { algorithm: 'tree', bytes: 1001, chunks });
        const sum = phases.reduce((all, phase) => all + totalBytes(phase), 0);
        expect(sum).toBe(2 * (ranks - 1) * 1001);
      }),
    );
  });
});
