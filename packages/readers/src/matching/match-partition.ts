import { NONE } from '@weft/model';
import { ChannelTable } from './channel-table.ts';
import { MessageRows } from './message-rows.ts';
import {
  copyOperation,
  copyOperations,
  createOperations,
  type Operations,
  operationFlag,
} from './operations.ts';

export interface MatchCounts {
  /** sends = matched + unmatchedSends, exactly. */
  sends: number;
  matched: number;
  unmatchedSends: number;
  /** One-sided transfers, which have no receive; they do not count as sends. */
  transfers: number;
  receives: number;
  unmatchedReceives: number;
  /** Receives taken for cancelled: asked to be, and nothing was left for them. */
  cancelledReceives: number;
  /** Receives from any source or with any tag, without a status, given to the earliest message left. */
  guessed: number;
  /** Messages that were received before they were sent. */
  reversed: number;
  /** Messages larger than what their receive says: it should have taken another one. */
  tooLarge: number;
}

export function emptyCounts(): MatchCounts {
  return {
    sends: 0,
    matched: 0,
    unmatchedSends: 0,
    transfers: 0,
    receives: 0,
    unmatchedReceives: 0,
    cancelledReceives: 0,
    guessed: 0,
    reversed: 0,
    tooLarge: 0,
  };
}

export function addCounts(total: MatchCounts, part: MatchCounts): void {
  total.sends += part.sends;
  total.matched += part.matched;
  total.unmatchedSends += part.unmatchedSends;
  total.transfers += part.transfers;
  total.receives += part.receives;
  total.unmatchedReceives += part.unmatchedReceives;
  total.cancelledReceives += part.cancelledReceives;
  total.guessed += part.guessed;
  total.reversed += part.reversed;
  total.tooLarge += part.tooLarge;
}

/**
 * Matches the operations of one partition by MPI's rules: on a channel (communicator, sender, receiver, tag)
 * the n-th receive posted takes the n-th message sent. Receives that leave sender or tag open and have no
 * status wait to the end and then take, in the order they were posted, the earliest message left that fits, those
 * that leave both open after the others; receives the program asked to cancel come last.
 */
export class PartitionMatcher {
  readonly counts = emptyCounts();
  /** Messages found; for the caller to take. */
  readonly messages = new MessageRows();
  private readonly table = new ChannelTable();
  private open: Operations = createOperations(64);
  private opened = 0;

  addSends(block: Operations, rows: number): void {
    const { table } = this;
    this.counts.sends += rows;
    for (let row = 0; row < rows; row++) {
      if (block.flags[row] & ONE_SIDED) {
        this.counts.transfers++;
        this.counts.sends--;
        this.messages.addTransfer(block, row);
        continue;
      }
      const channel = table.find(block.comm[row], block.src[row], block.dst[row], block.tag[row]);
      if (table.head[channel] >= 0 && table.receives[channel] === 1) {
        const at = table.shift(channel);
        this.join(block, row, table.waiting, at);
      } else {
        table.receives[channel] = 0;
        table.push(channel, block, row);
      }
    }
  }

  addReceives(block: Operations, rows: number): void {
    const { table } = this;
    this.counts.receives += rows;
    for (let row = 0; row < rows; row++) {
      if (block.src[row] < 0 || block.tag[row] < 0 || isMaybeCancelled(block, row)) {
        this.keepOpen(block, row);
        continue;
      }
      const channel = table.find(block.comm[row], block.src[row], block.dst[row], block.tag[row]);
      if (table.head[channel] >= 0 && table.receives[channel] === 0) {
        const at = table.shift(channel);
        this.join(table.waiting, at, block, row);
      } else {
        table.receives[channel] = 1;
        table.push(channel, block, row);
      }
    }
  }

  finish(): void {
    const left = this.channelsWithSends();
    for (const turn of [PARTLY_OPEN, WHOLLY_OPEN, MAYBE_CANCELLED]) {
      for (let row = 0; row < this.opened; row++)
        if (turnOf(this.open, row) === turn) this.resolve(row, left);
    }
    this.addUnmatched();
  }

