import type { Frame } from '@weft/model';
import { z } from 'zod';
import { defineAnalysis } from '../analysis.ts';
import { rankCount } from '../commgram/commgram-inputs.ts';
import { splitFrame } from '../commgram/message-batches.ts';
import {
  choiceFilters,
  lowestJob,
  messageChoice,
  messagesQuery,
  rowsOfJob,
} from '../commgram/message-query.ts';
import { type MatrixAxis, type MatrixTile, matrixAxis, sumMatrix } from './sum-matrix.ts';

const rankRange = z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()]);

const params = z.object({
  ...messageChoice,
  /** Senders and receivers shown, from <= rank < to; all when left out. */
  sources: rankRange.nullable().default(null),
  destinations: rankRange.nullable().default(null),
  /** Cells per side at most; more ranks are summed in blocks. */
  cells: z.number().int().positive().max(4096).default(1024),
});

type Params = z.infer<typeof params>;

export const communicationMatrix = defineAnalysis<Params>({
  name: 'communication-matrix',
  title: 'Communication matrix',
  doc: 'Bytes and messages between ranks, in blocks of ranks where there are many.',
  params,
  needs: (choice) => ({
    messages: messagesQuery(choice),
    ranks: {
      table: 'ranks',
      columns: ['job', 'rank'],
      where: choiceFilters({ job: choice.job, calls: [] }),
    },
  }),
  async run(inputs, { job, time, sources, destinations, cells }) {
    const chosen = job ?? lowestJob(inputs.messages);
    const messages = rowsOfJob(inputs.messages, chosen);
    const ranks = Math.max(
      inputs.ranks ? rankCount(rowsOfJob(inputs.ranks, chosen).columns.rank as Int32Array) : 0,
      rankCount(messages.columns.src as Int32Array),
      rankCount(messages.columns.dst as Int32Array),
    );
    const senders = matrixAxis(...(sources ?? ([0, ranks] as const)), cells);
    const receivers = matrixAxis(...(destinations ?? ([0, ranks] as const)), cells);
    const tile = await sumMatrix(() => splitFrame(messages), senders, receivers, time);
    return { cells: cellsFrame(tile, senders, receivers), axes: axesFrame(senders, receivers, ranks) };
  },
});

/** Cells that hold anything. `src` and `dst` are the first ranks of their blocks. */
function cellsFrame(tile: MatrixTile, senders: MatrixAxis, receivers: MatrixAxis): Frame {
  const used: number[] = [];
  for (let cell = 0; cell < tile.messages.length; cell++) if (tile.messages[cell] > 0) used.push(cell);
  const { columns } = tile;
  return {
    rows: used.length,
    columns: {
      src: Int32Array.from(used, (cell) => senders.from + Math.floor(cell / columns) * senders.block),
      dst: Int32Array.from(used, (cell) => receivers.from + (cell % columns) * receivers.block),
      bytes: Float64Array.from(used, (cell) => tile.bytes[cell]),
      messages: Float64Array.from(used, (cell) => tile.messages[cell]),
    },
  };
}

/** Two rows: senders, receivers. */
function axesFrame(senders: MatrixAxis, receivers: MatrixAxis, ranks: number): Frame {
  const axes = [senders, receivers];
  return {
    rows: 2,
    columns: {
      from: Int32Array.from(axes, (axis) => axis.from),
      to: Int32Array.from(axes, (axis) => axis.to),
      block: Int32Array.from(axes, (axis) => axis.block),
      ranks: Int32Array.of(ranks, ranks),
    },
  };
}
