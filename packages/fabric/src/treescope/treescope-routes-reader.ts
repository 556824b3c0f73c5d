import type { FabricReader } from '../fabric-reader.ts';
import { badLine } from '../facts/problems.ts';
import { NO_ROUTE } from '../facts/route-facts.ts';
import { eachTextLine } from '../text/each-line.ts';
import { firstLine } from '../text/probe-lines.ts';
import { epochOfFile } from '../time/epoch-of-file.ts';
import { treescopeId } from './treescope-topology-reader.ts';

const LINE = /^\s*[^,]+(?:\s*,\s*\d+:\d+)+\s*,?\s*$/;

/** TreeScope's <time>.rtable: a switch a line, `node_id, lid:port, lid:port, ...`. */
export const treescopeRoutesReader: FabricReader = {
  name: 'treescope-routes',
  title: 'TreeScope routing tables (.rtable)',
  tells: 'routes',
  detect: (probe) => (/^\s*[^,\s]+\s*,\s*\d+:\d+\s*(,|$)/.test(firstLine(probe)) ? 'yes' : 'no'),
  async read({ file, problems, signal }, { routes }) {
    const time = await epochOfFile(file);
    const read = (text: string, line: number): void => {
      if (text.trim() === '') return;
      const place = { file: file.origin, line };
      const [id, ...pairs] = text.split(',').map((part) => part.trim());
      const entries = pairs.filter(Boolean).map((pair) => pair.split(':').map(Number));
      if (!LINE.test(text) || entries.some(([lid, port]) => lid > 0xbfff || port > 255)) {
        problems.damage(badLine(text, place));
        return;
      }
      const ports = new Uint8Array(entries.reduce((top, [lid]) => Math.max(top, lid), 0) + 1).fill(NO_ROUTE);
      for (const [lid, port] of entries) ports[lid] = port;
      routes.tables.push({ time, switchGuid: treescopeId(id), ports, place });
    };
    await eachTextLine(file.path, read, signal);
  },
};
