import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '@weft/model';
import { EventFileWriter } from '../packages/readers/src/otf2-writing/event-file-writer.ts';
import { ArchiveWriter, region } from '../packages/readers/test/otf2/archive-writer.ts';

const SIDES = [2, 2, 4] as const;
const RANKS = SIDES[0] * SIDES[1] * SIDES[2];
const CHUNK = 1 << 20;
const HEADER = 18;
/** Ticks between two steps of the halo exchange. */
const STEP = 200_000;

/**
 * An archive of a three-dimensional halo exchange (Isend, Irecv, Wait, Allreduce on 16 ranks), the step of each rank
 * repeated until the event files have this many bytes together. Made once and kept.
 */
export function haloArchive(folder: string, bytes: number): string {
  const anchor = join(folder, 'traces.otf2');
  if (existsSync(anchor)) return anchor;
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  const archive = new ArchiveWriter({ chunkSize: CHUNK, globalOffset: 1_000_000_000_000n }).world(RANKS);
  for (let rank = 0; rank < RANKS; rank++) {
    const regions = Object.values(region);
    archive.local(rank).record(5, (w) => {
      w.u8(3).v64(regions.length).u8(0);
      for (const id of regions) w.v64(id);
    });
  }
  archive.write(draft);
  const steps = Array.from({ length: RANKS }, (_, rank) => stepOf(rank));
  const longest = Math.max(...steps.map(({ template }) => template.length));
  const perChunk = Math.floor((CHUNK - HEADER - 2) / longest);
  steps.forEach(({ template, times }, rank) => {
    writeRepeated(join(draft, 'traces', `${rank}.evt`), template, times, perChunk, bytes / RANKS);
  });
  mkdirSync(join(folder, '..'), { recursive: true });
  renameSync(draft, folder);
  return anchor;
}

/** Bytes of one step of a rank, and where its timestamps stand. */
function stepOf(rank: number): { template: Uint8Array; times: readonly [place: number, ticks: number][] } {
  const random = createRandom(rank);
  const writer = new EventFileWriter(CHUNK);
  const used: number[] = [];
  let now = 1000;
  const tick = () => {
    now += 50 + random.below(400);
    used.push(now);
    return writer.at(now);
  };
  neighboursOf(rank).forEach((peer, i) => {
    tick().enter(region.irecv);
    tick().irecvRequest(20 + i);
    tick().leave(region.irecv);
    tick().enter(region.isend);
    tick().isend(peer, 0, i, 2048 << (i >> 1), 40 + i);
    tick().leave(region.isend);
  });
  tick().enter(region.wait);
  neighboursOf(rank).forEach((peer, i) => {
    tick().irecv(peer, 0, i ^ 1, 2048 << (i >> 1), 20 + i);
    tick().isendComplete(40 + i);
  });
  tick().leave(region.wait);
  tick().enter(region.allreduce);
  tick().collective(11, 0, 0xffffffff, 8, 8);
  tick().leave(region.allreduce);
  const template = writer.finish().subarray(HEADER, -2);
  return { template, times: placesOf(template, used) };
}

/** Neighbours in the periodic grid: down and up in each direction. */
function neighboursOf(rank: number): number[] {
  const place = [
    rank % SIDES[0],
    Math.floor(rank / SIDES[0]) % SIDES[1],
    Math.floor(rank / SIDES[0] / SIDES[1]),
  ];
  return [0, 1, 2].flatMap((axis) =>
    [-1, 1].map((step) => {
      const [x, y, z] = place.map((at, i) => (i === axis ? (at + step + SIDES[i]) % SIDES[i] : at));
      return x + SIDES[0] * (y + SIDES[1] * z);
    }),
  );
}

function placesOf(template: Uint8Array, used: readonly number[]): [number, number][] {
  const bytes = Buffer.from(template);
  const mark = Buffer.alloc(9, 5);
  let from = 0;
  return used.map((ticks) => {
    mark.writeBigUInt64LE(BigInt(ticks), 1);
    from = bytes.indexOf(mark, from);
    return [from + 1, ticks];
  });
}

function writeRepeated(
  path: string,
  template: Uint8Array,
  times: readonly [number, number][],
  perChunk: number,
  wanted: number,
): void {
  const chunks = Math.ceil(wanted / CHUNK);
  const events = times.length + 1;
  const file = openSync(path, 'w');
  const chunk = Buffer.alloc(CHUNK);
  for (let i = 0; i < chunks; i++) {
    chunk.fill(0).set([3, 0x42]);
    chunk.writeBigUInt64LE(BigInt(i * perChunk * events + 1), 2);
    chunk.writeBigUInt64LE(BigInt((i + 1) * perChunk * events), 10);
    for (let k = 0; k < perChunk; k++) {
      const at = HEADER + k * template.length;
      chunk.set(template, at);
      const base = 1_000_000_000_000 + (i * perChunk + k) * STEP;
      for (const [place, ticks] of times) chunk.writeBigUInt64LE(BigInt(base + ticks), at + place);
    }
    const end = HEADER + perChunk * template.length;
    const last = i === chunks - 1;
    if (last) chunk.set([2, 1], end);
    writeSync(file, chunk, 0, last ? end + 2 : CHUNK);
  }
  closeSync(file);
  if (statSync(path).size < wanted - CHUNK) throw new Error(`${path} is too small`);
}
