import type { MessagePhase } from '../workload.ts';
import { commonPace, type Fabric, MOST_HOPS, type Picoseconds } from './fabric.ts';
import type { Recorder } from './recorder.ts';
import { type RouteTable, traceTable } from './route-table.ts';

/** Pairs beyond which the sums would need more memory than they save time. */
const MOST_PAIRS = 4_000_000;
const UNKNOWN = 0;
const NO_PATH = 0xffff;

/** The ranks of a job: where they sit, when they begin to send, and when they may go on. */
interface RankTimes {
  readonly number: number;
  readonly hosts: Int32Array;
  readonly begin: Float64Array;
  readonly ready: Float64Array;
}

/**
 * What messages put on links, gathered per pair of first switch and destination: the path from there is walked once for
 * all messages of a stretch of time within which no interval ends.
 */
export class PairLoads {
  /** End of the current stretch. */
  to: Picoseconds = -1;
  private from: Picoseconds = 0;
  private job = -1;
  private readonly fabric: Fabric;
  private readonly packet: number | null;
  private readonly table: RouteTable;
  private readonly recorder: Recorder;
  private readonly path = new Int32Array(MOST_HOPS);
  /** Per pair: links from the first switch on. */
  private readonly hops: Uint16Array;
  /** Per pair and per link that leaves a host: bytes and packets, side by side. */
  private readonly sums: Float64Array;
  private readonly firstSums: Float64Array;
  /** First switch and destination of the pairs with an amount. */
  private readonly used: Int32Array;
  private usedCount = 0;
  /** The link of a host that has but one, -1 elsewhere, and the vertex where pairs begin. */
  private readonly firstLink: Int32Array;
  private readonly entry: Int32Array;

  constructor(fabric: Fabric, table: RouteTable, recorder: Recorder, packet: number | null) {
    const { row, ports, network } = table;
    const { outOffsets, outLinks, links, vertexCount } = network;
    this.fabric = fabric;
    this.packet = packet;
    this.table = table;
    this.recorder = recorder;
    this.hops = new Uint16Array(ports.length);
    this.sums = new Float64Array(2 * ports.length);
    this.firstSums = new Float64Array(2 * network.linkCount);
    this.used = new Int32Array(2 * ports.length);
    this.firstLink = new Int32Array(vertexCount).fill(-1);
    this.entry = new Int32Array(vertexCount).fill(-1);
    for (let vertex = 0; vertex < vertexCount; vertex++) {
      const only = row[vertex] < 0 && outOffsets[vertex] < outOffsets[vertex + 1];
      if (only) this.firstLink[vertex] = outLinks[outOffsets[vertex]];
      const entry = only ? links.dst[this.firstLink[vertex]] : vertex;
      if (row[entry] >= 0) this.entry[vertex] = entry;
    }
  }

  /** Number of links from host to host, -1 where no path leads, -2 where the pair cannot be gathered. */
  hopsBetween(src: number, dst: number): number {
    const entry = this.entry[src];
    if (src === dst) return 0;
    if (entry < 0) return -2;
    const pair = this.table.row[entry] + this.table.column[dst];
    const known = this.hops[pair];
    const hops = known === UNKNOWN ? this.measure(entry, dst, pair) : known;
    if (hops === NO_PATH) return -1;
    return this.firstLink[src] < 0 ? hops : hops + 1;
  }

  /** Books a message of a pair that has a path; false where it does not lie within one interval. */
  add(
    src: number,
    dst: number,
    job: number,
    start: Picoseconds,
    end: Picoseconds,
    bytes: number,
    packets: number,
  ): boolean {
    if (start < this.from || end > this.to || job !== this.job) {
      if (!this.recorder.covers(start, end)) return false;
      this.flow();
      this.recorder.covers(start, end);
      [this.from, this.to] = this.recorder.stretch;
      this.job = job;
    }
    const { sums, firstSums } = this;
    const entry = this.entry[src];
    const at = 2 * (this.table.row[entry] + this.table.column[dst]);
    if (sums[at + 1] === 0) this.use(entry, dst);
    sums[at] += bytes;
    sums[at + 1] += packets;
    const first = this.firstLink[src];
    if (first >= 0) {
      firstSums[2 * first] += bytes;
      firstSums[2 * first + 1] += packets;
    }
    return true;
  }

