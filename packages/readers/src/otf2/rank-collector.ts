import { NONE } from '@weft/model';
import type { PartitionPlan } from '../matching/operations.ts';
import { RankOperations } from '../matching/rank-operations.ts';
import type { PartRows } from '../part-rows.ts';
import type { ActionList } from './action-list.ts';
import { CollectiveQueue } from './collective-queue.ts';
import * as kinds from './event-kinds.ts';
import { OpenRequests } from './open-requests.ts';

const SEND = 0;
const RECEIVE = 1;
const COLLECTIVE = 2;
/** A peer that the communicator does not have; -1 in a receive would mean any. */
const UNKNOWN_SENDER = -2;

/** What went wrong with the requests of a rank; each counted, none dropped silently. */
export interface RequestCounts {
  /** Receives posted whose completion is not recorded. */
  unfinishedReceives: number;
  /** Sends posted whose completion is not recorded. */
  unfinishedSends: number;
  unfinishedCollectives: number;
  cancelledReceives: number;
  cancelledSends: number;
  /** Completions of requests that were never posted. */
  unknownRequests: number;
}

/** Turns the actions of one rank, in order of time, into operations for the matcher and rows of collectives. */
export class RankCollector {
  readonly operations: RankOperations;
  readonly collectives: CollectiveQueue;
  readonly counts: RequestCounts = {
    unfinishedReceives: 0,
    unfinishedSends: 0,
    unfinishedCollectives: 0,
    cancelledReceives: 0,
    cancelledSends: 0,
    unknownRequests: 0,
  };
  /** By kind: the halves of one exchange, and a handle used again, may share an id. */
  private readonly requests = [SEND, RECEIVE, COLLECTIVE].map(() => new OpenRequests());

  /** `partRows` null = the parts of collectives are not wanted. */
  constructor(rank: number, partitions: PartitionPlan, partRows: PartRows | null) {
    this.collectives = new CollectiveQueue(partRows);
    this.operations = new RankOperations(rank, partitions);
  }

  apply(list: ActionList, row: number): void {
    switch (list.kind[row]) {
      case kinds.MPI_SEND:
        this.send(list, row, true);
        return;
      case kinds.MPI_ISEND:
        this.open(list, row, SEND, this.send(list, row, false));
        return;
      case kinds.MPI_ISEND_COMPLETE:
        this.completeSend(list, row);
        return;
      case kinds.MPI_RECV:
        this.receive(list, row);
        return;
      case kinds.MPI_IRECV_REQUEST:
        this.open(list, row, RECEIVE, this.postReceive(list, row));
        return;
      case kinds.MPI_IRECV:
        this.completeReceive(list, row);
        return;
      case kinds.MPI_REQUEST_CANCELLED:
        this.cancel(list, row);
        return;
      case kinds.MPI_COLLECTIVE_END:
        this.completeCollective(list, row, this.collectives.start(list.call[row], list.start[row]), NONE);
        return;
      case kinds.COLLECTIVE_REQUEST:
        this.open(list, row, COLLECTIVE, this.collectives.start(list.call[row], list.start[row]));
        return;
      case kinds.COLLECTIVE_COMPLETE:
        this.finishCollective(list, row);
        return;
      case kinds.RMA_PUT:
        this.transfer(list, row, 'put');
        return;
      case kinds.RMA_GET:
        this.transfer(list, row, 'get');
    }
  }

  /** After the last action: what is still open will never complete. */
  finish(): void {
    this.requests.forEach((table, kind) => {
      table.forEach((handle) => this.abandon(handle, kind));
    });
  }

  private send(list: ActionList, row: number, done: boolean): number {
    return this.operations.postSend(
      list.peer[row],
      list.comm[row],
      list.tag[row],
      list.bytes[row],
      list.start[row],
      list.end[row],
      list.call[row],
      done,
    );
  }

  private transfer(
    { peer, comm, bytes, start, end, call }: ActionList,
    row: number,
    way: 'put' | 'get',
  ): void {
    this.operations.postTransfer(way, peer[row], comm[row], bytes[row], start[row], end[row], call[row]);
  }

  private receive(list: ActionList, row: number): void {
    const { peer, comm, tag, bytes, start, end, call } = list;
    const sender = peer[row] === NONE ? UNKNOWN_SENDER : peer[row];
    this.operations.postReceive(
      sender,
      comm[row],
      tag[row],
      bytes[row],
      start[row],
      end[row],
      call[row],
      true,
    );
  }

  private postReceive(list: ActionList, row: number): number {
    const { start, end, call } = list;
    return this.operations.postReceive(UNKNOWN_SENDER, NONE, 0, 0, start[row], end[row], call[row], false);
  }

  private open(list: ActionList, row: number, kind: number, handle: number): void {
    const previous = this.requests[kind].put(list.requestLow[row], list.requestHigh[row], handle);
    if (previous !== NONE) this.abandon(previous, kind);
  }

  /** The handle of a request of this kind; -1 and counted where there is none. */
  private close(list: ActionList, row: number, kind: number): number {
    const handle = this.take(list, row, kind);
    if (handle === NONE) this.counts.unknownRequests++;
    return handle;
  }

  private completeSend(list: ActionList, row: number): void {
    const handle = this.close(list, row, SEND);
    if (handle !== NONE) this.operations.completeSend(handle, list.end[row]);
  }

  private completeReceive(list: ActionList, row: number): void {
    const handle = this.close(list, row, RECEIVE);
    if (handle === NONE) {
      this.receive(list, row);
      return;
    }
    const { peer, comm, tag, bytes, end } = list;
    const sender = peer[row] === NONE ? UNKNOWN_SENDER : peer[row];
    this.operations.resolveReceive(handle, sender, comm[row], tag[row], bytes[row], end[row]);
  }

  /** A request that does not say its kind: receives come first, they are what programs cancel. */
  private cancel(list: ActionList, row: number): void {
    const receive = this.take(list, row, RECEIVE);
    if (receive !== NONE) {
      this.operations.cancelReceive(receive);
      this.counts.cancelledReceives++;
      return;
    }
    const send = this.take(list, row, SEND);
    if (send !== NONE) {
      this.operations.completeSend(send, list.end[row]);
      this.counts.cancelledSends++;
    } else if (this.take(list, row, COLLECTIVE) !== NONE) {
      this.counts.unfinishedCollectives++;
    } else {
      this.counts.unknownRequests++;
    }
  }

  private take(list: ActionList, row: number, kind: number): number {
    return this.requests[kind].take(list.requestLow[row], list.requestHigh[row]);
  }

  private finishCollective(list: ActionList, row: number): void {
    const handle = this.close(list, row, COLLECTIVE);
    if (handle !== NONE) this.completeCollective(list, row, handle, NONE);
    else
      this.completeCollective(
        list,
        row,
        this.collectives.start(list.call[row], list.start[row]),
        list.call[row],
      );
  }

  private completeCollective(list: ActionList, row: number, handle: number, call: number): void {
    const { comm, peer, bytes, received, end } = list;
    this.collectives.complete(handle, comm[row], call, peer[row], bytes[row], received[row], end[row]);
  }

  private abandon(handle: number, kind: number): void {
    if (kind === RECEIVE) {
      this.operations.withdrawReceive(handle);
      this.counts.unfinishedReceives++;
    } else if (kind === SEND) {
      this.operations.abandon('send', handle);
      this.counts.unfinishedSends++;
    } else {
      this.counts.unfinishedCollectives++;
    }
  }
}
