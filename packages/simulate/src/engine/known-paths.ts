import { type Fabric, messagePath, type Picoseconds } from './fabric.ts';

/** Records of as many integers fill a line of the processor's cache: source, destination, hops, links. */
const RECORD = 16;
const MOST_LINKS = RECORD - 3;
const BITS = 14;

/**
 * Paths of messages, remembered: programs send to the same partners again and again, and looking a path up again touches
 * one line of memory instead of several tables at every hop. A newer path takes the place of an older one.
 */
export class KnownPaths {
  private readonly fabric: Fabric;
  /** False where a path changes with time or from message to message. */
  private readonly constant: boolean;
  private readonly records = new Int32Array(RECORD << BITS).fill(-1);

  constructor(fabric: Fabric) {
    this.fabric = fabric;
    this.constant = fabric.epochs.length === 1 && fabric.parallel === null;
  }

  /** As `messagePath`. */
  find(time: Picoseconds, src: number, dst: number, out: Int32Array): number {
    const { records } = this;
    const hash = Math.imul(src, 0x9e3779b1) ^ Math.imul(dst, 0x85ebca6b);
    const at = (hash >>> (32 - BITS)) * RECORD;
    if (records[at] !== src || records[at + 1] !== dst) return this.trace(time, src, dst, out, at);
    const hops = records[at + 2];
    for (let hop = 0; hop < hops; hop++) out[hop] = records[at + 3 + hop];
    return hops;
  }

  private trace(time: Picoseconds, src: number, dst: number, out: Int32Array, at: number): number {
    const { records } = this;
    const hops = messagePath(this.fabric, time, src, dst, out);
    if (!this.constant || hops > MOST_LINKS) return hops;
    records[at] = src;
    records[at + 1] = dst;
    records[at + 2] = hops;
    for (let hop = 0; hop < hops; hop++) records[at + 3 + hop] = out[hop];
    return hops;
  }
}
