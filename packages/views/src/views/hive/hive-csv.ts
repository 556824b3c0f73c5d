import { measures } from '@weft/analysis';
import { formatCsv } from '../../kit/export-picture.ts';
import type { HiveColumn } from './hive-columns.ts';
import type { HiveRow } from './hive-model.ts';

/** Every measure of every rank of the runs shown, and its axis in each row. */
export function hiveCsv(columns: readonly HiveColumn[], rows: readonly HiveRow[]): string {
  const header = [
    'run',
    'rank',
    ...measures.map(({ name }) => name),
    ...rows.map(({ measure }) => `${measure.name}_axis`),
  ];
  return formatCsv(header, csvRows(columns, rows));
}

function* csvRows(columns: readonly HiveColumn[], rows: readonly HiveRow[]) {
  for (const { id, run } of columns) {
    if (!run) continue;
    const axes = rows.map((row) => row.plot(run, 'small').nodes.axis);
    for (let rank = 0; rank < run.ranks; rank++) {
      const values = measures.map(({ name }) => run.values[name][rank]);
      yield [id, rank, ...values, ...axes.map((axis) => axis[rank])];
    }
  }
}
