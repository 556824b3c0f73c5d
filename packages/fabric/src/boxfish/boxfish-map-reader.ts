import type { FabricReader } from '../fabric-reader.ts';
import { probeLines } from '../text/probe-lines.ts';
import { isMap, nodeName } from './boxfish-nodes-reader.ts';
import { eachTableRow, fieldOf } from './boxfish-table.ts';

/** Boxfish's map of ranks: the node of each rank of one job. */
export const boxfishMapReader: FabricReader = {
  name: 'boxfish-map',
  title: 'Boxfish map of ranks',
  tells: 'jobs',
  detect: (probe) => (probeLines(probe)[0] === '---' && isMap(probeLines(probe)) ? 'yes' : 'no'),
  async read(context, { jobs }) {
    const { file, problems } = context;
    const hosts: string[] = [];
    await eachTableRow(context, (row) => {
      const rank = Number(fieldOf(row, 'mpirank'));
      const { place } = row;
      const example = `rank ${rank}`;
      if (rank < 0 || rank > MOST_RANKS)
        problems.damage({ code: 'BAD-RANK', what: 'ranks that no job can have', example, place });
      else if (hosts[rank] !== undefined)
        problems.note({
          code: 'DOUBLED-RANK',
          what: 'ranks that come twice; the first counts',
          example,
          place,
        });
      else hosts[rank] = nodeName(fieldOf(row, 'nodeid'));
    });
    const place = { file: file.origin };
    for (let rank = 0; rank < hosts.length; rank++) {
      if (hosts[rank] !== undefined) continue;
      hosts[rank] = 'of no node';
      problems.note({ code: 'MISSING-RANK', what: 'ranks without a node', example: `rank ${rank}`, place });
    }
    const run = { name: null, user: null, state: null, start: null, end: null };
    jobs.add({ id: 'ranks', ...run, hosts, place });
  },
};

/** More ranks than any machine has cores. */
const MOST_RANKS = 100_000_000;
