import type { Network } from '@weft/model';
import { type Recognition, refuse } from '../family.ts';
import { levelTree } from '../recognise/level-tree.ts';
import { buildFatTree, type FatTreeParams, fatTreeParams } from './build-fat-tree.ts';

/**
 * Tolerant: a tree with missing hosts, cables and switches is recognised as the smallest k-port tree that
 * contains it, as long as the largest counts seen are those of the intact tree.
 */
export function recogniseFatTree(network: Network): Recognition<FatTreeParams> {
  const tree = levelTree(network);
  if (!tree.ok) return tree;
  if (tree.levels < 2 || tree.levels > 3) return refuse(`${tree.levels} levels of switches, not 2 or 3`);
  const counts = countTree(tree.network, tree.pods, tree.bundles);
  const params = tree.levels === 2 ? twoLevelParams(counts) : threeLevelParams(counts);
  const parsed = fatTreeParams.safeParse(params);
  if (!parsed.success) return refuse(`no k-port tree has these counts: ${parsed.error.issues[0]?.message}`);
  const intact = countParts(parsed.data);
  const fault = excess(counts, intact);
  if (fault) return refuse(fault);
  const missing = {
    hosts: intact.hosts - network.hosts.length,
    switches: intact.switches - network.switches.length,
    cables: intact.cables - network.linkCount / 2,
  };
  const whole = missing.hosts + missing.switches + missing.cables === 0;
  return { ok: true, params: parsed.data, network: tree.network, ...(whole ? {} : { missing }) };
}

interface TreeCounts {
  readonly hosts: number;
  readonly leaves: number;
  readonly middles: number;
  readonly tops: number;
  readonly switches: number;
  readonly cables: number;
  readonly pods: number;
  readonly bundles: number;
  readonly mostPorts: number;
  readonly mostHosts: number;
  readonly mostLeavesInPod: number;
  readonly mostTopsInBundle: number;
  readonly mostParallel: number;
}

function countTree(network: Network, pods: number, bundles: number): TreeCounts {
  const { level, pod, bundle } = network.vertices;
  const atLevel = (l: number): number[] => [...network.switches].filter((v) => level[v] === l);
  const leaves = atLevel(1);
  const tops = atLevel(3);
  const degree = (v: number): number => network.outOffsets[v + 1] - network.outOffsets[v];
  return {
    hosts: network.hosts.length,
    leaves: leaves.length,
    middles: atLevel(2).length,
    tops: tops.length,
    switches: network.switches.length,
    cables: network.linkCount / 2,
    pods,
    bundles,
    mostPorts: most(Array.from(network.switches, degree)),
    mostHosts: most(leaves.map((v) => linksTo(network, v, 0))),
    mostLeavesInPod: mostCommon(leaves.map((v) => pod[v])),
    mostTopsInBundle: mostCommon(tops.map((v) => bundle[v])),
    mostParallel: most(leaves.map((v) => mostCommon(peers(network, v)))),
  };
}

function threeLevelParams(counts: TreeCounts): FatTreeParams {
  const ports = Math.max(counts.mostPorts + (counts.mostPorts % 2), 2 * counts.mostLeavesInPod);
  return {
    ports,
    levels: 3,
    pods: counts.pods,
    ...(counts.mostHosts === ports / 2 ? {} : { hostsPerLeaf: counts.mostHosts }),
    ...(counts.mostTopsInBundle === ports / 2 ? {} : { coreUplinks: counts.mostTopsInBundle }),
  };
}

function twoLevelParams(counts: TreeCounts): FatTreeParams {
  const ports = counts.mostPorts + (counts.mostPorts % 2);
  return {
    ports,
    levels: 2,
    leaves: Math.round(ports / counts.mostParallel),
    ...(counts.mostHosts === ports / 2 ? {} : { hostsPerLeaf: counts.mostHosts }),
  };
}

function countParts(params: FatTreeParams): TreeCounts {
  const network = buildFatTree(params);
  const { pod, bundle } = network.vertices;
  return countTree(network, most([...pod]) + 1, most([...bundle]) + 1);
}

function excess(counts: TreeCounts, intact: TreeCounts): string | null {
  for (const key of Object.keys(counts) as (keyof TreeCounts)[]) {
    if (counts[key] <= intact[key]) continue;
    return `${key}: ${counts[key]}, the k-port tree closest to it has ${intact[key]}`;
  }
  return null;
}

function peers(network: Network, vertex: number): number[] {
  const links = network.outLinks.subarray(network.outOffsets[vertex], network.outOffsets[vertex + 1]);
  return Array.from(links, (link) => network.links.dst[link]);
}

function linksTo(network: Network, vertex: number, level: number): number {
  return peers(network, vertex).filter((peer) => network.vertices.level[peer] === level).length;
}

function most(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), 0);
}

/** How often the commonest value occurs. */
function mostCommon(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return most([...counts.values()]);
}
