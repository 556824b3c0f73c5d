import { countCommunities } from '../assignment/partition-difference.ts';
import { sortOrder } from '../radix-sort/radix-sort.ts';
import type { Commgram, CommgramPhase } from './commgram-session.ts';

/** Traffic of one phase between communities, sorted by (src, dst). */
export interface Ribbons {
  readonly src: Int32Array;
  readonly dst: Int32Array;
  readonly bytes: Float64Array;
  readonly messages: Float64Array;
}

/** A table of all pairs up to this many communities, a sort of the traffic above. */
const DENSE = 512;

export function phaseRibbons(phase: CommgramPhase): Ribbons {
  const size = countCommunities(phase.labels);
  return size <= DENSE ? denseRibbons(phase, size) : sortedRibbons(phase, size);
}

function denseRibbons({ labels, picture }: CommgramPhase, size: number): Ribbons {
  const bytes = new Float64Array(size * size);
  const messages = new Float64Array(size * size);
  const { traffic } = picture;
  for (let e = 0; e < traffic.src.length; e++) {
    const at = labels[traffic.src[e]] * size + labels[traffic.dst[e]];
    bytes[at] += traffic.bytes[e];
    messages[at] += traffic.messages[e];
  }
  const used: number[] = [];
  for (let at = 0; at < messages.length; at++) if (messages[at] > 0) used.push(at);
  return {
    src: Int32Array.from(used, (at) => Math.floor(at / size)),
    dst: Int32Array.from(used, (at) => at % size),
    bytes: Float64Array.from(used, (at) => bytes[at]),
    messages: Float64Array.from(used, (at) => messages[at]),
  };
}

function sortedRibbons({ labels, picture }: CommgramPhase, size: number): Ribbons {
  const { src, dst, bytes, messages } = picture.traffic;
  const keys = Float64Array.from(src, (rank, e) => labels[rank] * size + labels[dst[e]]);
  const sums = {
    keys: keys.slice(),
    bytes: new Float64Array(keys.length),
    messages: new Float64Array(keys.length),
  };
  let last = -1;
  for (const e of sortOrder(keys)) {
    if (last < 0 || sums.keys[last] !== keys[e]) sums.keys[++last] = keys[e];
    sums.bytes[last] += bytes[e];
    sums.messages[last] += messages[e];
  }
  const used = sums.keys.subarray(0, last + 1);
  return {
    src: Int32Array.from(used, (key) => Math.floor(key / size)),
    dst: Int32Array.from(used, (key) => key % size),
    bytes: sums.bytes.slice(0, last + 1),
    messages: sums.messages.slice(0, last + 1),
  };
}

/** One row per phase, sending and receiving community that exchange anything. */
export function ribbonsFrame({ phases }: Commgram) {
  const parts = phases.map(phaseRibbons);
  const rows = parts.reduce((sum, part) => sum + part.src.length, 0);
  const columns = {
    phase: new Int32Array(rows),
    src_community: new Int32Array(rows),
    dst_community: new Int32Array(rows),
    bytes: new Float64Array(rows),
    messages: new Float64Array(rows),
  };
  let at = 0;
  parts.forEach((part, phase) => {
    columns.phase.fill(phase, at, at + part.src.length);
    columns.src_community.set(part.src, at);
    columns.dst_community.set(part.dst, at);
    columns.bytes.set(part.bytes, at);
    columns.messages.set(part.messages, at);
    at += part.src.length;
  });
  return { rows, columns };
}
