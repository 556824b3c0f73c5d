import { NONE } from '@weft/model';
import type { Problems } from '../facts/problems.ts';
import type { CableFact, TopologyFacts } from '../facts/topology-facts.ts';

/** Each cable once: cables that are listed from both ends are joined, and each port has at most one. */
export function pairCables(facts: TopologyFacts, problems: Problems): CableFact[] {
  const taken = new TakenPorts();
  const ends = facts.cableEnds.filter((end) => takePort(taken, end, problems));
  const cables: CableFact[] = [];
  for (const end of ends) {
    const far = taken.get(end.to, end.toPort);
    if (!far) oneSided(end, facts, problems);
    else if (!isReverse(end, far)) {
      connectedTwice(far, end, problems);
      continue;
    }
    if (!far || isFirst(end)) cables.push(end);
  }
  const once = facts.cables.filter((cable) => takeBothPorts(taken, cable, problems));
  return [...cables, ...once];
}

/** Which cable each port of each node has. */
class TakenPorts {
  private readonly ofNode = new Map<string, (CableFact | undefined)[]>();

  get(node: string, port: number): CableFact | undefined {
    return this.ofNode.get(node)?.[port];
  }

  set(node: string, port: number, cable: CableFact): void {
    const ports = this.ofNode.get(node);
    if (ports) ports[port] = cable;
    else {
      const own: CableFact[] = [];
      own[port] = cable;
      this.ofNode.set(node, own);
    }
  }
}

function takePort(taken: TakenPorts, end: CableFact, problems: Problems): boolean {
  if (end.from === end.to && end.fromPort === end.toPort) {
    problems.note({
      code: 'LOOPBACK-CABLE',
      what: 'ports that are connected to themselves',
      example: `${end.from} port ${end.fromPort}`,
      place: end.place,
    });
    return false;
  }
  const known = taken.get(end.from, end.fromPort);
  if (!known) {
    taken.set(end.from, end.fromPort, end);
    return true;
  }
  connectedTwice(known, end, problems);
  return false;
}

function takeBothPorts(taken: TakenPorts, cable: CableFact, problems: Problems): boolean {
  const ports = [
    [cable.from, cable.fromPort],
    [cable.to, cable.toPort],
  ] as const;
  const told = ports.filter(([, port]) => port !== NONE);
  const known = told.map((port) => taken.get(...port)).find((other) => other !== undefined);
  if (known) {
    if (!isReverse(cable, known)) connectedTwice(known, cable, problems);
    return false;
  }
  for (const port of told) taken.set(...port, cable);
  return true;
}

function isReverse(a: CableFact, b: CableFact): boolean {
  return a.from === b.to && a.fromPort === b.toPort && a.to === b.from && a.toPort === b.fromPort;
}

/** Of the two tellings of a cable the one from the smaller end. */
function isFirst({ from, fromPort, to, toPort }: CableFact): boolean {
  return from < to || (from === to && fromPort < toPort);
}

function connectedTwice(known: CableFact, again: CableFact, problems: Problems): void {
  problems.damage({
    code: 'PORT-CONNECTED-TWICE',
    what: 'a port with two cables',
    example:
      `${known.from} port ${known.fromPort} leads to ${known.to} port ${known.toPort} in line ${known.place.line}, ` +
      `and ${again.from} port ${again.fromPort} to ${again.to} port ${again.toPort}`,
    place: again.place,
  });
}

function oneSided(end: CableFact, { nodes }: TopologyFacts, problems: Problems): void {
  if (!nodes.has(end.to)) return;
  problems.note({
    code: 'ONE-SIDED-CABLE',
    what: 'cables that only one end tells of',
    example: `${end.from} port ${end.fromPort} to ${end.to} port ${end.toPort}`,
    place: end.place,
  });
}
