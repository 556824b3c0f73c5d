import type { TextColumn } from '@weft/model';
import { openDataset } from '@weft/store';
import { views } from '@weft/views';
import type { DatasetWords } from './random-address.ts';

export async function readWords(path: string): Promise<DatasetWords> {
  const dataset = await openDataset(path);
  try {
    const { tables, timeRange, metrics } = dataset.manifest;
    const rows = (name: string): number => tables[name]?.rows ?? 0;
    const names = async (column: string): Promise<string[]> => {
      if (rows('links') === 0) return [];
      const { columns } = await dataset.sql(`select distinct ${column} as name from links order by name`, {});
      const { codes, dictionary } = columns.name as TextColumn;
      return Array.from(codes, (code) => dictionary[code]).filter((name) => name !== undefined);
    };
    return {
      views: views.map(({ id }) => id),
      metrics: metrics.map(({ name }) => name),
      time: timeRange && timeRange[1] > timeRange[0] ? [timeRange[0], timeRange[1]] : null,
      classes: await names('class'),
      directions: await names('direction'),
      counts: { links: rows('links'), vertices: rows('vertices'), jobs: rows('jobs'), ranks: rows('ranks') },
    };
  } finally {
    await dataset.close();
  }
}
