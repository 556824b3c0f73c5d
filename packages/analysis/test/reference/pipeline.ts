import { batchFromRows, createRandom, messages as messagesTable, NONE } from '@weft/model';

export interface PipelineMessage {
  readonly src: number;
  readonly dst: number;
  readonly bytes: number;
  readonly time: number;
}

/** Ranks of a grid exchange with all up to 26 neighbours. */
export function haloExchange(
  [nx, ny, nz]: readonly [number, number, number],
  time: number,
): PipelineMessage[] {
  const messages: PipelineMessage[] = [];
  const rankOf = (x: number, y: number, z: number) => (x * ny + y) * nz + z;
  const sizes = [0, 4096, 256, 16];
  for (let at = 0; at < nx * ny * nz * 27; at++) {
    const [dx, dy, dz] = [Math.floor(at / 9) % 3, Math.floor(at / 3) % 3, at % 3].map((d) => d - 1);
    const src = Math.floor(at / 27);
    const [x, y, z] = [Math.floor(src / (ny * nz)) + dx, (Math.floor(src / nz) % ny) + dy, (src % nz) + dz];
    const kind = Math.abs(dx) + Math.abs(dy) + Math.abs(dz);
    if (kind === 0 || x < 0 || y < 0 || z < 0 || x >= nx || y >= ny || z >= nz) continue;
    messages.push({ src, dst: rankOf(x, y, z), bytes: sizes[kind], time });
  }
  return messages;
}

/** 2-3 swap: a tree of floor(log2 n) levels whose groups have two or three parts; each stage exchanges between parts. */
export function twoThreeSwap(
  ranks: number,
  bytes: number,
  time: number,
  stageTime: number,
): PipelineMessage[] {
  const messages: PipelineMessage[] = [];
  const height = Math.floor(Math.log2(ranks));
  const visit = (from: number, to: number, level: number): void => {
    if (level === 0) return;
    const parts = splitGroup(from, to, level);
    for (const [a, b] of parts) visit(a, b, level - 1);
    for (const own of parts) {
      for (const other of parts) if (own !== other) exchange(own, other, level, bytes / (to - from));
    }
  };
  const exchange = (own: Group, other: Group, level: number, size: number): void => {
    const [a, b] = [own[1] - own[0], other[1] - other[0]];
    for (let i = 0; i < Math.max(a, b); i++) {
      const src = own[0] + Math.floor((i * a) / Math.max(a, b));
      const dst = other[0] + Math.floor((i * b) / Math.max(a, b));
      messages.push({ src, dst, bytes: Math.round(size), time: time + (level - 1) * stageTime });
    }
  };
  visit(0, ranks, height);
  return messages;
}

type Group = readonly [from: number, to: number];

/** Two parts where each can still be filled by a tree one level lower (at least 2^h, at most 3^h ranks). */
function splitGroup(from: number, to: number, level: number): Group[] {
  const size = to - from;
  const parts = size <= 2 * 3 ** (level - 1) ? 2 : 3;
  const cut = (i: number) => from + Math.floor((size * i) / parts);
  return Array.from({ length: parts }, (_, i): Group => [cut(i), cut(i + 1)]);
}

/** Eight halo exchanges and one image composition an iteration, as in the end-to-end simulation pipeline. */
export function pipeline(
  grid: readonly [number, number, number],
  iterations: number,
  jitter = 0,
): PipelineMessage[] {
  const ranks = grid[0] * grid[1] * grid[2];
  const random = createRandom('pipeline');
  const messages: PipelineMessage[] = [];
  for (let phase = 0; phase < iterations * 9; phase++) {
    const time = phase * 1e8;
    messages.push(...(phase % 9 < 8 ? haloExchange(grid, time) : twoThreeSwap(ranks, 1 << 24, time, 1e6)));
  }
  return messages.map((message) => ({ ...message, time: message.time + random.below(jitter + 1) }));
}

export function messagesFrame(list: readonly PipelineMessage[], latency = 2) {
  return batchFromRows(
    messagesTable,
    list.map(({ src, dst, bytes, time }, id) => ({
      id,
      job: 0,
      src,
      dst,
      bytes,
      tag: NONE,
      comm: 0,
      call: 'MPI_Isend',
      send_start: time,
      send_end: time + 1,
      recv_start: time,
      recv_end: time + latency,
    })),
  );
}
