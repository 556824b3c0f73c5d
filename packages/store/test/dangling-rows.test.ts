import { join } from 'node:path';
import { batchFromRows, type GivenRowOf, NONE, tables } from '@weft/model';
import { createDataset } from '@weft/store';
import { expect, test } from 'vitest';
import { temporaryFolder } from './sample-dataset.ts';

const folder = temporaryFolder();
const job = { id: 0, name: 'a', user: null, state: null, start: 0, end: 1 };
const message = { job: 0, bytes: 1, tag: NONE, comm: NONE, call: null, send_start: 0, send_end: NONE };
const unreceived = { ...message, recv_start: NONE, recv_end: NONE };

async function diagnosticsOf(
  name: string,
  hosts: readonly GivenRowOf<typeof tables.ranks>[],
  kind = 'import',
) {
  const writer = await createDataset(join(folder, name));
  await writer.write('jobs', batchFromRows(tables.jobs, [job]));
  await writer.write('ranks', batchFromRows(tables.ranks, hosts));
  await writer.write(
    'messages',
    batchFromRows(tables.messages, [
      { ...unreceived, id: 0, src: 0, dst: 1 },
      { ...unreceived, id: 1, src: 1, dst: NONE },
    ]),
  );
  const { diagnostics } = await writer.finish({ title: name, provenance: [{ kind, facts: {} }] });
  return diagnostics.map(({ code, count, text }) => `${code} ${count} ${text}`);
}

test('rows of an import that refer to nothing are counted', async () => {
  const sound = [0, 1].map((rank) => ({ job: 0, rank, host: NONE }));
  expect(await diagnosticsOf('sound', sound)).toEqual([]);
  const unsound = [
    { job: 0, rank: 0, host: -5 },
    { job: 7, rank: 9, host: NONE },
  ];
  expect(await diagnosticsOf('unsound', unsound)).toEqual([
    'ROWS-DANGLING 1 rows of ranks whose job is no id of jobs',
    'ROWS-DANGLING 1 rows of ranks whose host is no id of vertices',
  ]);
  expect(await diagnosticsOf('lone', sound.slice(1))).toEqual([
    'ROWS-DANGLING 1 rows of messages whose src is no rank of ranks',
  ]);
  expect(await diagnosticsOf('simulated', unsound, 'simulation')).toEqual([]);
});
