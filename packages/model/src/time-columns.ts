import type { TableName } from './tables.ts';

/** Columns that say when something happened, of tables that are read or simulated; others hold durations, or times derived from these. */
export const timeColumns: Readonly<Partial<Record<TableName, readonly string[]>>> = {
  counters: ['time'],
  jobs: ['start', 'end'],
  messages: ['send_start', 'send_end', 'recv_start', 'recv_end'],
  collectives: ['enter', 'exit'],
  spans: ['enter', 'exit'],
  rank_counters: ['time'],
  loads: ['time'],
};
