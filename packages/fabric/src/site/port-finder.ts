import { NONE, outLinksOf, textAt } from '@weft/model';
import type { Place, Problems } from '../facts/problems.ts';
import type { Site } from './site.ts';

const GUID = /^(?:(?:GUID_|0x)[0-9a-f]{1,16}|(?:[SHR]-)?[0-9a-f]{16})$/i;

/** Finds the link that leaves a port, by whatever name a file has for its node. */
export class PortFinder {
  private readonly site: Site;
  private readonly problems: Problems;
  private readonly names = new Map<string, number>();
  private between: ReadonlyMap<string, readonly number[]> | null = null;

  constructor(site: Site, problems: Problems) {
    this.site = site;
    this.problems = problems;
    const { vertices, vertexCount } = site.network;
    for (let vertex = vertexCount - 1; vertex >= 0; vertex--) {
      const name = textAt(vertices.name, vertex);
      if (name !== null) this.names.set(name, vertex);
    }
  }

  byLid(lid: number, port: number, place: Place): number {
    const row = this.site.rowOfLid(lid);
    return this.link(row === NONE ? NONE : this.site.lids.vertex[row], port, `LID ${lid}`, place);
  }

  /** By GUID, with or without colons, or name; of a host with several adapters, `adapter` tells which. */
  byNode(node: string, port: number, place: Place, adapter = ''): number {
    return this.link(this.vertexOf(node, adapter), port, adapter ? `${node} ${adapter}` : node, place);
  }

  /** The link that leaves a node in a direction of a torus: +a, -b. */
  byDirection(node: string, direction: string, place: Place): number {
    const { network } = this.site;
    const vertex = this.vertexOf(node, '');
    const own = vertex === NONE ? [] : [...outLinksOf(network, vertex)];
    const link = own.find((out) => textAt(network.links.direction, out) === direction);
    if (link !== undefined) return link;
    this.unknown(`${node} ${direction}`, place);
    return NONE;
  }

  /** The n-th link between two nodes, in the order in which their file lists them. */
  byEnds(from: string, to: string, nth: number, place: Place): number {
    const link = this.linksBetween().get(`${this.names.get(from)} ${this.names.get(to)}`)?.[nth] ?? NONE;
    if (link === NONE) this.unknown(`${from} to ${to}`, place);
    return link;
  }

  private linksBetween(): ReadonlyMap<string, readonly number[]> {
    if (this.between) return this.between;
    const between = new Map<string, number[]>();
    const { links, linkCount } = this.site.network;
    for (let link = 0; link < linkCount; link++) {
      const key = `${links.src[link]} ${links.dst[link]}`;
      between.set(key, [...(between.get(key) ?? []), link]);
    }
    this.between = between;
    return between;
  }

  /** A link by its number in the dataset. */
  byLink(link: number, place: Place): number {
    if (Number.isInteger(link) && link >= 0 && link < this.site.network.linkCount) return link;
    this.unknown(`link ${link}`, place);
    return NONE;
  }

  private vertexOf(node: string, adapter: string): number {
    const guid = node.replaceAll(':', '');
    const vertex = GUID.test(guid) ? this.site.vertexOfGuid(guid.replace(/^(GUID_|[SHR]-)/i, '')) : NONE;
    if (vertex !== NONE) return vertex;
    const named = this.names.get(adapter ? `${node} ${adapter}` : node) ?? NONE;
    if (named !== NONE) return named;
    const hosts = this.site.hostsNamed(node);
    const number = Number(/(\d+)$/.exec(adapter)?.[1] ?? 0);
    return hosts[number] ?? hosts[0] ?? NONE;
  }

  private link(vertex: number, port: number, node: string, place: Place): number {
    const link = vertex === NONE ? NONE : this.site.linkOfPort(vertex, port);
    if (link === NONE) this.unknown(`${node} port ${port}`, place);
    return link;
  }

  private unknown(example: string, place: Place): void {
    this.problems.note({
      code: 'UNKNOWN-PORT',
      what: 'counters of ports that the topology does not have, or that have no cable; left out',
      example,
      place,
    });
  }
}
