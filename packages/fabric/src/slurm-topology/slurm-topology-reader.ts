import { NONE } from '@weft/model';
import type { FabricReader, FileContext } from '../fabric-reader.ts';
import { badLine, type Place, type Problems } from '../facts/problems.ts';
import type { TopologyFacts } from '../facts/topology-facts.ts';
import { expandHostlist } from '../slurm/expand-hostlist.ts';
import { eachTextLine } from '../text/each-line.ts';
import { firstLine } from '../text/probe-lines.ts';

/** Slurm's topology.conf: which hosts and switches are below each switch. It knows neither ports nor parallel cables. */
export const slurmTopologyReader: FabricReader = {
  name: 'slurm-topology',
  title: 'Slurm topology.conf',
  tells: 'topology',
  detect: (probe) => (/^\s*SwitchName=/i.test(firstLine(probe)) ? 'yes' : 'no'),
  read: (context, { topology }) => readTopology(context, topology),
};

async function readTopology({ file, problems, signal }: FileContext, facts: TopologyFacts): Promise<void> {
  const pairs = new Set<string>();
  let before = '';
  const read = (text: string, line: number): void => {
    const whole = before + text.replace(/#.*/, '').trim();
    before = whole.endsWith('\\') ? whole.slice(0, -1) : '';
    if (whole === '' || before !== '') return;
    const place = { file: file.origin, line };
    const name = valueOfKey(whole, 'SwitchName');
    if (name === undefined) {
      problems.damage(badLine(whole, place));
      return;
    }
    facts.nameNode({ id: name, kind: 'switch', guid: null, name, place });
    for (const kind of ['host', 'switch'] as const) {
      const list = valueOfKey(whole, kind === 'host' ? 'Nodes' : 'Switches') ?? '';
      for (const child of expand(list, problems, place)) {
        facts.nameNode({ id: child, kind, guid: null, name: child, place });
        addCable(name, child, pairs, facts, place);
      }
    }
  };
  await eachTextLine(file.path, read, signal);
}

/** Switches beside each other may name each other. */
function addCable(a: string, b: string, pairs: Set<string>, facts: TopologyFacts, place: Place): void {
  const pair = [a, b].sort().join(' ');
  if (pairs.has(pair)) return;
  pairs.add(pair);
  facts.cables.push({ from: b, fromPort: NONE, to: a, toPort: NONE, capacity: NONE, place });
}

function expand(list: string, problems: Problems, place: Place): readonly string[] {
  const hosts = expandHostlist(list);
  if (hosts.ok) return hosts.hosts;
  problems.damage({
    code: 'BAD-HOSTLIST',
    what: 'a list of hosts that cannot be read',
    example: hosts.reason,
    place,
  });
  return [];
}

function valueOfKey(text: string, key: string): string | undefined {
  return new RegExp(`(?:^|\\s)${key}=(\\S*)`, 'i').exec(text)?.[1];
}
