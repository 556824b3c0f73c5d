import { type Network, NetworkBuilder } from '@weft/model';
import { z } from 'zod';
import type { Family } from '../family.ts';
import { addGlobalCables, globalFault } from './global-cables.ts';
import { recogniseDragonfly } from './recognise-dragonfly.ts';

const count = z.number().int().positive();

const shape = z.strictObject({
  /** p: hosts of a switch. */
  hostsPerSwitch: count,
  /** a: switches of a group, all connected to each other. */
  switchesPerGroup: count,
  /** h: links of a switch to other groups. */
  globalLinks: count,
  /** As many as there can be (a h + 1) when left out. */
  groups: count.optional(),
});

const params = shape.superRefine((value, context) => {
  const ports = value.switchesPerGroup * value.globalLinks;
  const fault = globalFault(value.groups ?? ports + 1, ports);
  if (fault) context.addIssue({ code: 'custom', path: ['groups'], message: fault });
});

export type DragonflyParams = z.infer<typeof shape>;

export const dragonfly: Family<DragonflyParams> = {
  name: 'dragonfly',
  title: 'Dragonfly (p, a, h)',
  params,
  build: buildDragonfly,
  recognise: recogniseDragonfly,
};

/** Ports of a switch: p hosts, a - 1 switches of its group, h other groups. */
function buildDragonfly(given: DragonflyParams): Network {
  const { hostsPerSwitch: p, switchesPerGroup: a, globalLinks: h } = given;
  const groups = given.groups ?? a * h + 1;
  const switches = groups * a;
  const hosts = switches * p;
  const builder = new NetworkBuilder();
  for (let i = 0; i < hosts; i++) {
    builder.addVertex({ kind: 'host', name: `n${i}`, level: 0, pod: Math.floor(i / (a * p)) });
  }
  for (let i = 0; i < switches; i++) {
    builder.addVertex({ kind: 'switch', name: `s${i}`, level: 1, pod: Math.floor(i / a) });
  }
  for (let i = 0; i < hosts; i++) {
    const to = hosts + Math.floor(i / p);
    const names = { class: 'host', direction: 'up', reverseDirection: 'down' };
    builder.addCable({ from: i, fromPort: 0, to, toPort: i % p, ...names });
  }
  for (let group = 0; group < groups; group++) addLocalCables(builder, hosts + group * a, p, a);
  addGlobalCables(builder, groups, a * h, (group, q) => ({
    vertex: hosts + group * a + Math.floor(q / h),
    port: p + a - 1 + (q % h),
  }));
  return builder.build();
}

function addLocalCables(builder: NetworkBuilder, first: number, p: number, a: number): void {
  for (let i = 0; i < a; i++) {
    for (let j = i + 1; j < a; j++) {
      builder.addCable({
        from: first + i,
        fromPort: p + j - 1,
        to: first + j,
        toPort: p + i,
        class: 'local',
        direction: 'forward',
        reverseDirection: 'back',
      });
    }
  }
}
