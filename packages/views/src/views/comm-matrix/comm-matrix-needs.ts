import { type AnswerOf, matrixTiles, type RankOrder, rankOrders, snapRange } from '@weft/analysis';
import { type DataRequest, later, needAnalysis } from '../../data-request.ts';
import { hasMessageSums } from '../../kit/message-overview.ts';
import { waitReading } from '../../kit/wait-reading.ts';
import type { NeedsContext, ViewOptions } from '../../view.ts';
import type { DatasetInfo } from '../../workspace.ts';
import { rangeOfOptions } from './matrix-window.ts';

export type MatrixFrames = AnswerOf<typeof matrixTiles>;

export type CommMatrixNeeds = {
  readonly overview: DataRequest<MatrixFrames>;
  /** The largest pairs, of the selected ranks alone where any are. */
  readonly top: DataRequest<MatrixFrames | null>;
  /** What is on screen, when zoomed. */
  readonly detail?: DataRequest<MatrixFrames | null>;
};

export function commMatrixNeeds(dataset: DatasetInfo, context: NeedsContext): CommMatrixNeeds {
  const { selection, options, width, height } = context;
  const single = (dataset.manifest.tables.jobs?.rows ?? 0) <= 1;
  const cells = matrixCells(width, height);
  const base = {
    job: selection.jobs[0] ?? (single ? 0 : null),
    time: selection.time,
    reading: hasMessageSums(dataset.manifest) ? 'sums' : 'messages',
    order: orderOfOptions(options),
    measure: options.measure === 'waiting' ? 'waiting' : 'traffic',
    waitReading: waitReading(dataset),
    summed: dataset.remote === true,
  } as const;
  const overview = needAnalysis(matrixTiles, { ...base, cells });
  const top = later(
    needAnalysis(matrixTiles, {
      ...base,
      totals: false,
      cells: 1,
      top: TOP_PAIRS,
      topBy: options.measure === 'messages' ? 'count' : 'amount',
      topRanks: selection.ranks,
    }),
  );
  const zoom = rangeOfOptions(options);
  if (!zoom) return { overview, top };
  const window = (from: number) => snapRange([from, from + zoom.size], cells, [0, 1 << 30]);
  const detail = needAnalysis(matrixTiles, {
    ...base,
    totals: false,
    senders: window(Math.floor(zoom.row)),
    receivers: window(Math.floor(zoom.column)),
    cells: cells * 1.25,
  });
  return { overview, top, detail: later(detail) };
}

const TOP_PAIRS = 50;

/** No more cells than the plot has pixels; in steps, so that a panel may be resized without asking anew. */
export function matrixCells(width: number, height: number): number {
  const side = Math.min(width - 214, height - 140);
  return Math.min(Math.max(Math.floor(side / 64), 1) * 64, 1024);
}

function orderOfOptions(options: ViewOptions): RankOrder {
  const { order } = options;
  return rankOrders.find((name) => name === order) ?? 'rank';
}