  /**
   * Books the messages of a phase from `first` on and notes when their ranks may go on, until one does not lie within
   * the current stretch or has no path; returns the number of that one.
   */
  addPhase(first: number, phase: MessagePhase, job: RankTimes): number {
    const { src, dst, bytes, wait } = phase;
    const { hosts, begin, ready } = job;
    const { row, column } = this.table;
    const { entry, firstLink, hops, sums, firstSums, from, to, fabric } = this;
    const { latency, switchDelay } = fabric;
    const perByte = fabric.psPerByte[0];
    const sends = wait !== 'receives';
    const receives = wait !== 'sends';
    let sent = 0;
    let carried = 0;
    let m = job.number === this.job ? first : src.length + 1;
    for (; m < src.length; m++) {
      const host = hosts[src[m]];
      const goal = hosts[dst[m]];
      const begins = entry[host];
      if (begins < 0 || host === goal) break;
      const pair = row[begins] + column[goal];
      const link = firstLink[host];
      const amount = bytes[m];
      const count = sums[2 * pair + 1];
      if (hops[pair] === UNKNOWN) this.measure(begins, goal, pair);
      if (hops[pair] === NO_PATH) break;
      const links = hops[pair] + (link < 0 ? 0 : 1);
      const start = begin[src[m]];
      const end = start + links * latency + (links - 1) * switchDelay + Math.round(amount * perByte);
      if (start < from || end > to) break;
      if (count === 0) this.use(begins, goal);
      const packets = this.packet === null ? 1 : Math.ceil(amount / this.packet);
      sums[2 * pair] += amount;
      sums[2 * pair + 1] = count + packets;
      if (link >= 0) {
        firstSums[2 * link] += amount;
        firstSums[2 * link + 1] += packets;
      }
      sent += amount;
      carried += amount * links;
      if (sends && end > ready[src[m]]) ready[src[m]] = end;
      if (receives && end > ready[dst[m]]) ready[dst[m]] = end;
    }
    if (m > src.length) return first;
    const { totals } = this.recorder;
    totals.messages += m - first;
    totals.bytesSent += sent;
    totals.bytesReceived += sent;
    totals.bytesTimesHops += carried;
    return m;
  }

  /** Books all that was gathered on its links. */
  flow(): void {
    if (this.usedCount === 0) return;
    const { path, table, used } = this;
    for (let i = 0; i < this.usedCount; i += 2) {
      const hops = traceTable(table, used[i], used[i + 1], path);
      this.book(this.sums, table.row[used[i]] + table.column[used[i + 1]], hops);
    }
    this.usedCount = 0;
    for (let link = 0; link < table.network.linkCount; link++) {
      path[0] = link;
      if (this.firstSums[2 * link + 1] > 0) this.book(this.firstSums, link, 1);
    }
  }

  private use(entry: number, dst: number): void {
    this.used[this.usedCount++] = entry;
    this.used[this.usedCount++] = dst;
  }

  private book(sums: Float64Array, at: number, hops: number): void {
    this.recorder.transmittedPath(
      this.path,
      hops,
      this.job,
      this.from,
      this.from,
      sums[2 * at],
      sums[2 * at + 1],
    );
    sums[2 * at] = 0;
    sums[2 * at + 1] = 0;
  }

  private measure(entry: number, dst: number, pair: number): number {
    const hops = entry === dst ? 0 : traceTable(this.table, entry, dst, this.path);
    this.hops[pair] = hops < 0 ? NO_PATH : hops;
    return this.hops[pair];
  }
}

/** Null where paths change with time or from message to message, where links differ in speed, or pairs are too many. */
export function pairLoads(fabric: Fabric, recorder: Recorder, packet: number | null): PairLoads | null {
  const { epochs, parallel } = fabric;
  const [table] = fabric.tables;
  if (epochs.length > 1 || parallel || !table || table.ports.length > MOST_PAIRS) return null;
  if (commonPace(fabric) === 0) return null;
  return new PairLoads(fabric, table, recorder, packet);
}
