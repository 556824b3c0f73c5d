import { type Network, NONE, textAt } from '@weft/model';
import { refuse } from '../family.ts';
import { annotate, nameTreeLinks } from './annotate.ts';
import { componentsBelow, componentsUpTo, topLevel, treeBundles } from './tree-parts.ts';

export type LevelledTree =
  | {
      readonly ok: true;
      readonly network: Network;
      readonly levels: number;
      readonly pods: number;
      readonly bundles: number;
    }
  | { readonly ok: false; readonly reason: string };

/**
 * Finds level, pod and bundle of any tree-like network from its cables alone, also of one with missing
 * links, switches and hosts. Hosts are level 0; a switch is one above its lowest neighbour.
 */
export function levelTree(network: Network): LevelledTree {
  if (network.hosts.length === 0 || network.switches.length === 0) return refuse('no hosts or no switches');
  const hostCounts = countHosts(network);
  const most = hostCounts.reduce((a, b) => Math.max(a, b), 0);
  if (most === 0) return refuse('no host is connected to a switch');
  let fault = '';
  // First without switches that have few hosts: those of spines and cores are service hosts.
  for (const threshold of new Set([Math.min(most, Math.max(2, Math.ceil(most / 4))), 1])) {
    const level = levelsFromLeaves(network, hostCounts, threshold);
    repairLevels(network, level, hostCounts);
    fault = levelFault(network, level);
    if (fault === '') return finish(network, level);
  }
  return refuse(fault);
}

/** Levels from the hosts upwards, before any repair: of the switches with hosts, or with many hosts. */
export function rawLevels(network: Network): Int32Array {
  const hostCounts = countHosts(network);
  const most = hostCounts.reduce((a, b) => Math.max(a, b), 0);
  return levelsFromLeaves(network, hostCounts, Math.max(1, Math.min(most, Math.max(2, Math.ceil(most / 4)))));
}

function finish(network: Network, level: Int32Array): LevelledTree {
  const pod = componentsBelow(network, level);
  const bundle = treeBundles(network, level);
  return {
    ok: true,
    network: annotate(network, { level, pod, bundle, ...nameTreeLinks(network, level) }),
    levels: topLevel(level),
    pods: topLevel(pod) + 1,
    bundles: bundle.some((value) => value >= 0) ? topLevel(bundle) + 1 : 0,
  };
}

export function isSwitch(network: Network): Uint8Array {
  const flags = new Uint8Array(network.vertexCount);
  for (const vertex of network.switches) flags[vertex] = 1;
  return flags;
}

function countHosts(network: Network): Int32Array {
  const counts = new Int32Array(network.vertexCount);
  const switches = isSwitch(network);
  const { src, dst } = network.links;
  for (let link = 0; link < network.linkCount; link++) {
    if (switches[dst[link]] && !switches[src[link]]) counts[dst[link]]++;
  }
  return counts;
}

function levelsFromLeaves(network: Network, hostCounts: Int32Array, threshold: number): Int32Array {
  const level = new Int32Array(network.vertexCount).fill(NONE);
  for (let v = 0; v < network.vertexCount; v++) {
    if (textAt(network.vertices.kind, v) !== 'switch') level[v] = 0;
  }
  let front = [...network.switches].filter((vertex) => hostCounts[vertex] >= threshold);
  for (const vertex of front) level[vertex] = 1;
  for (let next = 2; front.length > 0; next++) {
    const found: number[] = [];
    for (const vertex of front) {
      for (let at = network.outOffsets[vertex]; at < network.outOffsets[vertex + 1]; at++) {
        const peer = network.links.dst[network.outLinks[at]];
        if (level[peer] !== NONE) continue;
        level[peer] = next;
        found.push(peer);
      }
    }
    front = found;
  }
  return level;
}

/**
 * A switch that lost everything below it is found too high. Where removing the top level cuts nothing apart,
 * it is no level: its switches belong two lower. Where a top switch has links into one pod only, and there
 * to several bundles or to hosts, it is a first-level switch that lost its hosts.
 */
function repairLevels(network: Network, level: Int32Array, hostCounts: Int32Array): void {
  for (let top = topLevel(level); top >= 3; top--) {
    const below = componentsUpTo(network, level, top - 1);
    const leaves = network.switches.filter((vertex) => level[vertex] === 1);
    const pods = new Set(Array.from(leaves, (vertex) => below[vertex]));
    if (pods.size > 1) break;
    for (const vertex of network.switches) if (level[vertex] === top) level[vertex] = top - 2;
  }
  const top = topLevel(level);
  if (top >= 3) lowerPoorLeaves(network, level, hostCounts, top);
}

function lowerPoorLeaves(network: Network, level: Int32Array, hostCounts: Int32Array, top: number): void {
  const pod = componentsBelow(network, level);
  const suspects = [...network.switches].filter(
    (vertex) => level[vertex] === top && valuesAround(network, vertex, level, top - 1, pod).size === 1,
  );
  const trial = level.slice();
  for (const vertex of suspects) trial[vertex] = NONE;
  if (topLevel(trial) !== top) return;
  const bundle = treeBundles(network, trial);
  for (const vertex of suspects) {
    const bundles = valuesAround(network, vertex, level, top - 1, bundle).size;
    if (bundles > 1 || hostCounts[vertex] > 0) level[vertex] = top - 2;
  }
}

function valuesAround(
  network: Network,
  vertex: number,
  level: Int32Array,
  wanted: number,
  values: Int32Array,
): Set<number> {
  const found = new Set<number>();
  for (let at = network.outOffsets[vertex]; at < network.outOffsets[vertex + 1]; at++) {
    const peer = network.links.dst[network.outLinks[at]];
    if (level[peer] === wanted) found.add(values[peer]);
  }
  return found;
}

function levelFault(network: Network, level: Int32Array): string {
  const switches = isSwitch(network);
  const { src, dst } = network.links;
  for (let link = 0; link < network.linkCount; link++) {
    const from = src[link];
    const to = dst[link];
    if (!switches[from] || !switches[to] || level[from] !== level[to] || level[from] === NONE) continue;
    return `switches ${from} and ${to} are both ${level[from]} above the hosts and connected: not a tree`;
  }
  return '';
}
