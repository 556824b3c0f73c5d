import { NONE } from '@weft/model';
import type { FabricReader } from '../fabric-reader.ts';
import { badLine, type Place } from '../facts/problems.ts';
import { eachTextLine } from '../text/each-line.ts';
import { firstLine } from '../text/probe-lines.ts';
import { addRouter } from './dragonview-links-reader.ts';

const ROW = /^\d+,\d+,\d+,\d+,\d+$/;

/** DragonView's jobs: a node a line, by group, row, column and number at its router, with the job that ran there. */
export const dragonviewJobsReader: FabricReader = {
  name: 'dragonview-jobs',
  title: 'DragonView jobs',
  tells: 'jobs',
  detect: (probe) => (/^g,r,c,n,jobid$/.test(firstLine(probe)) ? 'yes' : 'no'),
  async read({ file, problems, signal }, { topology, jobs }) {
    const hosts = new Map<string, string[]>();
    const read = (text: string, line: number): void => {
      if (line === 1 || text === '') return;
      const place: Place = { file: file.origin, line };
      if (!ROW.test(text)) {
        problems.damage(badLine(text, place));
        return;
      }
      const fields = text.split(',');
      const router = fields.slice(0, 3).join(':');
      const host = fields.slice(0, 4).join(':');
      addRouter(router, topology, place);
      if (!topology.nodes.has(host)) {
        topology.nameNode({
          id: host,
          kind: 'host',
          guid: null,
          name: host,
          place,
          level: 0,
          pod: Number(fields[0]),
        });
        topology.cables.push({ from: host, fromPort: NONE, to: router, toPort: NONE, capacity: NONE, place });
      }
      hosts.set(fields[4], [...(hosts.get(fields[4]) ?? []), host]);
    };
    await eachTextLine(file.path, read, signal);
    const place = { file: file.origin };
    for (const [id, names] of hosts)
      jobs.add({ id, name: null, user: null, state: null, start: null, end: null, hosts: names, place });
  },
};
