import { type Network, NetworkBuilder, NONE } from '@weft/model';
import { z } from 'zod';
import { type Family, type Recognition, refuse } from '../family.ts';
import { annotateGroups, cablesPerGroupPair } from '../recognise/group-links.ts';
import { hostsPerSwitch } from '../recognise/host-counts.ts';
import { peersOf } from '../recognise/simple-graph.ts';
import { joinLinks, numberSets } from '../recognise/tree-parts.ts';
import { addGlobalCables, globalFault } from './global-cables.ts';

const count = z.number().int().positive();

const shape = z.strictObject({
  groups: count,
  /** Leaf switches of a group, each connected to each of its spines. */
  leaves: count,
  spines: count,
  hostsPerLeaf: count,
  /** Links of a spine to other groups. */
  globalLinks: count,
});

const params = shape.superRefine((value, context) => {
  const fault = globalFault(value.groups, value.spines * value.globalLinks);
  if (fault) context.addIssue({ code: 'custom', path: ['groups'], message: fault });
});

type DragonflyPlusParams = z.infer<typeof shape>;

export const dragonflyPlus: Family<DragonflyPlusParams> = {
  name: 'dragonfly-plus',
  title: 'Dragonfly+ (groups of leaves and spines)',
  params,
  build: buildDragonflyPlus,
  recognise: recogniseDragonflyPlus,
};

/** Ports of a leaf: hosts, then spines; of a spine: leaves, then other groups. */
function buildDragonflyPlus(given: DragonflyPlusParams): Network {
  const { groups, leaves, spines, hostsPerLeaf, globalLinks } = given;
  const builder = new NetworkBuilder();
  const hosts = groups * leaves * hostsPerLeaf;
  const firstSpine = hosts + groups * leaves;
  for (let i = 0; i < hosts; i++) {
    builder.addVertex({
      kind: 'host',
      name: `n${i}`,
      level: 0,
      pod: Math.floor(i / (leaves * hostsPerLeaf)),
    });
  }
  for (let i = 0; i < groups * leaves; i++) {
    builder.addVertex({ kind: 'switch', name: `leaf${i}`, level: 1, pod: Math.floor(i / leaves) });
  }
  for (let i = 0; i < groups * spines; i++) {
    builder.addVertex({ kind: 'switch', name: `spine${i}`, level: 2, pod: Math.floor(i / spines) });
  }
  for (let i = 0; i < hosts; i++) {
    const to = hosts + Math.floor(i / hostsPerLeaf);
    const names = { class: 'host', direction: 'up', reverseDirection: 'down' };
    builder.addCable({ from: i, fromPort: 0, to, toPort: i % hostsPerLeaf, ...names });
  }
  for (let leaf = 0; leaf < groups * leaves; leaf++) {
    for (let s = 0; s < spines; s++) {
      builder.addCable({
        from: hosts + leaf,
        fromPort: hostsPerLeaf + s,
        to: firstSpine + Math.floor(leaf / leaves) * spines + s,
        toPort: leaf % leaves,
        class: 'local',
        direction: 'up',
        reverseDirection: 'down',
      });
    }
  }
  addGlobalCables(builder, groups, spines * globalLinks, (group, q) => ({
    vertex: firstSpine + group * spines + Math.floor(q / globalLinks),
    port: leaves + (q % globalLinks),
  }));
  return builder.build();
}

function recogniseDragonflyPlus(network: Network): Recognition<DragonflyPlusParams> {
  const level = switchLevels(network);
  const leaves = network.switches.filter((vertex) => level[vertex] === 1);
  const each = hostsPerSwitch(network, leaves);
  if (typeof each === 'string') return refuse(each);
  const sets = joinLinks(network, (src, dst) => level[src] + level[dst] === 3);
  const group = numberSets(sets, network.vertexCount, (vertex) => level[vertex] > 0, leaves);
  const groups = group.reduce((most, value) => Math.max(most, value), 0) + 1;
  const sizes = groupSizes(network, level, group, groups);
  if (typeof sizes === 'string') return refuse(sizes);
  const globals = cablesPerGroupPair(network, group, groups);
  if (typeof globals === 'string') return refuse(globals);
  const globalLinks = (globals * (groups - 1)) / sizes.spines;
  if (groups < 2 || globals === 0 || !Number.isInteger(globalLinks))
    return refuse('groups are not connected evenly');
  const given = { groups, ...sizes, hostsPerLeaf: each, globalLinks };
  return { ok: true, params: given, network: annotateGroups(network, group, level) };
}

/** Leaves have hosts, spines have none. */
function switchLevels(network: Network): Int32Array {
  const level = new Int32Array(network.vertexCount);
  for (const vertex of network.switches) level[vertex] = 2;
  for (const host of network.hosts) {
    for (const peer of peersOf(network, host)) if (level[peer] === 2) level[peer] = 1;
  }
  return level;
}

function groupSizes(
  network: Network,
  level: Int32Array,
  group: Int32Array,
  groups: number,
): { leaves: number; spines: number } | string {
  const counts = new Int32Array(groups * 2);
  for (const vertex of network.switches) counts[group[vertex] * 2 + level[vertex] - 1]++;
  const [leaves, spines] = counts;
  for (let g = 0; g < groups; g++) {
    if (counts[2 * g] !== leaves || counts[2 * g + 1] !== spines) return 'groups differ in size';
  }
  for (const vertex of network.switches) {
    const peers = peersOf(network, vertex).filter((peer) => level[peer] > 0);
    if (level[vertex] === 1 && peers.some((peer) => level[peer] === 1)) return 'two leaves are connected';
    const inside = peers.filter((peer) => group[peer] === group[vertex] && level[peer] !== level[vertex]);
    const others = peers.filter((peer) => group[peer] === group[vertex] && level[peer] === level[vertex]);
    if (others.length > 0) return 'two spines of a group are connected';
    const wanted = level[vertex] === 1 ? spines : leaves;
    if (inside.length !== wanted || new Set(inside).size !== wanted) {
      return `switch ${vertex} is not connected once to each switch of the other kind in its group`;
    }
  }
  return group.includes(NONE) && network.switches.some((v) => group[v] === NONE)
    ? 'a switch is alone'
    : { leaves, spines };
}
