import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { batchFromRows, NONE, tables } from '@weft/model';
import { createDataset } from '@weft/store';
import { afterAll, expect, it } from 'vitest';
import { settle } from './open-browser.ts';
import { servePages } from './serve-pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-hive-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Sent = readonly [src: number, dst: number, call: string];

const RING: readonly Sent[] = [0, 1, 2, 3].map((rank) => [rank, (rank + 1) % 4, 'MPI_Send']);

/** A run of some ranks and messages. */
async function writeRun(path: string, ranks: number, sent: readonly Sent[]): Promise<string> {
  const writer = await createDataset(path);
  const none = { job: 0, host: NONE, slot: NONE };
  await writer.write(
    'ranks',
    batchFromRows(
      tables.ranks,
      Array.from({ length: ranks }, (_, rank) => ({ ...none, rank })),
    ),
  );
  const times = { send_start: 10, send_end: NONE, recv_start: NONE, recv_end: 20 };
  const messages = sent.map(([src, dst, call], id) => ({
    ...times,
    id,
    src,
    dst,
    call,
    job: 0,
    bytes: 8,
    tag: NONE,
    comm: NONE,
  }));
  await writer.write('messages', batchFromRows(tables.messages, messages));
  await writer.finish({ title: 'run' });
  return path;
}

const pages = servePages(async () => {
  for (const name of ['one', 'two']) mkdirSync(join(folder, name));
  return [
    await writeRun(join(folder, 'ring.weft'), 4, RING),
    await writeRun(join(folder, 'broadcasts.weft'), 4, [
      [0, 1, 'MPI_Bcast'],
      [0, 2, 'MPI_Bcast'],
    ]),
    await writeRun(join(folder, 'single.weft'), 1, [[0, 0, 'MPI_Send']]),
    await writeRun(join(folder, 'apart.weft'), 6, RING),
    await writeRun(join(folder, 'one', 'twin.weft'), 4, RING),
    await writeRun(join(folder, 'two', 'twin.weft'), 4, RING.slice(0, 2)),
  ];
});

async function words(hash: string): Promise<string> {
  await pages.open(hash);
  await settle(pages.page);
  expect(await pages.page.locator('[role=alert]').count()).toBe(0);
  return (await pages.page.locator('.panel').innerText()).replaceAll('\u00a0', ' ');
}

it('says that a run has no point-to-point traffic, and shows the run beside it', async () => {
  const text = await words('#/d/broadcasts?layout=hive~part!plot~runs!ring');
  expect(text).toContain('no point-to-point traffic; Rules can add collective calls');
  expect(text).toContain('2 messages of broadcasts left out');
  expect(text).not.toContain('look alike');
  await words('#/d/broadcasts?layout=hive~part!plot~runs!ring~run!ring');
  expect(await pages.page.locator('.hive-plot').innerText()).toContain('4 edges');
});

it('draws a single rank that sends to itself', async () => {
  const text = await words('#/d/single?layout=hive~part!plot~measure!degree');
  expect(text).toContain('single: 1 rank, 1 edge, degree 2 to 2.');
  expect(text).not.toContain('NaN');
});

it('draws ranks that nobody is joined to', async () => {
  const text = await words('#/d/apart?layout=hive~part!plot~measure!closeness');
  expect(text).toContain('apart: 6 ranks, 4 edges, closeness 0.75 to 0.75.');
  expect(text).not.toContain('NaN');
});

it('tells two runs of one name apart', async () => {
  const text = await words('#/d/twin?layout=hive~part!plot~runs!twin-2');
  expect(text).toContain('twin and twin-2 look alike by transitivity');
  await pages.page.getByText('Runs: 2').click();
  const checkbox = pages.page.getByRole('checkbox', { name: 'run (twin-2)' });
  expect(await checkbox.isChecked()).toBe(true);
  await checkbox.click();
  await settle(pages.page);
  expect(await pages.page.locator('.hive-finding').textContent()).toContain('twin: 4 ranks, 4 edges');
});
