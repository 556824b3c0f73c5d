import { readFile } from 'node:fs/promises';
import { NONE, WeftError } from '@weft/model';
import type { FabricReader, FileContext } from '../fabric-reader.ts';
import { canonicalGuid, type TopologyFacts } from '../facts/topology-facts.ts';

interface Port {
  readonly num: number;
  readonly dest_node: string;
  readonly dest_port: number;
}

interface Item {
  readonly id: string;
  readonly name?: string;
  readonly desc?: string;
  readonly lid?: number;
  readonly lvl?: number;
  readonly pod?: number;
  readonly ports?: readonly Port[];
}

/** TreeScope's network.topo: nodes and switches with their ports as JSON. */
export const treescopeTopologyReader: FabricReader = {
  name: 'treescope-topology',
  title: 'TreeScope topology (network.topo)',
  tells: 'topology',
  detect: ({ head }) =>
    /"num_(pods|cores|L1L0)"\s*:/.test(Buffer.from(head).toString('utf8')) ? 'yes' : 'no',
  read: (context, { topology }) => readTopology(context, topology),
};

async function readTopology(context: FileContext, facts: TopologyFacts): Promise<void> {
  const { file } = context;
  const { nodes, switches } = parse(await readFile(file.path, 'utf8'), file.origin);
  for (const node of nodes) addItem(node, 'host', facts, context);
  for (const node of switches) addItem(node, 'switch', facts, context);
}

function addItem(
  item: Item,
  kind: 'host' | 'switch',
  facts: TopologyFacts,
  { file, problems }: FileContext,
): void {
  const place = { file: file.origin };
  const id = treescopeId(item.id);
  const name = item.name ?? item.desc ?? item.id;
  const level = kind === 'host' ? 0 : item.lvl;
  if (!facts.addNode({ id, kind, guid: id, name, place, level, pod: item.pod })) return;
  if (item.lid)
    facts.addAddress({ node: id, port: kind === 'host' ? 1 : 0, lid: item.lid, lmc: 0, guid: id, place });
  for (const { num, dest_node, dest_port } of item.ports ?? []) {
    if (dest_node === '')
      problems.note({
        code: 'PORT-DOWN',
        what: 'ports without a cable, or down',
        example: `${name} port ${num}`,
        place,
      });
    else
      facts.cableEnds.push({
        from: id,
        fromPort: num,
        to: treescopeId(dest_node),
        toPort: dest_port,
        capacity: NONE,
        place,
      });
  }
}

/** Ids are GUIDs with colons, or any unique text. */
export function treescopeId(text: string): string {
  const hex = text.trim().replaceAll(':', '');
  return /^(0x)?[0-9a-f]{1,16}$/i.test(hex) ? canonicalGuid(hex) : text.trim();
}

function parse(text: string, file: string): { nodes: readonly Item[]; switches: readonly Item[] } {
  try {
    const { nodes, switches } = JSON.parse(text);
    if (Array.isArray(nodes) && Array.isArray(switches) && [...nodes, ...switches].every(isItem))
      return { nodes, switches };
  } catch {
    // The one error below tells it.
  }
  throw new WeftError({
    code: 'BAD-JSON',
    message: 'the topology is not JSON with lists of nodes and switches, each with an id',
    file,
    advice: 'Write it again with the tools of TreeScope.',
  });
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}
