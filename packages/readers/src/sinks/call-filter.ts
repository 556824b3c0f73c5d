import {
  type Batch,
  type TableName,
  type TableSink,
  type Tables,
  type TextColumn,
  WeftError,
} from '@weft/model';
import { keepRows } from './keep-rows.ts';

const POINT_TO_POINT = [
  ...[
    'Send',
    'Bsend',
    'Ssend',
    'Rsend',
    'Isend',
    'Ibsend',
    'Issend',
    'Irsend',
    'Recv',
    'Irecv',
    'Mrecv',
    'Imrecv',
  ],
  ...['Sendrecv', 'Sendrecv_replace', 'Isendrecv', 'Isendrecv_replace', 'Start', 'Startall'],
  ...['Send_init', 'Bsend_init', 'Ssend_init', 'Rsend_init', 'Recv_init'],
].map((name) => `MPI_${name}`);

const COLLECTIVE = [
  ...['Barrier', 'Bcast', 'Gather', 'Gatherv', 'Scatter', 'Scatterv', 'Allgather', 'Allgatherv'],
  ...['Alltoall', 'Alltoallv', 'Alltoallw', 'Reduce', 'Allreduce', 'Reduce_scatter', 'Reduce_scatter_block'],
  ...[
    'Scan',
    'Exscan',
    'Neighbor_allgather',
    'Neighbor_allgatherv',
    'Neighbor_alltoall',
    'Neighbor_alltoallv',
  ],
  'Neighbor_alltoallw',
].flatMap((name) => [`MPI_${name}`, `MPI_I${name.toLowerCase()}`]);

const groups: Readonly<Record<string, readonly string[]>> = { p2p: POINT_TO_POINT, collective: COLLECTIVE };

/** Call names of a comma-separated list of names (with or without MPI_) and groups, in lower case. */
export function parseCalls(text: string): ReadonlySet<string> {
  const names = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const calls = names.flatMap((name) => {
    const group = groups[name.toLowerCase()];
    if (group) return group;
    if (!/^\w+$/.test(name)) throw badName(name);
    return [/^mpi(io|x)?_/i.test(name) ? name : `MPI_${name}`];
  });
  if (calls.length === 0) throw badName(text);
  return new Set(calls.map((name) => name.toLowerCase()));
}

function badName(name: string): WeftError {
  return new WeftError({
    code: 'BAD-CALLS',
    message: `"${name}" is no call and no group of calls`,
    advice: `Give names such as MPI_Isend or Allreduce, or the groups ${Object.keys(groups).join(', ')}.`,
  });
}

const filtered: readonly TableName[] = ['messages', 'collectives', 'calls', 'spans'];

/** Lets only rows of these calls through; the messages of expanded collectives count as their collective. */
export function filterCalls(target: TableSink, names: ReadonlySet<string>): TableSink {
  return {
    async write<N extends TableName>(table: N, batch: Batch<Tables[N]>) {
      if (!filtered.includes(table)) return target.write(table, batch);
      const call = (batch as unknown as { columns: { call: TextColumn } }).columns.call;
      const wanted = call.dictionary.map((name) => names.has(name.split('/')[0].toLowerCase()));
      const kept = keepRows(batch, (row) => call.codes[row] >= 0 && wanted[call.codes[row]]);
      if (kept.rows > 0) await target.write(table, kept);
    },
  };
}
