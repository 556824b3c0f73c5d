import type { LinkIndex, Network, Random, VertexIndex } from '@weft/model';

/**
 * Forwarding: at a vertex, which link towards a destination host. Dense tables for machines where they
 * fit, computed for large regular ones; callers cannot tell the difference.
 */
export interface Routing {
  readonly network: Network;
  readonly name: string;
  /** The link to take at `vertex` towards host `dest`; -1 = no way. `flow` tells flows apart where a router hashes or goes through an intermediate. */
  nextLink(vertex: VertexIndex, dest: VertexIndex, source: VertexIndex): LinkIndex;
}

export interface RouterOptions {
  readonly random: Random;
  /** Hosts of running jobs, for routers that balance over them only; null = all hosts. */
  readonly activeHosts: Int32Array | null;
}

export interface Router {
  readonly name: string;
  readonly title: string;
  /** Why it cannot route this network, or null. */
  refuses(network: Network): string | null;
  route(network: Network, options: RouterOptions): Routing;
}
