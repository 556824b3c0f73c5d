import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { listAt, textAt } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { sharedFixtures } from '../../../readers/test/shared-fixtures.ts';
import { diagnosticsOf, type ImportedFabric, importFabric } from '../support/import-fabric.ts';

const { folder: shared, present } = sharedFixtures('ib');

function totalsOf({ sink }: ImportedFabric): Map<string, number> {
  const totals = new Map<string, number>();
  for (const { metric, value } of sink.rows('counters'))
    totals.set(metric ?? '', (totals.get(metric ?? '') ?? 0) + value);
  return totals;
}

function rowsOf(file: string): string[] {
  return gunzipSync(readFileSync(join(shared, 'public', file)))
    .toString()
    .trim()
    .split('\n');
}

describe.skipIf(!present)('public counters', () => {
  it('DragonView: every link and node, and the sums of the file', async () => {
    const folder = join(shared, 'public/llnl-dragonview');
    const fabric = await importFabric([
      join(folder, 'dnd_net_counters.21.csv.gz'),
      join(folder, 'dnd_jobs.21.csv'),
    ]);
    const rows = rowsOf('llnl-dragonview/dnd_net_counters.21.csv.gz')
      .slice(1)
      .map((row) => row.split(','));
    const sum = (field: number) => rows.reduce((total, row) => total + Number(row[field]), 0);
    const totals = totalsOf(fabric);
    expect(rows.length).toBe(4694);
    expect([totals.get('flits'), totals.get('stalls'), totals.get('stalls_vc_7')]).toEqual([
      sum(7),
      sum(8),
      sum(25),
    ]);
    expect(fabric.network.hosts.length).toBe(2682);
    expect(fabric.sink.rows('ranks').length).toBe(2682);
    expect(diagnosticsOf(fabric)).not.toHaveProperty('UNKNOWN-PORT');
    expect(fabric.report.facts.network).toEqual({
      family: 'cray-xc',
      params: { groups: 15, rows: 6, columns: 16 },
    });
    const listed = new Map<string, number>();
    for (const row of rows) {
      const pair = row.slice(0, 6).join();
      listed.set(pair, (listed.get(pair) ?? 0) + 1);
    }
    const reverse = (pair: string): string =>
      [...pair.split(',').slice(3), ...pair.split(',').slice(0, 3)].join();
    const alone = [...listed].reduce(
      (sum, [pair, count]) => sum + Math.max(0, count - (listed.get(reverse(pair)) ?? 0)),
      0,
    );
    expect(diagnosticsOf(fabric)['ONE-DIRECTION']).toBe(alone);
  });

  it('Boxfish: a torus of 8 x 8 x 8, and the packets of the file', async () => {
    const fabric = await importFabric([join(shared, 'public/llnl-boxfish/bgpc_links.yaml.gz')]);
    const rows = rowsOf('llnl-boxfish/bgpc_links.yaml.gz')
      .slice(13)
      .map((row) => row.trim().split(' ').map(Number));
    const totals = totalsOf(fabric);
    expect(totals.get('packets')).toBe(rows.reduce((total, row) => total + row[8], 0));
    expect(totals.get('packets_region_1')).toBe(495_736);
    expect([fabric.network.hosts.length, fabric.network.linkCount]).toEqual([512, 3072]);
    expect(fabric.report.facts.network).toEqual({
      family: 'torus',
      params: expect.objectContaining({ sizes: [8, 8, 8] }),
    });
  });

  it('Boxfish: the coordinates of the file, and ranks on the nodes that its map and its table of nodes give', async () => {
    const files = ['bgpc_links.yaml.gz', 'bgpc_nodes.yaml.gz', 'bgpc_map.yaml'];
    const fabric = await importFabric(files.map((file) => join(shared, 'public/llnl-boxfish', file)));
    const { name, coord } = fabric.network.vertices;
    const places = [...fabric.network.hosts].map((host) => [
      textAt(name, host),
      listAt(coord, host).join('.'),
    ]);
    expect(places.every(([told, found]) => told === found)).toBe(true);
    const nodes = new Map(
      rowsOf('llnl-boxfish/bgpc_nodes.yaml.gz')
        .slice(15)
        .map((row) => row.split(' '))
        .map(([id, ...at]) => [id, at.slice(0, 3).join('.')]),
    );
    const ranks = fabric.sink.rows('ranks');
    expect(ranks).toHaveLength(512);
    for (const { rank, host } of ranks) expect(textAt(name, host)).toBe(nodes.get(String(rank)));
    expect(diagnosticsOf(fabric)).toEqual({ 'NODE-COUNTERS-LEFT-OUT': 6 });
  });

  it('Boxfish: a torus of five dimensions, and the packets of the file', async () => {
    const fabric = await importFabric([join(shared, 'public/llnl-boxfish/bgq_synthetic_links.yaml.gz')]);
    const rows = rowsOf('llnl-boxfish/bgq_synthetic_links.yaml.gz')
      .map((row) => row.trim().split(' ').map(Number))
      .filter((row) => row.length === 13);
    const totals = totalsOf(fabric);
    expect(totals.get('packets')).toBe(rows.reduce((total, row) => total + row[12], 0));
    expect([fabric.network.hosts.length, fabric.network.linkCount]).toEqual([720, 6480]);
    expect(fabric.report.facts.network).toMatchObject({
      family: 'torus',
      params: { sizes: [6, 5, 4, 3, 2] },
    });
    const count = (wanted: string): number =>
      fabric.sink.rows('links').filter(({ direction }) => direction === wanted).length;
    expect(['+a', '-a', '+b', '-b', '+c', '-c', '+d', '-d', '+e', '-e'].map(count)).toEqual([
      720, 720, 720, 720, 720, 720, 720, 720, 360, 360,
    ]);
  });
});
