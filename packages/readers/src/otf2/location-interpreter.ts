import { NONE } from '@weft/model';
import type { SpanRows } from '../span-rows.ts';
import { ActionList } from './action-list.ts';
import type { CallProfile } from './call-profile.ts';
import type { CommunicatorView } from './communicator-view.ts';
import type { DeviceCopies } from './device-copies.ts';
import type { EventBatch } from './event-batch.ts';
import * as kinds from './event-kinds.ts';
import type { LocalLookup } from './id-lookup.ts';
import type { MetricReader } from './metric-reader.ts';

export interface RegionCounts {
  /** Leaves of regions that were not entered, and regions never left. */
  strayLeaves: number;
  openRegions: number;
  /** Regions that the definitions do not know. */
  unknownRegions: number;
  /** Copies to or from a device whose end is not recorded. */
  openCopies: number;
  /** Values of metrics that the definitions do not know. */
  unknownMetrics: number;
  /** Peers, roots or communicators that the definitions do not know. */
  unknownPeers: number;
  unknownCommunicators: number;
  /** One-sided transfers whose other end the definitions do not know. */
  unknownTargets: number;
}

export function createRegionCounts(): RegionCounts {
  return {
    strayLeaves: 0,
    openRegions: 0,
    unknownRegions: 0,
    openCopies: 0,
    unknownMetrics: 0,
    unknownPeers: 0,
    unknownCommunicators: 0,
    unknownTargets: 0,
  };
}

/** The row of windows that reach from a host to its accelerators. */
export const DEVICE_WINDOW = -2;

/** Where the results of one location go. */
interface InterpreterTargets {
  readonly regions: LocalLookup;
  readonly contexts: LocalLookup;
  readonly communicators: LocalLookup;
  /** The row of a window's communicator, or DEVICE_WINDOW. */
  readonly windows: LocalLookup;
  readonly view: CommunicatorView;
  readonly profile: CallProfile;
  readonly copies: DeviceCopies;
  readonly metrics: MetricReader;
  /** null = no spans wanted. */
  readonly spans: SpanRows | null;
  /** Thread or stream below its rank. */
  readonly stream: number;
  /** Calls of MPI have the codes below. */
  readonly mpiCalls: number;
  /** Code of regions that the definitions do not know. */
  readonly unknownRegion: number;
  /** Code of the call behind an event that lies in no MPI region, or in that of a wait. */
  readonly plainCall: (kind: number, op: number) => number;
  readonly counts: RegionCounts;
  /** Takes the actions of a call once it was left; may not keep the list. */
  readonly onActions: (actions: ActionList) => void;
}

/** Gives events their meaning: which call they belong to, when it began and ended, who the peer is. */
export class LocationInterpreter {
  private readonly to: InterpreterTargets;
  private readonly pending = new ActionList();
  /** Open regions: id as the file has it, call, time of entering. */
  private region = new Uint32Array(64);
  private call = new Int32Array(64);
  private enter = new Float64Array(64);
  private depth = 0;
  /** Nesting of each call, so that the time of a recursive one counts once. */
  private readonly nesting: Int32Array;
  /** Innermost open MPI region; -1 = none. */
  private inside = -1;

  constructor(to: InterpreterTargets) {
    this.to = to;
    this.nesting = new Int32Array(to.profile.count.length);
  }

