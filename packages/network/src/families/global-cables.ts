import type { NetworkBuilder } from '@weft/model';

interface GlobalPort {
  readonly vertex: number;
  readonly port: number;
}

/**
 * Connects groups with each other: global port q of group i leads to group i + 1 + (q mod (groups - 1)),
 * counted round, so that each pair of groups gets the same number of cables.
 */
export function addGlobalCables(
  builder: NetworkBuilder,
  groups: number,
  portsPerGroup: number,
  portOf: (group: number, q: number) => GlobalPort,
): void {
  const others = groups - 1;
  for (let group = 0; group < groups; group++) {
    for (let q = 0; q < portsPerGroup; q++) {
      const offset = q % others;
      const peer = (group + 1 + offset) % groups;
      if (peer < group) continue;
      const from = portOf(group, q);
      const to = portOf(peer, q - offset + (others - 1 - offset));
      builder.addCable({
        from: from.vertex,
        fromPort: from.port,
        to: to.vertex,
        toPort: to.port,
        class: 'global',
        direction: 'forward',
        reverseDirection: 'back',
      });
    }
  }
}

/** Null, or why `ports` global ports of a group cannot be shared evenly among the others. */
export function globalFault(groups: number, ports: number): string | null {
  if (groups < 2) return 'groups must be at least 2';
  if (ports % (groups - 1) === 0) return null;
  return `global links of a group (${ports}) must be a multiple of groups - 1 (${groups - 1})`;
}
