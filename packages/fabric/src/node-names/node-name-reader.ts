import type { FabricReader } from '../fabric-reader.ts';
import { canonicalGuid } from '../facts/topology-facts.ts';
import { eachTextLine } from '../text/each-line.ts';
import { firstLine } from '../text/probe-lines.ts';

const ENTRY = /^(?:[SHR]-([0-9a-f]{16})|0x([0-9a-f]{1,16}))\s+"?([^"\s][^"]*?)"?\s*(?:#.*)?$/i;

/** Names of nodes by GUID: a node name map of infiniband-diags (`0x... "name"`), or ids of ibnetdiscover (`H-... name`). */
export const nodeNameReader: FabricReader = {
  name: 'node-names',
  title: 'Names of InfiniBand nodes (node name map)',
  tells: 'names',
  detect: (probe) => (ENTRY.test(firstLine(probe)) && !/^0x\w+ +0x/.test(firstLine(probe)) ? 'maybe' : 'no'),
  async read({ file, problems, signal }, { topology }) {
    const read = (text: string, line: number): void => {
      if (/^\s*(#|$)/.test(text)) return;
      const match = ENTRY.exec(text.trim());
      if (match) topology.names.set(canonicalGuid(match[1] ?? match[2]), match[3]);
      else {
        const place = { file: file.origin, line };
        problems.note({
          code: 'LINES-IGNORED',
          what: 'lines of no known form',
          example: text.slice(0, 60),
          place,
        });
      }
    };
    await eachTextLine(file.path, read, signal);
  },
};