  interpret(batch: EventBatch): void {
    const { rows, kind, first, time } = batch;
    for (let row = 0; row < rows; row++) {
      switch (kind[row]) {
        case kinds.ENTER:
          this.push(first[row], this.to.regions.get(first[row]), time[row]);
          break;
        case kinds.LEAVE:
          this.pop(first[row], time[row]);
          break;
        case kinds.CALLING_CONTEXT_ENTER:
          this.push(first[row], this.to.contexts.get(first[row]), time[row]);
          break;
        case kinds.CALLING_CONTEXT_LEAVE:
          this.popContext(first[row], time[row]);
          break;
        case kinds.MPI_SEND:
        case kinds.MPI_ISEND:
        case kinds.MPI_RECV:
        case kinds.MPI_IRECV:
          this.message(batch, row);
          break;
        case kinds.MPI_COLLECTIVE_END:
        case kinds.COLLECTIVE_COMPLETE:
          this.collective(batch, row);
          break;
        case kinds.MPI_ISEND_COMPLETE:
        case kinds.MPI_IRECV_REQUEST:
        case kinds.MPI_REQUEST_CANCELLED:
        case kinds.COLLECTIVE_REQUEST:
          this.act(batch, row);
          this.settle(time[row]);
          break;
        case kinds.RMA_PUT:
        case kinds.RMA_GET:
          this.oneSided(batch, row);
          break;
        case kinds.RMA_ATOMIC:
          this.atomic(batch, row);
          break;
        case kinds.RMA_OP_COMPLETE_BLOCKING:
        case kinds.RMA_OP_COMPLETE_NON_BLOCKING:
          this.to.copies.complete(batch, row);
          break;
        case kinds.METRIC:
          this.to.metrics.read(batch, row);
          break;
        case kinds.IO_OPERATION_BEGIN:
          this.fileOperation(batch.bytes[row]);
      }
    }
  }

  /** After the last event. */
  finish(time: number): void {
    const { counts, copies, metrics } = this.to;
    counts.openRegions += this.depth;
    counts.openCopies += copies.unfinished;
    counts.unknownMetrics += metrics.unknown;
    this.flush(time);
  }

  private push(region: number, known: number, time: number): void {
    if (this.depth === this.region.length) this.deepen();
    const call = known < 0 ? this.countUnknown() : known;
    const at = this.depth++;
    this.region[at] = region;
    this.call[at] = call;
    this.enter[at] = time;
    this.nesting[call]++;
    if (call < this.to.mpiCalls) this.inside = at;
  }

  private countUnknown(): number {
    this.to.counts.unknownRegions++;
    return this.to.unknownRegion;
  }

  private pop(region: number, time: number): void {
    if (this.depth === 0 || this.region[this.depth - 1] !== region) {
      if (!this.unwind(region, time)) return;
    }
    this.leaveTop(time);
  }

  /** A region may be left from another context than it was entered in: the source line moves on. */
  private popContext(context: number, time: number): void {
    const top = this.depth - 1;
    const sameCall = top >= 0 && this.call[top] === this.to.contexts.get(context);
    this.pop(sameCall ? this.region[top] : context, time);
  }

  private leaveTop(time: number): void {
    const at = --this.depth;
    const call = this.call[at];
    const { profile, spans, stream, mpiCalls } = this.to;
    const entered = this.enter[at];
    profile.count[call]++;
    if (--this.nesting[call] === 0) profile.time[call] += time - entered;
    spans?.add(call, entered, time, at, stream);
    if (call >= mpiCalls) return;
    this.flush(time);
    let inside = at - 1;
    while (inside >= 0 && this.call[inside] >= mpiCalls) inside--;
    this.inside = inside;
  }

  /** A leave out of turn: closes what is above its region, or is a stray one. */
  private unwind(region: number, time: number): boolean {
    const { counts } = this.to;
    let at = this.depth - 1;
    while (at >= 0 && this.region[at] !== region) at--;
    if (at < 0) {
      counts.strayLeaves++;
      return false;
    }
    while (this.depth - 1 > at) {
      counts.openRegions++;
      this.leaveTop(time);
    }
    return true;
  }

  private message(batch: EventBatch, row: number): void {
    const at = this.act(batch, row);
    const { pending, to } = this;
    const comm = to.communicators.get(batch.comm[row]);
    pending.comm[at] = to.view.tableId(comm);
    pending.peer[at] = to.view.worldRank(comm, batch.first[row]);
    pending.tag[at] = batch.tag[row] & 0x7fffffff;
    pending.bytes[at] = batch.bytes[row];
    if (pending.peer[at] === NONE) to.counts.unknownPeers++;
    if (comm < 0) to.counts.unknownCommunicators++;
    if (batch.kind[row] <= kinds.MPI_ISEND) to.profile.bytes[pending.call[at]] += batch.bytes[row];
    this.settle(batch.time[row]);
  }

