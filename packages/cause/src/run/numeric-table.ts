import type { MemorySink, TableFrame } from '@weft/model';

const messageColumns = [
  'id',
  'job',
  'src',
  'dst',
  'bytes',
  'step',
  'send_start',
  'send_end',
  'recv_start',
] as const;
const hopColumns = ['message', 'hop', 'link', 'arrived', 'ready', 'entered', 'left'] as const;

type NumberArray = Int32Array | Float64Array;

/** The messages of a run that were kept, as one table. */
export function keptMessages(tables: MemorySink): TableFrame<'messages', (typeof messageColumns)[number]> {
  const batches = tables.batches('messages');
  const rows = tables.count('messages');
  const int = (name: 'job' | 'src' | 'dst' | 'step') =>
    joined(
      new Int32Array(rows),
      batches.map(({ columns }) => columns[name]),
    );
  const wide = (name: 'id' | 'bytes' | 'send_start' | 'send_end' | 'recv_start') =>
    joined(
      new Float64Array(rows),
      batches.map(({ columns }) => columns[name]),
    );
  return {
    rows,
    columns: {
      id: wide('id'),
      job: int('job'),
      src: int('src'),
      dst: int('dst'),
      bytes: wide('bytes'),
      step: int('step'),
      send_start: wide('send_start'),
      send_end: wide('send_end'),
      recv_start: wide('recv_start'),
    },
  };
}

/** The hops of a run that were kept, as one table. */
export function keptHops(tables: MemorySink): TableFrame<'hops', (typeof hopColumns)[number]> {
  const batches = tables.batches('hops');
  const rows = tables.count('hops');
  const int = (name: 'hop' | 'link') =>
    joined(
      new Int32Array(rows),
      batches.map(({ columns }) => columns[name]),
    );
  const wide = (name: 'message' | 'arrived' | 'ready' | 'entered' | 'left') =>
    joined(
      new Float64Array(rows),
      batches.map(({ columns }) => columns[name]),
    );
  return {
    rows,
    columns: {
      message: wide('message'),
      hop: int('hop'),
      link: int('link'),
      arrived: wide('arrived'),
      ready: wide('ready'),
      entered: wide('entered'),
      left: wide('left'),
    },
  };
}

function joined<A extends NumberArray>(whole: A, parts: readonly A[]): A {
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
