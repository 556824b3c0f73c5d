import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Batch,
  batchFromRows,
  type GivenRowOf,
  type Manifest,
  NetworkBuilder,
  networkTables,
  type TableName,
  type Tables,
  tables,
  textColumn,
} from '@weft/model';
import { createDataset } from '@weft/store';
import { afterAll } from 'vitest';

/** A folder that is gone when the tests of the file are done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'weft-store-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function rows<N extends TableName>(table: N, values: GivenRowOf<Tables[N]>[]): Batch<Tables[N]> {
  return batchFromRows(tables[table], values) as Batch<Tables[N]>;
}

/** Two hosts on one switch, with three samples, a job and some messages. */
export async function writeSample(path: string, options: { overwrite?: boolean } = {}): Promise<Manifest> {
  const writer = await createDataset(path, options);
  const network = new NetworkBuilder();
  const top = network.addVertex({ kind: 'switch', name: "it's", level: 1, coord: [1, 2] });
  for (const name of ['a', 'b']) {
    const host = network.addVertex({ kind: 'host', name, level: 0 });
    network.addCable({
      from: host,
      to: top,
      toPort: host,
      class: 'L0-L1',
      direction: 'up',
      reverseDirection: 'down',
      capacity: 25e9,
    });
  }
  const { vertices, links } = networkTables(network.build());
  await writer.write('vertices', vertices);
  await writer.write('links', links);
  await writer.write('counters', sampleCounters());
  await writer.write(
    'jobs',
    rows('jobs', [{ id: 0, name: 'lu', user: null, state: null, start: 0, end: 3e9 }]),
  );
  await writer.write('messages', sampleMessages());
  return writer.finish({
    title: 'Sample',
    interval: 1e9,
    metrics: [{ name: 'xmit', unit: 'B', doc: 'sent', kind: 'amount' }],
    network: { family: 'fat-tree', params: {} },
    diagnostics: [{ code: 'SKIPPED', count: 2, text: 'lines skipped' }],
  });
}

function sampleCounters(): Batch<Tables['counters']> {
  return {
    rows: 6,
    columns: {
      time: Float64Array.of(1e9, 1e9, 2e9, 2e9, 3e9, 3e9),
      link: Int32Array.of(0, 3, 0, 1, 2, 0),
      metric: textColumn(['xmit', 'xmit', 'xmit', 'xmit', 'xmit', 'wait']),
      value: Float64Array.of(10, 5, 20, 7, 2 ** 40, 1),
    },
  };
}

export function sampleMessages(): Batch<Tables['messages']> {
  const time = { send_start: 1e9, send_end: 1.5e9, recv_start: -1, recv_end: -1 };
  return rows('messages', [
    { id: 0, job: 0, src: 0, dst: 1, bytes: 2 ** 40 + 1, tag: 7, comm: 0, call: 'MPI_Send', ...time },
    { id: 1, job: 0, src: 1, dst: 0, bytes: 8, tag: -1, comm: -1, call: null, ...time, send_start: 2e9 },
    {
      id: 2,
      job: 0,
      src: 1,
      dst: 0,
      bytes: 16,
      tag: 7,
      comm: 0,
      call: 'MPI_Isend',
      ...time,
      send_start: 3e9,
    },
  ]);
}
