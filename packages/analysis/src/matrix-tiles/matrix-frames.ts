import { textColumn } from '@weft/model';
import { axisCells, type MatrixAxis, type MatrixTile } from './matrix-axis.ts';
import { groupName, type OrderedRanks, type RankOrder } from './rank-order.ts';
import type { RankTotals } from './sum-pair-tiles.ts';

/** Cells that hold anything: row and column of the tile, and their sums. */
export function cellsFrame(tile: MatrixTile, senders: MatrixAxis, receivers: MatrixAxis) {
  const columns = axisCells(receivers);
  const rows = axisCells(senders);
  let used = 0;
  for (let cell = 0; cell < rows * columns; cell++) if (tile.count[cell] > 0) used++;
  const frame = {
    row: new Int32Array(used),
    column: new Int32Array(used),
    amount: new Float64Array(used),
    count: new Float64Array(used),
  };
  for (let cell = 0, at = 0; cell < rows * columns; cell++) {
    if (!(tile.count[cell] > 0)) continue;
    frame.row[at] = Math.floor(cell / columns);
    frame.column[at] = cell % columns;
    frame.amount[at] = tile.amount[cell];
    frame.count[at++] = tile.count[cell];
  }
  return { rows: used, columns: frame };
}

/** Two rows: senders, receivers. */
export function axesFrame(axes: readonly MatrixAxis[]) {
  const column = (name: keyof MatrixAxis) => Int32Array.from(axes, (axis) => axis[name]);
  return { rows: 2, columns: { from: column('from'), to: column('to'), block: column('block') } };
}

/** One row per position. */
export function ranksFrame(totals: RankTotals, { rankAt, group }: OrderedRanks) {
  const sorted = (values: Float64Array) => Float64Array.from(rankAt, (rank) => values[rank]);
  return {
    rows: rankAt.length,
    columns: {
      // A copy: what is sent away leaves this thread, the order stays for the next window.
      rank: rankAt.slice(),
      group: rankAt.map((rank) => group[rank]),
      amount_out: sorted(totals.amountOut),
      amount_in: sorted(totals.amountIn),
      count_out: sorted(totals.countOut),
      count_in: sorted(totals.countIn),
    },
  };
}

/** Communities or hosts as they stand on the axes; one row in the order of ranks. */
export function groupsFrame(
  order: RankOrder,
  { rankAt, group }: OrderedRanks,
  hostNames: ReadonlyMap<number, string>,
) {
  const from: number[] = [];
  const names: string[] = [];
  rankAt.forEach((rank, position) => {
    if (position > 0 && group[rankAt[position - 1]] === group[rank]) return;
    from.push(position);
    names.push(groupName(order, group[rank], hostNames));
  });
  return { rows: from.length, columns: { from: Int32Array.from(from), name: textColumn(names) } };
}

/** One row: what amounts are. */
export function measureFrame(measure: 'traffic' | 'waiting') {
  return { rows: 1, columns: { measure: textColumn([measure]) } };
}
