import { type Batch, isBatchOf, NONE, type TableName, type TableSink, type Tables } from '@weft/model';
import { type Skew, SkewEstimator } from './estimate-skews.ts';

/** Looks at the delays of all messages, job by job, and writes nothing. */
export class ClockSampler implements TableSink {
  readonly jobs = new Map<number, SkewEstimator>();

  async write<N extends TableName>(table: N, batch: Batch<Tables[N]>): Promise<void> {
    if (!isBatchOf('messages', table, batch)) return;
    const { rows, columns } = batch;
    for (let row = 0; row < rows; row++) {
      if (columns.recv_end[row] === NONE || columns.send_start[row] === NONE) continue;
      this.estimator(columns.job[row]).add(
        columns.src[row],
        columns.dst[row],
        columns.send_start[row],
        columns.recv_end[row],
      );
    }
  }

  get reversed(): number {
    return [...this.jobs.values()].reduce((sum, { reversed }) => sum + reversed, 0);
  }

  private estimator(job: number): SkewEstimator {
    const known = this.jobs.get(job);
    if (known) return known;
    const made = new SkewEstimator();
    this.jobs.set(job, made);
    return made;
  }
}

/** Puts every time of a rank on the common clock: t - (offset + drift x t), all moved so that none is negative. */
export class ClockCorrector implements TableSink {
  reversed = 0;
  private readonly target: TableSink;
  private readonly skews: ReadonlyMap<number, ReadonlyMap<number, Skew>>;
  private readonly shift: number;

  constructor(target: TableSink, skews: ReadonlyMap<number, ReadonlyMap<number, Skew>>) {
    this.target = target;
    this.skews = skews;
    this.shift = [...skews.values()]
      .flatMap((ranks) => [...ranks.values()])
      .reduce((most, { offset }) => Math.max(most, Math.ceil(offset)), 0);
  }

  async write<N extends TableName>(table: N, batch: Batch<Tables[N]>): Promise<void> {
    const columns = { ...batch.columns, ...this.correctedTimes(table, batch) };
    await this.target.write(table, { rows: batch.rows, columns });
  }

  private correctedTimes(table: TableName, batch: Batch): Record<string, Float64Array> {
    if (isBatchOf('messages', table, batch)) return this.messageTimes(batch.columns);
    if (isBatchOf('rank_counters', table, batch)) {
      const { job, rank, time } = batch.columns;
      return { time: this.correct(job, rank, time) };
    }
    if (!isBatchOf('collectives', table, batch) && !isBatchOf('spans', table, batch)) return {};
    const { job, rank, enter, exit } = batch.columns;
    return { enter: this.correct(job, rank, enter), exit: this.correct(job, rank, exit) };
  }

  private messageTimes(columns: Batch<Tables['messages']>['columns']): Record<string, Float64Array> {
    const { job, src, dst } = columns;
    const sent = this.correct(job, src, columns.send_start);
    const received = this.correct(job, dst, columns.recv_end);
    this.countReversed(sent, received);
    return {
      send_start: sent,
      send_end: this.correct(job, src, columns.send_end),
      recv_start: this.correct(job, dst, columns.recv_start),
      recv_end: received,
    };
  }

  private correct(jobs: Int32Array, ranks: Int32Array, times: Float64Array): Float64Array {
    const result = new Float64Array(times.length);
    for (let row = 0; row < times.length; row++) {
      const skew = this.skews.get(jobs[row])?.get(ranks[row]);
      const time = times[row];
      result[row] =
        time === NONE
          ? NONE
          : Math.max(0, Math.round(time + this.shift - (skew ? skew.offset + skew.drift * time : 0)));
    }
    return result;
  }

  private countReversed(sent: Float64Array, received: Float64Array): void {
    for (let row = 0; row < sent.length; row++) {
      if (received[row] !== NONE && sent[row] !== NONE && received[row] < sent[row]) this.reversed++;
    }
  }
}
