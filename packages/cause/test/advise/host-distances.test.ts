import { NetworkBuilder } from '@weft/model';
import { expect, it } from 'vitest';
import { nearestHosts } from '../../src/advise/host-distances.ts';

it('finds the nearest hosts of any number that are equally near', () => {
  const HOSTS = 200_000;
  const builder = new NetworkBuilder();
  const star = builder.addVertex({ kind: 'switch', name: 's' });
  for (let host = 0; host < HOSTS; host++) {
    builder.addCable({ from: builder.addVertex({ kind: 'host', name: `h${host}` }), to: star });
  }
  const network = builder.build();
  const among = new Uint8Array(network.vertexCount).fill(1);
  expect(nearestHosts(network, network.hosts[5], among, 3)).toEqual([
    network.hosts[5],
    star,
    network.hosts[0],
  ]);
});
