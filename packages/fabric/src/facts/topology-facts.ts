import type { Place, Problems } from './problems.ts';

/** A host or switch as a file tells of it. `id` is what names it in cables: a GUID, or a name. */
export interface NodeFact {
  readonly id: string;
  readonly kind: 'host' | 'switch';
  readonly guid: string | null;
  readonly name: string;
  readonly place: Place;
  /** Where the file itself knows. */
  readonly level?: number;
  readonly pod?: number;
  readonly bundle?: number;
  readonly coord?: readonly number[];
}

export interface CableFact {
  readonly from: string;
  /** NONE where the file has no port numbers. */
  readonly fromPort: number;
  readonly to: string;
  readonly toPort: number;
  /** Bytes per second each way; NONE = unknown, 0 = down. */
  readonly capacity: number;
  readonly class?: string;
  readonly direction?: string;
  readonly reverseDirection?: string;
  readonly place: Place;
}

export interface AddressFact {
  readonly node: string;
  readonly port: number;
  readonly lid: number;
  readonly lmc: number;
  /** GUID of the port. */
  readonly guid: string | null;
  readonly place: Place;
}

/** What the files say about the topology, before anything has an id. */
export class TopologyFacts {
  readonly nodes = new Map<string, NodeFact>();
  /** Nodes that are named as the far end of a cable. */
  readonly mentioned = new Map<string, NodeFact>();
  /** Cables that a file names once. */
  readonly cables: CableFact[] = [];
  /** Cables as seen from one end; the far end should tell of the same cable. */
  readonly cableEnds: CableFact[] = [];
  readonly addresses: AddressFact[] = [];
  /** Addresses that only the far end of a cable tells of. */
  readonly mentionedAddresses: AddressFact[] = [];
  /** Names of nodes by id, from a list of names. */
  readonly names = new Map<string, string>();
  /** Further names that other files have for hosts, and the name each has here. */
  readonly aliases = new Map<string, string>();
  private readonly problems: Problems;

  constructor(problems: Problems) {
    this.problems = problems;
  }

  /** False where the node is known already: its record is to be left out. */
  addNode(node: NodeFact): boolean {
    const known = this.nodes.get(node.id);
    if (!known) {
      this.nodes.set(node.id, node);
      return true;
    }
    this.problems.damage(
      {
        code: 'DUPLICATE-GUID',
        what: 'a node that is described twice',
        example: `${node.id} “${node.name}”, before as “${known.name}” in line ${known.place.line}`,
        place: node.place,
      },
      'Import one dump of each fabric, or add --keep-going to keep the first record.',
    );
    return false;
  }

  /** For formats that name a node with each of its cables. */
  nameNode(node: NodeFact): void {
    if (!this.nodes.has(node.id)) this.nodes.set(node.id, node);
  }

  mention(node: NodeFact): void {
    if (!this.mentioned.has(node.id)) this.mentioned.set(node.id, node);
  }

  addAddress(address: AddressFact): void {
    if (address.lid > 0 && this.isPossible(address)) this.addresses.push(address);
  }

  mentionAddress(address: AddressFact): void {
    if (address.lid > 0 && this.isPossible(address)) this.mentionedAddresses.push(address);
  }

  private isPossible({ node, port, lid, lmc, place }: AddressFact): boolean {
    if (lid <= LAST_LID && lmc <= LARGEST_LMC) return true;
    this.problems.damage({
      code: 'BAD-ADDRESS',
      what: `a LID above ${LAST_LID} or an LMC above ${LARGEST_LMC}, which no port can have`,
      example: `lid ${lid} lmc ${lmc} of ${node} port ${port}`,
      place,
    });
    return false;
  }
}

/** LIDs above are those of multicast groups; an LMC has three bits. */
const LAST_LID = 0xbfff;
const LARGEST_LMC = 7;

const ALL_DIGITS = /^[0-9a-f]{16}$/;

/** GUIDs are compared as numbers and written with all their digits: 0x248a070300a00300. */
export function canonicalGuid(hex: string): string {
  if (ALL_DIGITS.test(hex)) return `0x${hex}`;
  return `0x${hex.replace(/^0x/i, '').toLowerCase().padStart(16, '0')}`;
}