  private join(send: Operations, s: number, receive: Operations, r: number): void {
    this.counts.matched++;
    const endKnown = (receive.flags[r] & operationFlag.endUnknown) === 0;
    if (endKnown && receive.end[r] < send.start[s]) this.counts.reversed++;
    if (receive.bytes[r] > 0 && send.bytes[s] > receive.bytes[r]) this.counts.tooLarge++;
    this.messages.add(send, s, receive, r);
  }

  private keepOpen(block: Operations, row: number): void {
    if (this.opened === this.open.capacity) {
      const bigger = createOperations(this.opened * 2);
      copyOperations(this.open, 0, this.opened, bigger, 0);
      this.open = bigger;
    }
    copyOperation(block, row, this.open, this.opened++);
  }

  /** Channels with messages left, by receiver and communicator. */
  private channelsWithSends(): Map<string, number[]> {
    const { table } = this;
    const left = new Map<string, number[]>();
    if (this.opened === 0) return left;
    for (let channel = 0; channel < table.channels; channel++) {
      if (table.head[channel] < 0 || table.receives[channel] === 1) continue;
      const key = `${table.dst[channel]} ${table.comm[channel]}`;
      const list = left.get(key);
      if (list) list.push(channel);
      else left.set(key, [channel]);
    }
    return left;
  }

  private resolve(row: number, left: Map<string, number[]>): void {
    const { open, table, counts } = this;
    const channels = left.get(`${open.dst[row]} ${open.comm[row]}`) ?? [];
    const maybeCancelled = isMaybeCancelled(open, row);
    let best = -1;
    for (const channel of channels) {
      if (table.head[channel] < 0) continue;
      if (open.src[row] !== NONE && open.src[row] !== table.src[channel]) continue;
      if (open.tag[row] !== NONE && open.tag[row] !== table.tag[channel]) continue;
      if (best < 0 || this.earlier(channel, best)) best = channel;
    }
    if (best < 0) {
      if (maybeCancelled) counts.cancelledReceives++;
      else counts.unmatchedReceives++;
      return;
    }
    if (!maybeCancelled) counts.guessed++;
    this.join(table.waiting, table.shift(best), open, row);
  }

  private earlier(a: number, b: number): boolean {
    const { table } = this;
    const { start } = table.waiting;
    const difference = start[table.head[a]] - start[table.head[b]];
    return difference < 0 || (difference === 0 && table.src[a] < table.src[b]);
  }

  private addUnmatched(): void {
    const { table, counts } = this;
    for (let channel = 0; channel < table.channels; channel++) {
      for (let at = table.head[channel]; at >= 0; at = table.next[at]) {
        if (table.receives[channel] === 1) {
          counts.unmatchedReceives++;
          continue;
        }
        counts.unmatchedSends++;
        this.messages.add(table.waiting, at, null, 0);
      }
    }
  }
}

const ONE_SIDED = operationFlag.put | operationFlag.get;

/** Open receives that say more choose first: those that say less find something else. */
const PARTLY_OPEN = 0;
const WHOLLY_OPEN = 1;
const MAYBE_CANCELLED = 2;

function turnOf(open: Operations, row: number): number {
  if (isMaybeCancelled(open, row)) return MAYBE_CANCELLED;
  return open.src[row] === NONE && open.tag[row] === NONE ? WHOLLY_OPEN : PARTLY_OPEN;
}

function isMaybeCancelled(block: Operations, row: number): boolean {
  return (block.flags[row] & operationFlag.maybeCancelled) !== 0;
}

/** Message ids: 512 jobs of 4096 partitions of 2^32 messages fit below 2^53, without coordination. */
export function firstMessageId(job: number, partition: number): number {
  return (job * 4096 + partition) * 2 ** 32;
}