  private collective(batch: EventBatch, row: number): void {
    const at = this.act(batch, row);
    const { pending, to } = this;
    const comm = to.communicators.get(batch.comm[row]);
    const root = batch.first[row];
    pending.comm[at] = to.view.tableId(comm);
    pending.peer[at] = root === 0xffffffff ? NONE : to.view.worldRank(comm, root);
    pending.bytes[at] = batch.bytes[row];
    pending.received[at] = batch.received[row];
    if (comm < 0) to.counts.unknownCommunicators++;
    to.profile.bytes[pending.call[at]] += batch.bytes[row];
    this.settle(batch.time[row]);
  }

  private oneSided(batch: EventBatch, row: number): void {
    if (this.to.windows.get(batch.first[row]) === DEVICE_WINDOW) this.to.copies.begin(batch, row, this.depth);
    else this.transfer(batch, row, batch.kind[row], batch.bytes[row]);
  }

  /** Bytes go to the target, come from it, or both. */
  private atomic(batch: EventBatch, row: number): void {
    const [sent, received] = [batch.bytes[row], batch.received[row]];
    if (sent > 0 || received === 0) this.transfer(batch, row, kinds.RMA_PUT, sent);
    if (received > 0) this.transfer(batch, row, kinds.RMA_GET, received);
  }

  private transfer(batch: EventBatch, row: number, kind: number, bytes: number): void {
    const at = this.act(batch, row);
    const { pending, to } = this;
    const comm = to.windows.get(batch.first[row]);
    pending.kind[at] = kind;
    pending.comm[at] = to.view.tableId(comm);
    pending.peer[at] = to.view.worldRank(comm, batch.comm[row]);
    pending.bytes[at] = bytes;
    if (pending.peer[at] === NONE) to.counts.unknownTargets++;
    to.profile.bytes[pending.call[at]] += bytes;
    this.settle(batch.time[row]);
  }

  /** Bytes of a read or write of MPI; those of other libraries below it lie in regions of their own. */
  private fileOperation(bytes: number): void {
    const { inside } = this;
    if (inside >= 0 && inside === this.depth - 1) this.to.profile.bytes[this.call[inside]] += bytes;
  }

  /** A pending action with what every kind has. */
  private act(batch: EventBatch, row: number): number {
    const { pending, inside } = this;
    const kind = batch.kind[row];
    const time = batch.time[row];
    const at = pending.add();
    pending.kind[at] = kind;
    pending.time[at] = time;
    pending.start[at] = inside < 0 ? time : this.enter[inside];
    pending.call[at] = this.callOf(kind, batch.tag[row]);
    pending.requestLow[at] = batch.requestLow[row];
    pending.requestHigh[at] = batch.requestHigh[row];
    return at;
  }

  /** The call around an event; a collective inside a wait was started by a non-blocking call (EZTrace). */
  private callOf(kind: number, op: number): number {
    const { inside } = this;
    if (inside < 0 || kind === kinds.COLLECTIVE_COMPLETE) return this.to.plainCall(kind, op);
    const call = this.call[inside];
    const started = kind === kinds.MPI_COLLECTIVE_END && kinds.isCompleting(call);
    return started ? this.to.plainCall(kinds.COLLECTIVE_COMPLETE, op) : call;
  }

  /** Outside any call an action ends with its event. */
  private settle(time: number): void {
    if (this.inside < 0) this.flush(time);
  }

  private flush(end: number): void {
    const { pending } = this;
    if (pending.rows === 0) return;
    for (let row = 0; row < pending.rows; row++) pending.end[row] = end;
    this.to.onActions(pending);
    pending.rows = 0;
  }

  private deepen(): void {
    const bigger = this.depth * 2;
    const [region, call, enter] = [this.region, this.call, this.enter];
    this.region = new Uint32Array(bigger);
    this.call = new Int32Array(bigger);
    this.enter = new Float64Array(bigger);
    this.region.set(region);
    this.call.set(call);
    this.enter.set(enter);
  }
}
