import type { Manifest, TableName } from '@weft/model';

/** What is known of a run decides what can be asked and how it is tested. */
export type Situation = 'simulated' | 'trace' | 'counters';

export function situationOf(manifest: Manifest): Situation {
  if (rowsOf(manifest, 'loads') + rowsOf(manifest, 'messages') === 0) return 'counters';
  return manifest.provenance.some(({ kind }) => kind === 'simulation') ? 'simulated' : 'trace';
}

export function rowsOf({ tables }: Manifest, name: TableName): number {
  return tables[name]?.rows ?? 0;
}
