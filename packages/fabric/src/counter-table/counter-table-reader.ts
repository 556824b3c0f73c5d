import { readHead } from '@weft/readers';
import type { FabricReader } from '../fabric-reader.ts';
import { probeLines } from '../text/probe-lines.ts';
import { readTable, timeOf } from './read-table.ts';
import { planTable } from './table-plan.ts';

const HEAD_BYTES = 65_536;

/** Counters as CSV: LDMS (ibnet, ibmad_sampler, sysclassib), TreeScope's <time>.count, or any table with node and port. */
export const counterTableReader: FabricReader = {
  name: 'counter-table',
  title: 'Counters (CSV)',
  tells: 'counters',
  detect: (probe) => {
    const [header = ''] = probeLines(probe);
    return planTable(header) ? 'yes' : 'no';
  },
  async firstTime({ file, timeZone }) {
    const lines = probeLines({ path: file.path, head: readHead(file.path, HEAD_BYTES), size: file.size });
    const plan = planTable(lines[0] ?? '');
    const row = lines[1]?.split(',');
    return plan && row && plan.time >= 0 ? timeOf(row[plan.time] ?? '', plan, timeZone) : null;
  },
  readCounters: readTable,
};
