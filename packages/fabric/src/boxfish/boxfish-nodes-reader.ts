import type { FabricReader } from '../fabric-reader.ts';
import { probeLines } from '../text/probe-lines.ts';
import { eachTableRow, fieldOf } from './boxfish-table.ts';

const NODE = '- [nodeid,';

/** Boxfish's table of the nodes of a torus: the number that each has in maps of ranks, by its coordinates. */
export const boxfishNodesReader: FabricReader = {
  name: 'boxfish-nodes',
  title: 'Boxfish nodes',
  tells: 'names',
  detect: (probe) => {
    const [first, ...others] = probeLines(probe);
    return first === '---' && others.some((line) => line.startsWith(NODE)) && !isMap(others) ? 'yes' : 'no';
  },
  async read(context, { topology }) {
    const counters = new Set<string>();
    await eachTableRow(context, (row) => {
      const { names, fields } = row;
      const coord = fields.filter((_, at) => /^[a-z]$/.test(names[at])).join('.');
      topology.aliases.set(nodeName(fieldOf(row, 'nodeid')), coord);
      for (const name of names) if (!/^([a-z]|nodeid|code_region)$/.test(name)) counters.add(name);
    });
    for (const example of counters)
      context.problems.note({
        code: 'NODE-COUNTERS-LEFT-OUT',
        what: 'columns with counters of nodes: a dataset has counters of links',
        example,
        place: { file: context.file.origin },
      });
  },
};

/** Maps of ranks have a column of nodes, too. */
export function isMap(lines: readonly string[]): boolean {
  return lines.some((line) => line.startsWith('- [mpirank,'));
}

export function nodeName(id: string): string {
  return `node ${id}`;
}
