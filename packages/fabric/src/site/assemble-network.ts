import { type Network, NetworkBuilder, NONE } from '@weft/model';
import type { Problems } from '../facts/problems.ts';
import type { NodeFact, TopologyFacts } from '../facts/topology-facts.ts';
import { pairCables } from './pair-cables.ts';

interface AssembledNetwork {
  readonly network: Network;
  /** Vertex of each node id of the facts. */
  readonly vertexOf: ReadonlyMap<string, number>;
}

/** Gives every node and cable its id: hosts before switches, each in the order of their names. */
export function assembleNetwork(facts: TopologyFacts, problems: Problems): AssembledNetwork {
  const nodes = allNodes(facts, problems).sort(byKindAndName);
  const builder = new NetworkBuilder();
  const vertexOf = new Map<string, number>();
  for (const { id, kind, guid, name, level, pod, bundle, coord } of nodes) {
    vertexOf.set(id, builder.addVertex({ kind, name, guid: guid ?? undefined, level, pod, bundle, coord }));
  }
  const ports = new PortGiver();
  for (const cable of pairCables(facts, problems)) {
    const { fromPort, toPort } = cable;
    builder.addCable({
      ...cable,
      from: vertexOf.get(cable.from)!,
      to: vertexOf.get(cable.to)!,
      fromPort: fromPort === NONE ? ports.next(cable.from) : fromPort,
      toPort: toPort === NONE ? ports.next(cable.to) : toPort,
    });
  }
  return { network: builder.build(), vertexOf };
}

/** Numbers ports from 1 where the file has none. */
class PortGiver {
  private readonly given = new Map<string, number>();

  next(node: string): number {
    const port = (this.given.get(node) ?? 0) + 1;
    this.given.set(node, port);
    return port;
  }
}

function allNodes({ nodes, mentioned, names }: TopologyFacts, problems: Problems): NodeFact[] {
  const all = [...nodes.values()];
  for (const [id, node] of mentioned) {
    if (nodes.has(id)) continue;
    all.push(node);
    problems.note({
      code: 'NODE-NOT-DESCRIBED',
      what: 'nodes at the end of a cable that have no record of their own: is the dump cut off?',
      example: `${id} “${node.name}”`,
      place: node.place,
    });
  }
  return all.map((node) => ({ ...node, name: names.get(node.id) ?? node.name }));
}

const collator = new Intl.Collator('en', { numeric: true });

function byKindAndName(a: NodeFact, b: NodeFact): number {
  if (a.kind !== b.kind) return a.kind === 'host' ? -1 : 1;
  return collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1);
}
