import { networkTables } from '@weft/model';
import { buildNetwork } from '@weft/network';
import { createDataset } from '@weft/store';

/** A small dragonfly with one step of counters. */
export async function writeDragonfly(path: string): Promise<void> {
  const params = { hostsPerSwitch: 2, switchesPerGroup: 4, globalLinks: 2 };
  const network = buildNetwork('dragonfly', params);
  const { vertices, links } = networkTables(network);
  const writer = await createDataset(path);
  await writer.write('vertices', vertices);
  await writer.write('links', links);
  await writer.write('counters', {
    rows: network.linkCount,
    columns: {
      time: new Float64Array(network.linkCount).fill(60e9),
      link: network.links.id,
      metric: { codes: new Int32Array(network.linkCount), dictionary: ['data_sent'] },
      value: Float64Array.from(network.links.id, (link) => (link % 97) * 1e6),
    },
  });
  await writer.finish({ title: 'groups', network: { family: 'dragonfly', params }, timeRange: [0, 60e9] });
}
