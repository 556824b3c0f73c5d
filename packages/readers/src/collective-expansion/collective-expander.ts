import {
  type Batch,
  type collectives,
  copyBatch,
  type Diagnostic,
  Interner,
  isBatchOf,
  type messages,
  NONE,
  type TableName,
  type TableSink,
  type Tables,
  textAt,
} from '@weft/model';
import { firstMessageId } from '../matching/index.ts';
import { expandCollective } from './expand-collective.ts';
import { isSplitEvenly, RecordedParts } from './recorded-parts.ts';

/** Ids of these messages lie in a partition that matching never uses. */
const PARTITION = 4095;
const BATCH = 65_536;

type CollectiveBatch = Batch<typeof collectives>;

/** Lets everything through and keeps collectives and communicators; `finish` adds the collectives' messages. */
export class CollectiveExpander implements TableSink {
  private readonly target: TableSink;
  private readonly batches: CollectiveBatch[] = [];
  private readonly members = new Map<string, number[]>();
  private readonly parts = new RecordedParts();
  /** Operations with counts of their own of which the trace does not tell each. */
  private splitEvenly = 0;

  constructor(target: TableSink) {
    this.target = target;
  }

  async write<N extends TableName>(table: N, batch: Batch<Tables[N]>): Promise<void> {
    await this.target.write(table, batch);
    if (isBatchOf('collectives', table, batch)) this.batches.push(copyBatch(batch));
    else if (isBatchOf('collective_parts', table, batch)) this.parts.keep(copyBatch(batch));
    else if (isBatchOf('communicators', table, batch)) this.keepMembers(batch);
  }

  async finish(): Promise<Diagnostic[]> {
    const rows = new ExpandedRows(this.target);
    let operations = 0;
    let skipped = 0;
    for (const group of this.operations()) {
      if (await this.expand(group, rows)) operations++;
      else skipped++;
    }
    await rows.flush();
    return [
      {
        code: 'COLLECTIVES-EXPANDED',
        count: operations,
        text: `collective operations turned into ${rows.total} messages by the algorithm their call names`,
      },
      ...(this.splitEvenly > 0
        ? [
            {
              code: 'COLLECTIVES-SPLIT-EVENLY',
              count: this.splitEvenly,
              text: 'collective operations whose counts between ranks are not recorded: bytes were split evenly',
            },
          ]
        : []),
      ...(skipped > 0
        ? [
            {
              code: 'COLLECTIVES-NOT-EXPANDED',
              count: skipped,
              text: 'collective operations whose members are not all known',
            },
          ]
        : []),
    ];
  }

  private keepMembers({ rows, columns }: Batch<Tables['communicators']>): void {
    for (let row = 0; row < rows; row++) {
      const key = `${columns.job[row]} ${columns.comm[row]}`;
      const list = this.members.get(key);
      if (list) list.push(columns.world_rank[row]);
      else this.members.set(key, [columns.world_rank[row]]);
    }
  }

  /** Rows of each operation: the same job, communicator and number. */
  private *operations(): Generator<readonly [CollectiveBatch, number][]> {
    const groups = new Map<string, [CollectiveBatch, number][]>();
    for (const batch of this.batches) {
      const { job, comm, seq } = batch.columns;
      for (let row = 0; row < batch.rows; row++) {
        const key = `${job[row]} ${comm[row]} ${seq[row]}`;
        const list = groups.get(key);
        if (list) list.push([batch, row]);
        else groups.set(key, [[batch, row]]);
      }
    }
    yield* groups.values();
  }

  private async expand(group: readonly [CollectiveBatch, number][], rows: ExpandedRows): Promise<boolean> {
    const [[first, at]] = group;
    const job = first.columns.job[at];
    const comm = first.columns.comm[at];
    const members = this.members.get(`${job} ${comm}`);
    if (!members || members.length !== group.length) return false;
    const byRank = new Map(group.map(([batch, row]) => [batch.columns.rank[row], [batch, row] as const]));
    const bytes = members.map((rank) => {
      const found = byRank.get(rank);
      return found ? found[0].columns.bytes[found[1]] : 0;
    });
    const call = textAt(first.columns.call, at) ?? '';
    const root = members.indexOf(first.columns.root[at]);
    const part = this.parts.of(`${job} ${comm} ${first.columns.seq[at]}`, call, members) ?? undefined;
    const expanded = byRank.size === members.length && expandCollective({ call, members, bytes, root, part });
    if (!expanded) return false;
    if (!part && isSplitEvenly(call)) this.splitEvenly++;
    const { start, end } = interval(group);
    const name = `${call}/${expanded.algorithm}`;
    const step = start === NONE ? 0 : (end - start) / Math.max(1, expanded.rounds);
    for (let i = 0; i < expanded.src.length; i++) {
      const sent = start === NONE ? NONE : Math.round(start + step * expanded.round[i]);
      const received = start === NONE ? NONE : Math.round(start + step * (expanded.round[i] + 1));
      await rows.add(job, comm, expanded.src[i], expanded.dst[i], expanded.bytes[i], name, sent, received);
    }
    return true;
  }
}

/** From the last to enter to the last to leave. */
function interval(group: readonly [CollectiveBatch, number][]): { start: number; end: number } {
  let start: number = NONE;
  let end: number = NONE;
  for (const [batch, row] of group) {
    start = Math.max(start, batch.columns.enter[row]);
    end = Math.max(end, batch.columns.exit[row]);
  }
  return { start, end: Math.max(start, end) };
}

class ExpandedRows {
  total = 0;
  private readonly target: TableSink;
  private readonly calls = new Interner();
  private columns: number[][] = emptyColumns();
  private readonly next = new Map<number, number>();

  constructor(target: TableSink) {
    this.target = target;
  }

  async add(
    job: number,
    comm: number,
    src: number,
    dst: number,
    bytes: number,
    call: string,
    sent: number,
    received: number,
  ): Promise<void> {
    const id = this.next.get(job) ?? firstMessageId(job, PARTITION);
    this.next.set(job, id + 1);
    [id, job, src, dst, bytes, comm, this.calls.code(call), sent, received].forEach((value, at) => {
      this.columns[at].push(value);
    });
    this.total++;
    if (this.columns[0].length >= BATCH) await this.flush();
  }

  async flush(): Promise<void> {
    const [id, job, src, dst, bytes, comm, call, sent, received] = this.columns;
    if (id.length === 0) return;
    this.columns = emptyColumns();
    const batch: Batch<typeof messages> = {
      rows: id.length,
      columns: {
        id: Float64Array.from(id),
        job: Int32Array.from(job),
        src: Int32Array.from(src),
        dst: Int32Array.from(dst),
        bytes: Float64Array.from(bytes),
        count: new Float64Array(id.length).fill(1),
        tag: new Int32Array(id.length).fill(NONE),
        comm: Int32Array.from(comm),
        call: { codes: Int32Array.from(call), dictionary: this.calls.dictionary },
        send_start: Float64Array.from(sent),
        send_end: Float64Array.from(received),
        recv_start: Float64Array.from(sent),
        recv_end: Float64Array.from(received),
        step: new Int32Array(id.length).fill(NONE),
      },
    };
    await this.target.write('messages', batch);
  }
}

function emptyColumns(): number[][] {
  return Array.from({ length: 9 }, () => []);
}
