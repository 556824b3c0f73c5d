import {
  type Batch,
  type Diagnostic,
  isBatchOf,
  type TableName,
  type TableSink,
  type Tables,
  textAt,
} from '@weft/model';
import type { Bindings } from './parse-bindings.ts';

/** Passes a trace on and adds sockets and cores to its ranks, which wait until all hosts have their names. */
export class BindingSink implements TableSink {
  private readonly target: TableSink;
  private readonly bindings: Bindings;
  private readonly hosts = new Map<number, string | null>();
  private readonly ranks: Batch<Tables['ranks']>[] = [];

  constructor(target: TableSink, bindings: Bindings) {
    this.target = target;
    this.bindings = bindings;
  }

  async write<N extends TableName>(table: N, batch: Batch<Tables[N]>): Promise<void> {
    if (isBatchOf('ranks', table, batch)) {
      this.ranks.push(batch);
      return;
    }
    if (isBatchOf('vertices', table, batch)) {
      for (let row = 0; row < batch.rows; row++)
        this.hosts.set(batch.columns.id[row], textAt(batch.columns.name, row));
    }
    await this.target.write(table, batch);
  }

  /** Writes the ranks; says of how many nothing is told, and of how many it is told of another host. */
  async finish(): Promise<Diagnostic[]> {
    let untold = 0;
    let elsewhere = 0;
    for (const { rows, columns } of this.ranks) {
      const [socket, core] = [columns.socket.slice(), columns.core.slice()];
      for (let row = 0; row < rows; row++) {
        const bound = this.bindings.ofRank.get(columns.rank[row]);
        const host = this.hosts.get(columns.host[row]) ?? null;
        if (!bound) untold++;
        else if (host !== null && shortName(host) !== shortName(bound.host)) elsewhere++;
        else {
          socket[row] = bound.socket;
          core[row] = bound.core;
        }
      }
      await this.target.write('ranks', { rows, columns: { ...columns, socket, core } });
    }
    return [
      { code: 'NOT-BOUND', count: untold, text: 'ranks of which the bindings tell nothing' },
      {
        code: 'BOUND-ELSEWHERE',
        count: elsewhere,
        text: 'ranks bound on another host than that of the trace',
      },
      {
        code: 'OTHER-LINES',
        count: this.bindings.otherLines,
        text: 'lines of the bindings that tell of no rank',
      },
    ].filter(({ count }) => count > 0);
  }
}

function shortName(host: string): string {
  return host.split('.', 1)[0];
}
