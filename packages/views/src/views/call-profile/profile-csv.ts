import { formatCsv } from '../../kit/export-picture.ts';
import { isRank, type ProfileNumber, type ProfileTable } from './profile-rows.ts';

export function profileCsv(table: ProfileTable, order: Int32Array): string {
  let group = 0;
  const rows = Array.from(order, (row) => {
    if (row < table.groups) group = row;
    const call = [group, row].find((at) => !isRank(table, at));
    const rank = [row, group].find((at) => isRank(table, at));
    const value = (key: ProfileNumber): number | null =>
      Number.isNaN(table.values[key][row]) ? null : table.values[key][row];
    return [
      call === undefined ? null : table.names[call],
      rank === undefined ? null : table.rankOf[rank],
      value('count'),
      value('bytes'),
      value('time'),
      value('waiting'),
      value('share'),
      value('most'),
      isRank(table, row) || row >= table.groups ? null : table.rankOf[row],
      value('imbalance'),
      value('overMean'),
    ];
  });
  const header =
    'call rank count bytes time_ns waiting_ns share max_time_ns max_rank imbalance over_mean'.split(' ');
  return formatCsv(header, rows);
}
