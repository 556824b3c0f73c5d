import {
  type Batch,
  type Diagnostic,
  type Frame,
  isText,
  type TableName,
  type TableSink,
  type Tables,
  type TextColumn,
  WeftError,
} from '@weft/model';
import { callGroups } from './call-groups.ts';
import type { CallSelection } from './call-selection.ts';
import { keepRows } from './keep-rows.ts';
import { nearestNames } from './nearest-names.ts';

/** Lets only rows of some calls through; the messages of expanded collectives count as their collective. */
export class CallFilter implements TableSink {
  private readonly target: TableSink;
  private readonly calls: CallSelection;
  /** Names of calls that rows had, as the trace writes them. */
  private readonly seen = new Set<string>();
  private unnamed = 0;

  constructor(target: TableSink, calls: CallSelection) {
    this.target = target;
    this.calls = calls;
  }

  async write<N extends TableName>(table: N, batch: Batch<Tables[N]>): Promise<void> {
    const call = filteredTables.includes(table) ? callColumn(batch) : null;
    if (!call) return this.target.write(table, batch);
    this.note(call, batch.rows);
    const kept = keepRows(batch, this.test(table, call));
    if (kept.rows > 0) await this.target.write(table, kept);
  }

  /** What the filter dropped without being asked to. A name that no call of the trace has is an error. */
  finish(): Diagnostic[] {
    const seen = new Set([...this.seen].map((name) => name.toLowerCase()));
    const absent = this.calls.given.filter((name) => !seen.has(name.toLowerCase()));
    const known = new Set([...callGroups.values()].flat());
    const unknown = absent.find((name) => ![...known].some((other) => isSame(name, other)));
    if (unknown !== undefined) throw unknownCall(unknown, [...this.seen, ...known]);
    const named = `calls that --calls names and the trace does not have: ${absent.join(', ')}`;
    return [
      ...(absent.length > 0 ? [{ code: 'CALLS-ABSENT', count: absent.length, text: named }] : []),
      ...(this.unnamed > 0 ? [{ code: 'UNNAMED-MESSAGES', count: this.unnamed, text: UNNAMED }] : []),
    ];
  }

  private note({ codes, dictionary }: TextColumn, rows: number): void {
    const used = new Uint8Array(dictionary.length);
    for (let row = 0; row < rows; row++) if (codes[row] >= 0) used[codes[row]] = 1;
    used.forEach((isUsed, code) => {
      if (isUsed) this.seen.add(callOf(dictionary[code]));
    });
  }

  private test(table: TableName, { codes, dictionary }: TextColumn): (row: number) => boolean {
    const wanted = dictionary.map((name) => this.calls.names.has(callOf(name).toLowerCase()));
    return (row) => {
      if (codes[row] >= 0) return wanted[codes[row]];
      if (table !== 'messages') return false;
      if (!this.calls.unnamed) this.unnamed++;
      return this.calls.unnamed;
    };
  }
}

const UNNAMED =
  'messages without a call name, left out: they count as point-to-point, which --calls p2p keeps';

const filteredTables: readonly TableName[] = [
  'messages',
  'collectives',
  'collective_parts',
  'calls',
  'spans',
];

function callColumn({ columns }: Frame): TextColumn | null {
  const { call } = columns;
  return call && isText(call) ? call : null;
}

/** An expanded collective's messages are named after it and its algorithm, as MPI_Bcast/binomial. */
function callOf(name: string): string {
  return name.split('/')[0];
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function unknownCall(name: string, names: readonly string[]): WeftError {
  const near = nearestNames(name, names);
  const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}? ` : '';
  return new WeftError({
    code: 'BAD-CALLS',
    message: `no call of this trace is called "${name}"`,
    advice: `${hint}The groups are ${[...callGroups.keys()].join(', ')}.`,
  });
}
