import type { Network } from '@weft/model';
import { defineLayout } from '../layout.ts';
import { blankPositions, setPosition } from '../positions.ts';

/** Any network: groups (pods) on a circle, their switches on a circle each, hosts outside their switch. */
export const groupRings = defineLayout({
  name: 'rings',
  title: 'Groups on a ring',
  refuses: () => null,
  layout: (network) => {
    const positions = blankPositions(network, 2);
    const groups = switchGroups(network);
    const largest = groups.reduce((most, group) => Math.max(most, group.length), 1);
    const inner = Math.max(1, (largest * 1.5) / (2 * Math.PI));
    const outer = groups.length > 1 ? Math.max(inner * 2, (groups.length * inner * 3) / (2 * Math.PI)) : 0;
    groups.forEach((group, g) => {
      const turn = (2 * Math.PI * g) / groups.length;
      const [cx, cy] = [outer * Math.cos(turn), outer * Math.sin(turn)];
      group.forEach((vertex, i) => {
        const angle = turn + (2 * Math.PI * i) / group.length;
        setPosition(positions, vertex, cx + inner * Math.cos(angle), cy + inner * Math.sin(angle));
        placeHosts(network, vertex, (host, h, count) => {
          const spread = angle + (((h + 0.5) / count - 0.5) * 2 * Math.PI) / Math.max(2, group.length);
          setPosition(
            positions,
            host,
            cx + inner * 1.35 * Math.cos(spread),
            cy + inner * 1.35 * Math.sin(spread),
          );
        });
      });
    });
    return positions;
  },
});

/** Switches by pod; a network without switches: its hosts, by pod. */
function switchGroups(network: Network): number[][] {
  const members = network.switches.length > 0 ? network.switches : network.hosts;
  const groups = new Map<number, number[]>();
  for (const vertex of members) {
    const pod = network.vertices.pod[vertex];
    const group = groups.get(pod);
    if (group) group.push(vertex);
    else groups.set(pod, [vertex]);
  }
  return [...groups.entries()].sort(([a], [b]) => a - b).map(([, group]) => group);
}

function placeHosts(
  network: Network,
  owner: number,
  place: (host: number, at: number, count: number) => void,
): void {
  if (network.switches.length === 0) return;
  const kind = network.vertices.kind;
  const switchCode = kind.dictionary.indexOf('switch');
  const hosts = [...network.outLinks.subarray(network.outOffsets[owner], network.outOffsets[owner + 1])]
    .map((link) => network.links.dst[link])
    .filter((vertex) => kind.codes[vertex] !== switchCode);
  hosts.forEach((host, i) => place(host, i, hosts.length));
}
