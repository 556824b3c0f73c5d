import type { SpanColumns } from '@weft/analysis';
import type { TableFrame } from '@weft/model';

/** What a program by ranks is made of: one job of a trace. */
export interface TraceTables {
  readonly ranks: number;
  /** When the job began; nothing of it is earlier. */
  readonly start: number;
  readonly messages: TableFrame<
    'messages',
    'src' | 'dst' | 'bytes' | 'tag' | 'call' | 'send_start' | 'send_end' | 'recv_start' | 'recv_end'
  >;
  readonly collectives: TableFrame<
    'collectives',
    'comm' | 'seq' | 'root' | 'rank' | 'call' | 'enter' | 'exit'
  >;
  /** Calls of MPI. */
  readonly spans: SpanColumns;
}
