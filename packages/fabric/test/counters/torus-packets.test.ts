import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { networkTables, textAt } from '@weft/model';
import { buildNetwork } from '@weft/network';
import { afterAll, expect, it } from 'vitest';
import { importFabric } from '../support/import-fabric.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-torus-packets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PACKETS = ['user_static_packets', 'user_dynamic_packets', 'global_packets', 'subcommunicator_packets'];
const SIZES = [4, 3, 2];

/** The cables of a torus as a list; its nodes are hosts. */
function edgeList(): string {
  const { links, vertices } = networkTables(buildNetwork('torus', { sizes: SIZES }));
  const name = (vertex: number) => textAt(vertices.columns.name, vertex) ?? `node${vertex}`;
  const { id, src, dst, reverse, src_port, dst_port } = links.columns;
  const rows = [...id]
    .filter((link) => link < reverse[link])
    .map((link) =>
      [
        name(src[link]).replaceAll(',', '-'),
        name(dst[link]).replaceAll(',', '-'),
        src_port[link],
        dst_port[link],
        'host',
        'host',
      ].join(','),
    );
  return ['from,to,from_port,to_port,from_kind,to_kind', ...rows].join('\n');
}

it('puts packets and levels of a Blue Gene/Q on the links of their directions, parallel ones apart', async () => {
  const topology = join(folder, 'edges.csv');
  writeFileSync(topology, edgeList());
  const { network, report } = await importFabric([topology]);
  expect(report.facts.network?.family).toBe('torus');
  const links = Array.from(network.links.id);
  const at = (link: number) =>
    `${textAt(network.vertices.name, network.links.src[link])},${textAt(network.links.direction, link)}`;
  expect(new Set(links.map(at)).size).toBe(network.vertexCount * 2 * SIZES.length);

  const packets = join(folder, 'packets.csv');
  const rows = links.map(
    (link) => `1794729767,${at(link)},${PACKETS.map((_, k) => link * 10 + k).join(',')}`,
  );
  writeFileSync(packets, [`time,node,direction,${PACKETS.join(',')}`, ...rows].join('\n'));
  const queues = join(folder, 'queues.csv');
  const lengths = links.map((link) => `1794729767,${at(link)},mean_queue_length,${link + 0.5}`);
  writeFileSync(queues, ['time,node,direction,counter,level', ...lengths].join('\n'));

  const { sink, report: full } = await importFabric([topology, packets, queues]);
  const found = new Map(sink.rows('counters').map(({ link, metric, value }) => [`${metric} ${link}`, value]));
  for (const link of links) {
    PACKETS.forEach((name, k) => void expect(found.get(`${name} ${link}`) ?? 0).toBe(link * 10 + k));
    expect(found.get(`mean_queue_length ${link}`)).toBe(link + 0.5);
  }
  const kinds = full.facts.metrics?.map(({ name, unit, kind }) => [name, unit, kind]);
  expect(kinds).toEqual([
    ...PACKETS.map((name) => [name, 'packets', 'amount']),
    ['mean_queue_length', 'count', 'gauge'],
  ]);
});
