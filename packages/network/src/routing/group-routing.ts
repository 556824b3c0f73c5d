import { type LinkIndex, type Network, NONE } from '@weft/model';
import { peersOf } from '../recognise/simple-graph.ts';
import type { Router, Routing } from '../router.ts';
import { hashPair } from './hash-pair.ts';

/** Inside the group to a switch with a link to the destination's group, over it, inside that group to the switch. */
export const minimal: Router = {
  name: 'minimal',
  title: 'Minimal (dragonfly, dragonfly+)',
  refuses,
  route: (network) => groupRouting(network, 'minimal', () => NONE, false),
};

/** First minimal to a group chosen by a hash of source and destination, then minimal. */
export const valiant: Router = {
  name: 'valiant',
  title: 'Valiant: through an intermediate group (dragonfly, dragonfly+)',
  refuses,
  route: (network) => {
    const groups = countGroups(network);
    return groupRouting(network, 'valiant', (src, dst) => hashPair(src, dst) % groups, true);
  },
};

function refuses(network: Network): string | null {
  const { pod } = network.vertices;
  for (const vertex of network.switches) if (pod[vertex] < 0) return `switch ${vertex} is in no group (pod)`;
  for (const host of network.hosts) {
    const peers = peersOf(network, host);
    if (peers.length > 1) return `host ${host} has ${peers.length} links, not one`;
  }
  return countGroups(network) > 1 ? null : 'there is only one group (pod)';
}

function countGroups(network: Network): number {
  return network.switches.reduce((most, vertex) => Math.max(most, network.vertices.pod[vertex]), -1) + 1;
}

/**
 * The group of a vertex tells how far a path has come, as minimal paths between two groups cross no third
 * while all pairs are connected. Where a pair has lost its links, the next group is found on group level.
 */
function groupRouting(
  network: Network,
  name: string,
  intermediate: (src: number, dst: number) => number,
  bySource: boolean,
): Routing {
  const groups = countGroups(network);
  const group = network.vertices.pod;
  const home = Int32Array.from({ length: network.vertexCount }, (_, v) => homeSwitch(network, v));
  const inside = localLinks(network);
  const exits = groupExits(network, groups);
  const towards = groupSteps(exits, groups);
  const { src: starts, dst: targets } = network.links;
  const { outOffsets, outLinks } = network;

  /** Only such pairs are used for a detour: others might lead back through the group of the source. */
  const isDirect = (from: number, to: number): boolean => from !== to && exits[from * groups + to].length > 0;
  const toGroup = (vertex: number, target: number, dest: number): LinkIndex => {
    const next = towards[group[vertex] * groups + target];
    if (next === NONE) return NONE;
    const links = exits[group[vertex] * groups + next];
    const link = links[dest % links.length];
    return starts[link] === vertex ? link : inside(vertex, starts[link]);
  };
  const nextLink = (vertex: number, dest: number, source: number): LinkIndex => {
    if (home[vertex] !== vertex)
      return outOffsets[vertex] < outOffsets[vertex + 1] ? outLinks[outOffsets[vertex]] : NONE;
    const last = home[dest];
    if (last === NONE) return NONE;
    if (vertex === last) return linkTo(network, vertex, dest, targets);
    if (group[vertex] === group[last]) return inside(vertex, last);
    const via = group[vertex] === group[home[source]] ? intermediate(source, dest) : NONE;
    const detour = via !== NONE && isDirect(group[vertex], via) && isDirect(via, group[last]);
    return toGroup(vertex, detour ? via : group[last], dest);
  };
  return { network, name, bySource, table: null, nextLink };
}

function homeSwitch(network: Network, vertex: number): number {
  if (network.vertices.kind.dictionary[network.vertices.kind.codes[vertex]] !== 'host') return vertex;
  return peersOf(network, vertex)[0] ?? NONE;
}

function linkTo(network: Network, vertex: number, peer: number, targets: Int32Array): LinkIndex {
  for (let at = network.outOffsets[vertex]; at < network.outOffsets[vertex + 1]; at++) {
    if (targets[network.outLinks[at]] === peer) return network.outLinks[at];
  }
  return NONE;
}

/** Links from group a to group b, in id order: exits[a * groups + b]. */
function groupExits(network: Network, groups: number): number[][] {
  const exits: number[][] = Array.from({ length: groups * groups }, () => []);
  const group = network.vertices.pod;
  const host = new Set(network.hosts);
  const { src, dst } = network.links;
  for (let link = 0; link < network.linkCount; link++) {
    if (host.has(src[link]) || host.has(dst[link])) continue;
    const from = group[src[link]];
    const to = group[dst[link]];
    if (from !== to) exits[from * groups + to].push(link);
  }
  return exits;
}

/** Next group from a towards b over fewest groups: towards[a * groups + b]; -1 = none. */
function groupSteps(exits: readonly number[][], groups: number): Int32Array {
  const towards = new Int32Array(groups * groups).fill(NONE);
  for (let target = 0; target < groups; target++) {
    const seen = new Uint8Array(groups);
    seen[target] = 1;
    const queue = [target];
    for (let head = 0; head < queue.length; head++) {
      for (let from = 0; from < groups; from++) {
        if (seen[from] === 1 || exits[from * groups + queue[head]].length === 0) continue;
        seen[from] = 1;
        towards[from * groups + target] = queue[head];
        queue.push(from);
      }
    }
  }
  return towards;
}

/** First link of a shortest path between two switches of one group, over switches of that group. */
function localLinks(network: Network): (from: number, to: number) => LinkIndex {
  const { pod } = network.vertices;
  const members: number[][] = Array.from({ length: countGroups(network) }, () => []);
  const number = new Int32Array(network.vertexCount).fill(NONE);
  for (const vertex of network.switches) {
    number[vertex] = members[pod[vertex]].length;
    members[pod[vertex]].push(vertex);
  }
  const largest = members.reduce((most, list) => Math.max(most, list.length), 0);
  const links = new Int32Array(network.vertexCount * largest).fill(NONE);
  for (const list of members) for (const to of list) searchGroup(network, number, to, links, largest);
  return (from, to) => links[from * largest + number[to]];
}

function searchGroup(
  network: Network,
  number: Int32Array,
  to: number,
  links: Int32Array,
  largest: number,
): void {
  const { inOffsets, inLinks } = network;
  const { pod } = network.vertices;
  const seen = new Map<number, number>([[to, 0]]);
  for (const vertex of seen.keys()) {
    const hops = seen.get(vertex)! + 1;
    for (let at = inOffsets[vertex]; at < inOffsets[vertex + 1]; at++) {
      const peer = network.links.src[inLinks[at]];
      if (number[peer] === NONE || pod[peer] !== pod[to]) continue;
      const known = seen.get(peer);
      if (known === undefined) seen.set(peer, hops);
      const slot = peer * largest + number[to];
      const spread = hashPair(peer, to, vertex) < hashPair(peer, to, network.links.dst[links[slot]] ?? NONE);
      if (known === undefined || (known === hops && spread)) links[slot] = inLinks[at];
    }
  }
}
