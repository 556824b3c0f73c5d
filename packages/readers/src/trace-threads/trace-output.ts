import type { Batch, TableName, TableSink, Tables } from '@weft/model';
import type { Send } from '@weft/threads';
import type { OperationChunk } from '../matching/operations.ts';

/** Where work on a trace puts what it finds. Batches may be used again once `write` resolves. */
export interface TraceOutput {
  readonly write: TableSink['write'];
  readonly operations: (chunks: readonly OperationChunk[]) => Promise<void>;
  readonly progress: (bytes: number) => Promise<void>;
}

/** The kinds of work on a trace: what each takes and gives. */
export type WorkKinds = Readonly<Record<string, { readonly task: unknown; readonly result: unknown }>>;

/** Work on a trace, by kind, that runs the same in a thread and in the calling thread. */
export type TraceWork<K extends WorkKinds> = {
  readonly [N in keyof K]: (task: K[N]['task'], output: TraceOutput) => Promise<K[N]['result']>;
};

/** One piece of work of some kind. */
export type WorkItem<K extends WorkKinds, N extends keyof K = keyof K> = {
  readonly [P in N]: { readonly kind: P; readonly task: K[P]['task'] };
}[N];

export function performWork<K extends WorkKinds, N extends keyof K>(
  work: TraceWork<K>,
  { kind, task }: WorkItem<K, N>,
  output: TraceOutput,
): Promise<K[N]['result']> {
  return work[kind](task, output);
}

export type TraceMessage =
  | { readonly kind: 'rows'; readonly table: TableName; readonly batch: Batch }
  | { readonly kind: 'operations'; readonly chunks: readonly OperationChunk[] }
  | { readonly kind: 'progress'; readonly bytes: number };

/** Where threads write parts, and what their names begin with. */
export interface PartPlace {
  readonly folder: string;
  readonly name: string;
  /** How many times as large as usual the parts are. */
  readonly growth?: number;
}

/** What a thread does with rows: it writes them into a folder of parts itself, hands them over, or drops them. */
export type RowTarget =
  | ({ readonly to: 'parts'; readonly overview: boolean } & PartPlace)
  | { readonly to: 'caller' }
  | { readonly to: 'nowhere' };

/**
 * Hands everything over by messages: operations in memory that is shared, rows as copies. Transferred memory would be
 * cheaper than copies, but the first transfer of a thread makes V8 throw away all its compiled code that touches typed
 * arrays: a tenth of the time of an import.
 */
export function sendingOutput(send: Send<TraceMessage>): TraceOutput {
  return {
    write: <N extends TableName>(table: N, batch: Batch<Tables[N]>) =>
      send({ kind: 'rows', table, batch: batch as Batch }),
    operations: (chunks) => send({ kind: 'operations', chunks }),
    progress: (bytes) => send({ kind: 'progress', bytes }),
  };
}

export async function dropRows(): Promise<void> {}
