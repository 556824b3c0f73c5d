import { collectives, defineTable, messages, spans as spanTable } from '@weft/model';
import { stackColumns } from '../regions/stack-spans.ts';

const tiles = defineTable(
  'tiles',
  'Cells row by row: four calls and four shares to a row, see pack-tiles.ts.',
  {
    call: {
      kind: 'int32',
      doc: 'four bytes: the call with most time of a cell, as a row of calls; 255 = none',
    },
    share_low: { kind: 'int32', doc: 'first half of the shares, two of 16 bits to a number' },
    share_high: { kind: 'int32', doc: 'second half of the shares; 65535 = all of the time of the cell' },
  },
);

const grid = defineTable('grid', 'One row: how ranks and time are cut into cells.', {
  first_rank: { kind: 'int32', doc: 'first rank of the first row of cells' },
  block: { kind: 'int32', doc: 'ranks per row of cells' },
  rows: { kind: 'int32', doc: 'rows of cells' },
  start: { kind: 'int64', unit: 'ns', doc: 'start of the first column of cells' },
  bin: { kind: 'int64', unit: 'ns', doc: 'time per column of cells' },
  columns: { kind: 'int32', doc: 'columns of cells' },
});

const calls = defineTable('calls', 'Totals of each call over the window.', {
  call: { kind: 'text', doc: 'e.g. MPI_Waitall' },
  time: { kind: 'int64', unit: 'ns', doc: 'time inside, within the window' },
  count: { kind: 'int64', unit: 'count', doc: 'calls that reach into the window' },
});

const spanColumns = {
  rank: { kind: 'int32', doc: 'world rank' },
  call: { kind: 'text', doc: 'e.g. MPI_Waitall' },
  enter: { kind: 'int64', unit: 'ns', doc: 'call entered' },
  exit: { kind: 'int64', unit: 'ns', doc: 'call left' },
} as const;

const spans = defineTable('spans', 'The calls one by one; none where they are more than the limit.', {
  ...spanColumns,
  waited_for: { kind: 'int32', optional: true, doc: 'rank the call waited for' },
  waited: {
    kind: 'int64',
    optional: true,
    unit: 'ns',
    doc: 'time waited; none where only a window was read',
  },
});

const { id, src, dst, bytes, count, tag, call, send_start, send_end, recv_start, recv_end } =
  messages.columns;

/** Messages with what a reader wants to know of one. */
const listedMessages = defineTable(
  'messages',
  'The messages one by one; none where they are more than the limit.',
  {
    id,
    src,
    dst,
    bytes,
    count,
    tag,
    call,
    send_start,
    send_end,
    recv_start,
    recv_end,
  },
);

const { job: _job, ...collectiveColumns } = collectives.columns;

const listedCollectives = defineTable(
  'collectives',
  'The collective calls one by one; none where calls are more than the limit.',
  collectiveColumns,
);

const counts = defineTable(
  'counts',
  'One row: how many calls and messages there are, and whether they are listed.',
  {
    spans: { kind: 'int64', unit: 'count', doc: 'calls that reach into the window' },
    messages: { kind: 'int64', unit: 'count', doc: 'messages on their way in the window' },
    spans_listed: { kind: 'int32', doc: '1 = every call is listed' },
    messages_listed: { kind: 'int32', doc: '1 = every message is listed' },
  },
);

const summary = defineTable('summary', 'One row about the whole.', {
  ranks: { kind: 'int32', doc: 'number of ranks' },
  start: { kind: 'int64', unit: 'ns', doc: 'start of what was read' },
  end: { kind: 'int64', unit: 'ns', doc: 'end of what was read' },
});

export const timelineResult = {
  tiles,
  grid,
  calls,
  spans,
  messages: listedMessages,
  collectives: listedCollectives,
  counts,
  summary,
};

export const timelineCallResult = {
  span: defineTable('span', 'The call or region; no row where there is none.', {
    ...spanColumns,
    cpu: { kind: 'int64', optional: true, unit: 'ns', doc: spanTable.columns.cpu.doc },
  }),
  stack: defineTable('stack', 'The spans around it, outermost first, and itself last.', stackColumns),
  messages: listedMessages,
  collectives: listedCollectives,
  wait: defineTable('wait', 'Whom the call waited for; no row where it waited for nobody.', {
    partner: { kind: 'int32', doc: 'rank it waited for' },
    time: { kind: 'int64', unit: 'ns', doc: 'from entering the call until that rank came' },
  }),
};
