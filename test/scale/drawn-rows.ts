import type { Frame } from '@weft/model';
import type { Dataset } from '@weft/store';
import { runAnalysis } from './run-analysis.ts';

/** A view of sums, with how many bins, cells or lines it draws. */
export interface SummedView {
  readonly name: string;
  draw(dataset: Dataset): Promise<number>;
}

type Result = Readonly<Record<string, Frame>>;

const analysed = (
  name: string,
  given: object,
  drawn: (result: Result, dataset: Dataset) => number,
): SummedView => ({
  name: `${name} ${JSON.stringify(given)}`,
  draw: async (dataset) => drawn(await runAnalysis(dataset, name, given), dataset),
});

const rowsOf =
  (...tables: string[]) =>
  (result: Result): number =>
    tables.reduce((sum, table) => sum + result[table].rows, 0);

/** Four cells are packed into a row. */
const cellsOf = (result: Result): number =>
  4 * result.tiles.rows + rowsOf('calls', 'spans', 'messages', 'collectives', 'summary')(result);

/** A total beside the matrix for each rank that sends and for each that receives, and the list of the largest pairs. */
const matrixOf = (result: Result): number => rowsOf('cells', 'top')(result) + 2 * result.ranks.rows;

/** A line of a part of the run shows four sums of a call: time, the most of a rank, bytes sent and bytes contributed. */
const linesOf = (result: Result): number => 4 * result.calls.rows + rowsOf('ranks', 'open')(result);

export const summedViews: readonly SummedView[] = [
  { name: 'activity', draw: async (dataset) => (await dataset.activity(64))?.length ?? 0 },
  {
    name: 'cubes',
    draw: async (dataset) => {
      let cells = 0;
      for (const { name } of dataset.manifest.metrics) {
        cells += (await dataset.cube(name, { maxSteps: 7 })).sums.length;
      }
      return cells;
    },
  },
  analysed('message-calls', {}, rowsOf('calls')),
  analysed('message-ribbons', { limit: 10 }, rowsOf('messages', 'summary')),
  analysed('timeline', { reading: 'sums', rows: 8, columns: 64, maxSpans: 0, maxMessages: 0 }, cellsOf),
  analysed('timeline', { reading: 'sums', rows: 8, columns: 64 }, cellsOf),
  analysed('matrix-tiles', { summed: true, cells: 4 }, matrixOf),
  analysed('matrix-tiles', { summed: true, totals: false, cells: 1, top: 5 }, matrixOf),
  analysed(
    'matrix-tiles',
    { summed: true, totals: false, time: [0, 3e6], senders: [0, 4], cells: 2 },
    matrixOf,
  ),
  analysed('call-profile', { summed: true, totals: false }, rowsOf('calls')),
  analysed('call-profile', { summed: true }, rowsOf('calls', 'ranks')),
  analysed('call-profile', { summed: true, totals: false, time: [0, 3e6] }, linesOf),
  analysed('timeline', { reading: 'overview', rows: 8, columns: 64 }, cellsOf),
];
