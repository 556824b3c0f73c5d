import { batchFromRows, defineTable, type TableFrame, takeRows } from '@weft/model';

/** What a span of a stack is known by. */
export const stackColumnNames = ['rank', 'stream', 'depth', 'call', 'kind', 'enter', 'exit'] as const;

export type StackFrame = TableFrame<'spans', (typeof stackColumnNames)[number]>;

export const stackColumns = {
  rank: { kind: 'int32', doc: 'world rank' },
  stream: { kind: 'int32', doc: 'thread or accelerator stream of the rank' },
  depth: { kind: 'int32', doc: 'spans around it on its stream' },
  call: { kind: 'text', doc: 'e.g. MPI_Waitall, or the name of a region' },
  kind: { kind: 'text', doc: 'mpi, user, openmp ...' },
  enter: { kind: 'int64', unit: 'ns', doc: 'entered' },
  exit: { kind: 'int64', unit: 'ns', doc: 'left' },
} as const;

const stackTable = defineTable('stack', 'Spans around a span, outermost first, itself last.', stackColumns);

/** Spans that come by depth without those of the last depth, of which some may be missing. */
export function wholeLevels(frame: StackFrame): StackFrame {
  const { depth } = frame.columns;
  const last = depth[frame.rows - 1];
  return takeRows(
    pick(frame),
    Int32Array.from(depth.keys()).filter((row) => depth[row] < last),
  );
}

/** The spans around one, outermost first, and itself. */
export function stackAround(frame: StackFrame | undefined, row: number) {
  if (!frame || row < 0) return batchFromRows(stackTable, []);
  const { stream, depth, enter, exit } = frame.columns;
  const around = Int32Array.from(stream.keys()).filter(
    (at) =>
      at === row ||
      (stream[at] === stream[row] &&
        depth[at] < depth[row] &&
        enter[at] <= enter[row] &&
        exit[at] >= exit[row]),
  );
  around.sort((a, b) => depth[a] - depth[b]);
  return takeRows(pick(frame), around);
}

function pick({ rows, columns }: StackFrame) {
  const { rank, stream, depth, call, kind, enter, exit } = columns;
  return { rows, columns: { rank, stream, depth, call, kind, enter, exit } };
}
