import { type HiveColumn, ranksWithin } from './hive-columns.ts';
import type { HiveBrush } from './hive-settings.ts';

/**
 * Selected ranks of each run, 1 where one is. In the run of the open dataset (the first) they are the selection of
 * the page. In the others they are those with the brushed values, for as long as the selection is what was brushed.
 */
export function chosenRanks(
  [open, ...others]: readonly HiveColumn[],
  ranks: readonly number[],
  brush: HiveBrush | null,
): ReadonlyMap<string, Uint8Array> {
  const chosen = new Map<string, Uint8Array>();
  const choose = ({ id, run }: HiveColumn, some: readonly number[]): void => {
    if (!run || some.length === 0) return;
    const marks = new Uint8Array(run.ranks);
    for (const rank of some) if (rank < marks.length) marks[rank] = 1;
    chosen.set(id, marks);
  };
  choose(open, ranks);
  if (!brush || !brushHolds(open, ranks, brush)) return chosen;
  for (const column of others)
    if (column.run) choose(column, ranksWithin(column.run.values[brush.measure], brush.from, brush.to));
  return chosen;
}

/** Whether the selected ranks of the open run are those with the brushed values. */
export function brushHolds({ run }: HiveColumn, ranks: readonly number[], brush: HiveBrush): boolean {
  if (!run) return false;
  const brushed = ranksWithin(run.values[brush.measure], brush.from, brush.to);
  return brushed.length === ranks.length && brushed.every((rank, at) => rank === ranks[at]);
}
