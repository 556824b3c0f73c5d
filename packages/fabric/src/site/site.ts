import { type Network, NONE, type TableColumns, textAt, textColumn } from '@weft/model';
import { hostWord } from '@weft/network';
import type { Problems } from '../facts/problems.ts';
import { type AddressFact, canonicalGuid, type TopologyFacts } from '../facts/topology-facts.ts';

/** The assembled fabric, and how things that files name are found in it. */
export interface Site {
  readonly network: Network;
  readonly lids: TableColumns<'lids'>;
  /** By GUID of the node or of one of its ports; NONE = unknown. */
  vertexOfGuid(guid: string): number;
  /** Row of `lids`; NONE = no port has this LID. */
  rowOfLid(lid: number): number;
  /** Hosts of that name: one, or one for each adapter of the machine. */
  hostsNamed(name: string): readonly number[];
  /** The link that leaves a vertex by a port; NONE = no cable there. */
  linkOfPort(vertex: number, port: number): number;
}

export function createSite(
  network: Network,
  vertexOf: ReadonlyMap<string, number>,
  facts: TopologyFacts,
  problems: Problems,
): Site {
  const site = siteOf(network, lidTable(vertexOf, facts, problems));
  return { ...site, hostsNamed: (name) => site.hostsNamed(facts.aliases.get(name) ?? name) };
}

/** The fabric of a dataset. */
export function siteOf(network: Network, lids: TableColumns<'lids'>): Site {
  const guids = guidIndex(network, lids);
  const rows = new Map(Array.from(lids.lid, (lid, row) => [lid, row]));
  const hosts = hostIndex(network);
  const links = new Map<number, number>();
  const { src, src_port: port } = network.links;
  for (let link = 0; link < network.linkCount; link++) links.set(src[link] * 65_536 + port[link], link);
  return {
    network,
    lids,
    vertexOfGuid: (guid) => guids.get(canonicalGuid(guid)) ?? NONE,
    rowOfLid: (lid) => rows.get(lid) ?? NONE,
    hostsNamed: (name) => hosts.get(name) ?? [],
    linkOfPort: (vertex, number) => links.get(vertex * 65_536 + number) ?? NONE,
  };
}

/** One row a LID, by LID. The first to claim it has it. */
function lidTable(
  vertexOf: ReadonlyMap<string, number>,
  { addresses, mentionedAddresses, nodes }: TopologyFacts,
  problems: Problems,
): TableColumns<'lids'> {
  const owners = new Map<number, AddressFact>();
  const extra = mentionedAddresses.filter(({ node }) => !nodes.has(node));
  for (const address of [...addresses, ...extra]) claimLids(owners, address, problems);
  const lids = [...owners.keys()].sort((a, b) => a - b);
  const facts = lids.map((lid) => owners.get(lid)!);
  return {
    lid: Int32Array.from(lids),
    vertex: Int32Array.from(facts, ({ node }) => vertexOf.get(node)!),
    port: Int32Array.from(facts, ({ port }) => port),
    guid: textColumn(facts.map(({ guid }) => guid)),
  };
}

function claimLids(owners: Map<number, AddressFact>, address: AddressFact, problems: Problems): void {
  for (let lid = address.lid; lid < address.lid + 2 ** address.lmc; lid++) {
    const owner = owners.get(lid);
    if (!owner) owners.set(lid, address);
    else if (owner.node !== address.node || owner.port !== address.port)
      problems.note({
        code: 'DUPLICATE-LID',
        what: 'LIDs that two ports have; the first keeps it',
        example: `${lid}: ${owner.node} port ${owner.port} and ${address.node} port ${address.port}`,
        place: address.place,
      });
  }
}

function guidIndex({ vertices, vertexCount }: Network, lids: TableColumns<'lids'>): Map<string, number> {
  const index = new Map<string, number>();
  lids.lid.forEach((_, row) => {
    const guid = textAt(lids.guid, row);
    if (guid !== null) index.set(guid, lids.vertex[row]);
  });
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const guid = textAt(vertices.guid, vertex);
    if (guid !== null) index.set(guid, vertex);
  }
  return index;
}

/** Hosts by their whole name and by its first word: adapters are called “node01 HCA-1”. */
function hostIndex({ hosts, vertices }: Network): Map<string, number[]> {
  const index = new Map<string, number[]>();
  const add = (name: string, vertex: number): void => {
    const known = index.get(name);
    if (known) known.push(vertex);
    else index.set(name, [vertex]);
  };
  for (const vertex of hosts) {
    const name = textAt(vertices.name, vertex);
    if (name === null) continue;
    add(name, vertex);
    const word = hostWord(name);
    if (word !== name) add(word, vertex);
  }
  return index;
}
