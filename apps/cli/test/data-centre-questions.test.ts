import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { batchFromRows, type Network, networkTables, tables, valueAt } from '@weft/model';
import { buildNetwork } from '@weft/network';
import { createDataset, openDataset } from '@weft/store';
import { afterAll, beforeAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'weft-questions-'));
const path = join(folder, 'room.weft');
/** Two hosts to each of eight switches. */
const network: Network = buildNetwork('fat-tree', { ports: 4 });
const { vertices, links } = networkTables(network);
const linkOf = (src: number, dst: number): number =>
  links.columns.src.findIndex((from, link) => from === src && links.columns.dst[link] === dst);
const switchOf = (host: number): number => links.columns.dst[links.columns.src.indexOf(host)];
const nameOf = (vertex: number) => valueAt(vertices.columns.name, vertex);

beforeAll(async () => {
  const [a, b, c] = network.hosts;
  const sample = (link: number, metric: string, value: number, time = 1) => ({ time, link, metric, value });
  const message = { job: 0, tag: -1, comm: 0, call: 'MPI_Send', send_start: 0, send_end: 1, recv_start: 0 };
  const writer = await createDataset(path);
  await writer.write('vertices', vertices);
  await writer.write('links', links);
  await writer.write(
    'ranks',
    batchFromRows(
      tables.ranks,
      [a, b, c].map((host, rank) => ({ job: 0, rank, host })),
    ),
  );
  await writer.write(
    'messages',
    batchFromRows(
      tables.messages,
      [
        { src: 0, dst: 1, bytes: 10 },
        { src: 0, dst: 2, bytes: 7 },
        { src: 1, dst: 2, bytes: 5 },
        { src: 2, dst: -1, bytes: 99 },
      ].map((row, id) => ({ ...message, ...row, id, recv_end: 2 })),
    ),
  );
  const up = linkOf(a, switchOf(a));
  const down = linkOf(switchOf(c), c);
  const counters = [
    sample(up, 'data_sent', 10),
    sample(up, 'data_sent', 7, 2),
    sample(down, 'data_sent', 12),
    sample(down, 'symbol_errors', 3),
    sample(down, 'symbol_errors', 4, 2),
    sample(up, 'symbol_errors', 0),
    sample(up, 'xmit_wait', 9),
  ];
  await writer.write('counters', batchFromRows(tables.counters, counters));
  const metric = (name: string, unit: string) => ({ name, unit, doc: '', kind: 'amount' as const });
  const metrics = [metric('data_sent', 'B'), metric('symbol_errors', 'count'), metric('xmit_wait', 'ticks')];
  await writer.finish({ title: 'a room', interval: 1, metrics });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function sql(query: string): Promise<unknown[][]> {
  const dataset = await openDataset(path, { threads: 1 });
  try {
    const { rows, columns } = await dataset.sql(query);
    return Array.from({ length: rows }, (_, row) =>
      Object.values(columns).map((column) => valueAt(column, row)),
    );
  } finally {
    await dataset.close();
  }
}

test('hosts by bytes in and out', async () => {
  const [a, , c] = network.hosts;
  const found = await sql(
    'select host, name, sent, received from host_traffic order by sent + received desc, host',
  );
  expect(found).toHaveLength(16);
  expect(found.slice(0, 3)).toEqual([
    [a, nameOf(a), 17, 0],
    [c, nameOf(c), 0, 12],
    [network.hosts[1], nameOf(network.hosts[1]), 0, 0],
  ]);
});

test('who talks with whom by the switch of their hosts', async () => {
  const [first, second] = [switchOf(network.hosts[0]), switchOf(network.hosts[2])];
  expect(
    await sql('select src, dst, src_name, messages, bytes from switch_pairs order by bytes desc, dst desc'),
  ).toEqual([
    [first, second, nameOf(first), 2, 12],
    [first, first, nameOf(first), 1, 10],
  ]);
});

test('links with errors and their hosts', async () => {
  const c = network.hosts[2];
  expect(await sql('select link, src_name, dst_name, metric, amount, host from link_faults')).toEqual([
    [linkOf(switchOf(c), c), nameOf(switchOf(c)), nameOf(c), 'symbol_errors', 7, nameOf(c)],
  ]);
});
