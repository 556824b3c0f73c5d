import { createRandom, type Network, NetworkBuilder } from '@weft/model';
import { routerNamed } from '@weft/network';
import { createFabric, type Fabric, type FabricSpeed } from '../src/engine/fabric.ts';

/** Hosts around one switch; host h has the links 2h (to the switch) and 2h + 1. */
export function star(hosts: number): Network {
  const builder = new NetworkBuilder();
  for (let host = 0; host < hosts; host++) builder.addVertex({ kind: 'host', level: 0 });
  const hub = builder.addVertex({ kind: 'switch', level: 1 });
  for (let host = 0; host < hosts; host++)
    builder.addCable({ from: host, fromPort: 0, to: hub, toPort: host });
  return builder.build();
}

/** Hosts on both sides of a chain of switches; capacities of the cables between switches may differ. */
export function dumbbell(
  hostsEachSide: number,
  switches: number,
  capacities: readonly number[] = [],
): Network {
  const builder = new NetworkBuilder();
  const hosts = Array.from({ length: 2 * hostsEachSide }, () => builder.addVertex({ kind: 'host' }));
  const chain = Array.from({ length: switches }, () => builder.addVertex({ kind: 'switch' }));
  hosts.forEach((host, i) => {
    const left = i < hostsEachSide;
    builder.addCable({ from: host, fromPort: 0, to: left ? chain[0] : chain[switches - 1], toPort: i });
  });
  for (let s = 0; s + 1 < switches; s++) {
    builder.addCable({
      from: chain[s],
      fromPort: 1000,
      to: chain[s + 1],
      toPort: 1001,
      capacity: capacities[s],
    });
  }
  return builder.build();
}

export const speed: FabricSpeed = { bandwidth: 12.5e9, latency: 100, switchDelay: 90 };

export function minHopFabric(network: Network, speeds: FabricSpeed = speed): Fabric {
  const routing = routerNamed('min-hop').route(network, { random: createRandom(1), activeHosts: null });
  return createFabric(network, speeds, [{ from: 0, routing }]);
}
