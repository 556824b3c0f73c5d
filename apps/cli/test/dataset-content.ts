import { type Frame, type Manifest, tableNames, valueAt } from '@weft/model';
import { openDataset } from '@weft/store';

export interface DatasetContent {
  readonly tables: Readonly<Record<string, readonly string[]>>;
  readonly manifest: Omit<Manifest, 'tables' | 'name' | 'created'>;
}

/** Every row of every table as text, sorted, and the manifest without times, names and parts. */
export async function contentOf(path: string): Promise<DatasetContent> {
  const dataset = await openDataset(path);
  try {
    const tables: Record<string, string[]> = {};
    for (const table of tableNames) tables[table] = rowsOf(await dataset.readTable(table)).sort();
    return { tables, manifest: factsOf(dataset.manifest) };
  } finally {
    await dataset.close();
  }
}

function rowsOf({ rows, columns }: Frame): string[] {
  const names = Object.keys(columns);
  return Array.from({ length: rows }, (_, row) =>
    names.map((name) => `${name}=${valueAt(columns[name], row)}`).join(' '),
  );
}

function factsOf({ tables, name, created, ...facts }: Manifest): DatasetContent['manifest'] {
  return facts;
}
