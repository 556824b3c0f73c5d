import type { LinkIndex, Network, Random, VertexIndex } from '@weft/model';

/**
 * Forwarding: at a vertex, which link towards a destination host. Dense tables for machines where they
 * fit, computed for large regular ones; callers cannot tell the difference.
 */
export interface Routing {
  readonly network: Network;
  readonly name: string;
  /** True where the path depends on the source, too; false: all paths to a destination form a tree. */
  readonly bySource: boolean;
  /** The whole forwarding table, where it is held; for fast loops only. */
  readonly table: ForwardingTable | null;
  /** The link to take at `vertex` towards host `dest` for traffic of `source`; -1 = no path. */
  nextLink(vertex: VertexIndex, dest: VertexIndex, source: VertexIndex): LinkIndex;
}

/** links[row[vertex] * columns + column[dest]]: the link to take, -1 = no path. */
export interface ForwardingTable {
  /** -1 = a host with one link, or none: it leads everywhere. */
  readonly row: Int32Array;
  /** -1 = not a destination. */
  readonly column: Int32Array;
  readonly columns: number;
  readonly links: Int32Array;
}

export interface RouterOptions {
  readonly random: Random;
  /** Hosts of running jobs, for routers that balance over them only; null = all hosts. */
  readonly activeHosts: Int32Array | null;
  /** Hosts of each running job, where known: traffic stays inside a job. */
  readonly jobHosts?: readonly Int32Array[];
}

export interface Router {
  readonly name: string;
  readonly title: string;
  /** Why it cannot route this network, or null. */
  refuses(network: Network): string | null;
  route(network: Network, options: RouterOptions): Routing;
}
