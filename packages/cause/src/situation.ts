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

const repeated: Readonly<Record<Exclude<Situation, 'counters'>, string>> = {
  simulated:
    'Simulated dataset: it is run again, with compute times as measured and one thing changed for each test; the times are exact.',
  trace:
    'Trace on a network: its times are measured, the network is modelled. All times are those of replays with compute times as measured: only differences between two replays count, never a replay against the measurement.',
};

/** The first line of every answer that comes of running a dataset again. */
export function saySituation(situation: Exclude<Situation, 'counters'>): string {
  return repeated[situation];
}
