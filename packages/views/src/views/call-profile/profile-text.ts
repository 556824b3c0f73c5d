import { formatExact, formatQuantity } from '@weft/model';
import type { ProfileNumber, ProfileTable } from './profile-rows.ts';

export const columnTitles: Readonly<Record<ProfileNumber, string>> = {
  count: 'Calls',
  bytes: 'Bytes',
  time: 'Time',
  waiting: 'Waiting',
  share: 'Share',
  mean: 'Mean/rank',
  most: 'Busiest rank',
  imbalance: 'Imbalance',
  overMean: 'Over mean',
};

const units: Readonly<Record<ProfileNumber, string>> = {
  count: 'count',
  bytes: 'B',
  time: 'ns',
  waiting: 'ns',
  share: '',
  mean: 'ns',
  most: 'ns',
  imbalance: '',
  overMean: '',
};

export function cellText(table: ProfileTable, key: ProfileNumber, row: number): string {
  const value = table.values[key][row];
  if (Number.isNaN(value)) return '';
  if (key === 'share') return `${(value * 100).toFixed(1)} %`;
  if (key === 'imbalance' || key === 'overMean') return value === 0 ? '–' : value.toFixed(2);
  if (key === 'count') return value.toLocaleString('en-US');
  return formatQuantity(value, units[key]);
}

export function exactText(table: ProfileTable, key: ProfileNumber, row: number): string {
  const value = table.values[key][row];
  if (Number.isNaN(value)) return '';
  if (key === 'share') return `${(value * 100).toFixed(3)} % of the time of all ranks`;
  if (key === 'imbalance') return `busiest rank over mean of ${table.ranks} ranks: ${value.toFixed(4)}`;
  if (key === 'overMean') return `time over the mean of ${table.ranks} ranks: ${value.toFixed(4)}`;
  const exact = formatExact(Math.round(value), units[key]);
  if (key === 'waiting' && table.values.time[row] > 0) {
    return `${exact}, ${((value / table.values.time[row]) * 100).toFixed(1)} % of its time`;
  }
  return key === 'most' ? `rank ${table.rankOf[row]}: ${exact}` : exact;
}

/** What a full bar stands for: calls are compared with calls, ranks with ranks. */
export function columnTop(table: ProfileTable, key: ProfileNumber, row: number): number {
  const values = table.values[key];
  const part = row < table.groups ? values.subarray(0, table.groups) : values.subarray(table.groups);
  let most = 0;
  for (const value of part) if (value > most) most = value;
  return most || 1;
}
