import { type Network, NONE } from '@weft/model';
import { type Recognition, refuse } from '../family.ts';
import { cliqueCover } from '../recognise/clique-cover.ts';
import { annotateGroups, cablesPerGroupPair } from '../recognise/group-links.ts';
import { hostsPerSwitch } from '../recognise/host-counts.ts';
import { isSwitch } from '../recognise/level-tree.ts';
import { type SimpleGraph, simpleGraph } from '../recognise/simple-graph.ts';
import type { DragonflyParams } from './dragonfly.ts';

/** Tries each possible size of group, the largest first, until switches fall into complete groups that are evenly connected. */
export function recogniseDragonfly(network: Network): Recognition<DragonflyParams> {
  const p = hostsPerSwitch(network, network.switches);
  if (typeof p === 'string') return refuse(p);
  const graph = simpleGraph(network, network.switches);
  const degree = commonDegree(graph);
  if (degree === NONE) return refuse('switches have different numbers of links to other switches');
  const switches = network.switches.length;
  for (let a = Math.min(degree, switches / 2); a >= 1; a--) {
    const h = degree - (a - 1);
    const groups = switches / a;
    if (!Number.isInteger(groups) || (a * h) % (groups - 1) !== 0) continue;
    const found = groupsOf(network, graph, a, groups, (a * h) / (groups - 1));
    if (found === null) continue;
    const level = Int32Array.from(isSwitch(network));
    const params = {
      hostsPerSwitch: p,
      switchesPerGroup: a,
      globalLinks: h,
      ...(groups === a * h + 1 ? {} : { groups }),
    };
    return { ok: true, params, network: annotateGroups(network, found, level) };
  }
  return refuse('switches do not fall into complete groups that are evenly connected');
}

function groupsOf(
  network: Network,
  graph: SimpleGraph,
  a: number,
  groups: number,
  expected: number,
): Int32Array | null {
  let found: Int32Array | null = null;
  cliqueCover(graph, a, (cover) => {
    const group = new Int32Array(network.vertexCount).fill(NONE);
    graph.members.forEach((vertex, number) => {
      group[vertex] = cover[number];
    });
    if (cablesPerGroupPair(network, group, groups) !== expected) return false;
    found = group;
    return true;
  });
  return found;
}

function commonDegree({ members, offsets, cables }: SimpleGraph): number {
  let common = NONE;
  for (let v = 0; v < members.length; v++) {
    let degree = 0;
    for (let slot = offsets[v]; slot < offsets[v + 1]; slot++) degree += cables[slot];
    if (common !== NONE && common !== degree) return NONE;
    common = degree;
  }
  return common;
}
