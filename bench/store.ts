import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Batch, constantText, createRandom, type Tables } from '@weft/model';
import { createDataset, openDataset } from '@weft/store';

const MESSAGE_BATCHES = 64;
const BATCH_ROWS = 65_536;
const STEPS = 1440;
const LINKS = 7776;
const CALLS = ['MPI_Send', 'MPI_Isend', 'MPI_Rsend', 'MPI_Sendrecv_replace', 'MPI_Put'];

/** Rows/s written and read, and the time to build a cube; the peer is DuckDB's own SQL for the same Parquet. */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'weft-bench-'));
  try {
    const messages = await benchMessages(join(folder, 'messages.weft'));
    await benchPeer(join(folder, 'messages.weft'), messages, folder);
    await benchCube(join(folder, 'counters.weft'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function benchMessages(path: string): Promise<number> {
  const batches = Array.from({ length: MESSAGE_BATCHES }, (_, index) => messageBatch(index));
  const rows = MESSAGE_BATCHES * BATCH_ROWS;
  const writer = await createDataset(path);
  const seconds = await timed(async () => {
    for (const batch of batches) await writer.write('messages', batch);
    await writer.finish({ title: 'bench' });
  });
  report('write messages', rows, seconds, peakMemory());
  const dataset = await openDataset(path);
  const bytes = dataset.manifest.tables.messages?.parts.reduce((sum, part) => sum + part.bytes, 0) ?? 0;
  console.log(`  ${(bytes / rows).toFixed(1)} B/row in Parquet`);
  report('read messages, all columns', rows, await timed(() => dataset.readTable('messages')), peakMemory());
  const where = [{ op: 'range', column: 'send_start', from: 2e9, to: 2.01e9 }] as const;
  const narrow = await timed(() => dataset.read({ table: 'messages', where: [...where] }));
  console.log(`  read one hundredth of a second of it: ${(narrow * 1000).toFixed(0)} ms`);
  await dataset.close();
  return seconds;
}

/** Messages in order of sending, as a trace reader gives them. */
function messageBatch(index: number): Batch<Tables['messages']> {
  const random = createRandom(index);
  const ints = (bound: number) => Int32Array.from({ length: BATCH_ROWS }, () => random.below(bound));
  const first = index * BATCH_ROWS;
  const start = Float64Array.from(
    { length: BATCH_ROWS },
    (_, row) => (first + row) * 1000 + random.below(900),
  );
  const later = (times: Float64Array, bound: number) => times.map((time) => time + random.below(bound));
  const sendEnd = later(start, 5000);
  const recvStart = later(start, 20_000);
  return {
    rows: BATCH_ROWS,
    columns: {
      id: Float64Array.from({ length: BATCH_ROWS }, (_, row) => first + row),
      job: new Int32Array(BATCH_ROWS),
      src: ints(1296),
      dst: ints(1296),
      bytes: Float64Array.from({ length: BATCH_ROWS }, () => 8 * random.below(100_000)),
      tag: ints(16),
      comm: ints(3),
      call: { codes: ints(CALLS.length), dictionary: CALLS },
      send_start: start,
      send_end: sendEnd,
      recv_start: recvStart,
      recv_end: later(recvStart, 5000),
    },
  };
}

async function benchPeer(dataset: string, ours: number, folder: string): Promise<void> {
  const { DuckDBInstance } = createRequire(new URL('../packages/store/package.json', import.meta.url))(
    '@duckdb/node-api',
  );
  const engine = await DuckDBInstance.create(':memory:');
  const connection = await engine.connect();
  await connection.run(`CREATE TABLE m AS SELECT * FROM read_parquet('${dataset}/messages/*.parquet')`);
  const rows = MESSAGE_BATCHES * BATCH_ROWS;
  for (const options of ['PARQUET_VERSION v2, COMPRESSION zstd, COMPRESSION_LEVEL 1', 'COMPRESSION snappy']) {
    const file = join(folder, 'peer.parquet');
    const seconds = await timed(() =>
      connection.run(`COPY m TO '${file}' (FORMAT parquet, ${options}, ROW_GROUP_SIZE 131072)`),
    );
    report(`peer: COPY of a DuckDB table, ${options}`, rows, seconds);
    console.log(
      `  ${(statSync(file).size / rows).toFixed(1)} B/row; ratio of time weft / peer ${(ours / seconds).toFixed(2)}`,
    );
  }
  connection.closeSync();
  engine.closeSync();
}

async function benchCube(path: string): Promise<void> {
  const writer = await createDataset(path);
  const seconds = await timed(async () => {
    for (let step = 0; step < STEPS; step++) await writer.write('counters', counterBatch(step));
    await writer.finish({
      title: 'bench',
      interval: 60e9,
      metrics: [{ name: 'xmit', unit: 'B', doc: '', kind: 'amount' }],
    });
  });
  report('write counters', STEPS * LINKS, seconds, peakMemory());
  const dataset = await openDataset(path);
  const cube = await timed(() => dataset.cube('xmit'));
  report(`build a cube of ${STEPS} steps x ${LINKS} links`, STEPS * LINKS, cube, peakMemory());
  const coarse = await timed(() => dataset.cube('xmit', { maxSteps: 144 }));
  report('build it of 144 steps', STEPS * LINKS, coarse);
  const peer = await timed(() => dataset.sql('SELECT link, sum(value) FROM counters GROUP BY link'));
  console.log(
    `  peer: DuckDB's sum per link ${(peer * 1000).toFixed(0)} ms; ratio of time ${(cube / peer).toFixed(2)}`,
  );
  await dataset.close();
}

function counterBatch(step: number): Batch<Tables['counters']> {
  const random = createRandom(step);
  return {
    rows: LINKS,
    columns: {
      time: new Float64Array(LINKS).fill((step + 1) * 60e9),
      link: Int32Array.from({ length: LINKS }, (_, link) => link),
      metric: constantText('xmit', LINKS),
      value: Float64Array.from({ length: LINKS }, () => random.below(1e9)),
    },
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

function peakMemory(): string {
  return `, peak ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`;
}

function report(what: string, rows: number, seconds: number, note = ''): void {
  const rate = (rows / seconds / 1e6).toFixed(2);
  console.log(
    `${what}: ${rows.toLocaleString('en-US')} rows in ${seconds.toFixed(2)} s, ${rate} M rows/s${note}`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run();
