import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Batch, constantText, createRandom, noTimes, type Tables } from '@weft/model';
import { createDataset, openDataset } from '@weft/store';

const BATCHES = 64;
const BATCH_ROWS = 65_536;
const STEPS = 1440;
const LINKS = 7776;
const CALLS = ['MPI_Send', 'MPI_Isend', 'MPI_Rsend', 'MPI_Sendrecv_replace', 'MPI_Put'];

interface Measured {
  readonly seconds: number;
  /** Seconds of all threads: what counts where others share the machine. */
  readonly cpu: number;
}

/** Rows/s written and read, and the time to build a cube; the peer is DuckDB's own SQL for the same Parquet. */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'weft-bench-'));
  try {
    await benchTable('spans', spanBatch, join(folder, 'spans.weft'));
    await benchTable('messages', messageBatch, join(folder, 'messages.weft'));
    await benchNarrowRead(join(folder, 'messages.weft'));
    await benchCube(join(folder, 'counters.weft'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function benchTable<N extends 'spans' | 'messages'>(
  table: N,
  makeBatch: (index: number) => Batch<Tables[N]>,
  path: string,
): Promise<void> {
  const batches = Array.from({ length: BATCHES }, (_, index) => makeBatch(index));
  const rows = BATCHES * BATCH_ROWS;
  const writer = await createDataset(path);
  const written = await timed(async () => {
    for (const batch of batches) await writer.write(table, batch);
    await writer.finish({ title: 'bench', timeRange: [0, 1] });
  });
  report(`write ${table}`, rows, written, `, peak ${peakMegabytes()} MB with the batches themselves`);
  const dataset = await openDataset(path);
  const bytes = dataset.manifest.tables[table]?.parts.reduce((sum, part) => sum + part.bytes, 0) ?? 0;
  console.log(`  ${(bytes / rows).toFixed(1)} B/row in Parquet`);
  const ours = await timed(() => dataset.readTable(table));
  report(`read ${table}, all columns`, rows, ours);
  await dataset.close();
  await benchPeer(path, table, rows, written);
}

async function benchNarrowRead(path: string): Promise<void> {
  const dataset = await openDataset(path);
  const where = [{ op: 'range', column: 'send_start', from: 2e9, to: 2.01e9 }] as const;
  const narrow = await timed(() => dataset.read({ table: 'messages', where: [...where] }));
  console.log(`read one hundredth of a second of the messages: ${(narrow.seconds * 1000).toFixed(0)} ms`);
  await dataset.close();
}

/** Calls of one rank after the other, as a trace reader gives them. */
function spanBatch(index: number): Batch<Tables['spans']> {
  const random = createRandom(index);
  const enter = new Float64Array(BATCH_ROWS);
  const exit = new Float64Array(BATCH_ROWS);
  for (let row = 0, time = 0; row < BATCH_ROWS; row++) {
    time += random.below(20_000);
    enter[row] = time;
    time += random.below(50_000);
    exit[row] = time;
  }
  const codes = Int32Array.from({ length: BATCH_ROWS }, () => random.below(CALLS.length));
  return {
    rows: BATCH_ROWS,
    columns: {
      job: new Int32Array(BATCH_ROWS),
      rank: new Int32Array(BATCH_ROWS).fill(index),
      call: { codes, dictionary: CALLS },
      enter,
      exit,
      stream: new Int32Array(BATCH_ROWS),
      depth: new Int32Array(BATCH_ROWS),
      kind: constantText('mpi', BATCH_ROWS),
      cpu: noTimes(BATCH_ROWS),
    },
  };
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
      count: new Float64Array(BATCH_ROWS).fill(1),
      tag: ints(16),
      comm: ints(3),
      call: { codes: ints(CALLS.length), dictionary: CALLS },
      send_start: start,
      send_end: sendEnd,
      recv_start: recvStart,
      recv_end: later(recvStart, 5000),
      step: new Int32Array(BATCH_ROWS).fill(-1),
    },
  };
}

/** The same rows from a table of the engine to Parquet, and from that file to memory through the same reader. */
async function benchPeer(dataset: string, table: string, rows: number, ours: Measured): Promise<void> {
  const { DuckDBInstance } = createRequire(new URL('../packages/store/package.json', import.meta.url))(
    '@duckdb/node-api',
  );
  const engine = await DuckDBInstance.create(':memory:');
  const connection = await engine.connect();
  await connection.run(`CREATE TABLE m AS SELECT * FROM read_parquet('${dataset}/${table}/*.parquet')`);
  for (const options of ['PARQUET_VERSION v2, COMPRESSION zstd, COMPRESSION_LEVEL 1', 'COMPRESSION snappy']) {
    const file = `${dataset}.peer`;
    const peer = await timed(() =>
      connection.run(`COPY m TO '${file}' (FORMAT parquet, ${options}, ROW_GROUP_SIZE 131072)`),
    );
    report(`peer: COPY of a DuckDB table, ${options}`, rows, peer);
    const [time, cpu] = [ours.seconds / peer.seconds, ours.cpu / peer.cpu].map((ratio) => ratio.toFixed(2));
    const bytes = (statSync(file).size / rows).toFixed(1);
    console.log(`  ${bytes} B/row; weft / peer: time ${time}, CPU ${cpu}`);
    await compareScans(connection, `${dataset}/${table}/*.parquet`, file);
  }
  connection.closeSync();
  engine.closeSync();
}

/** How long the engine takes to decode all columns of either file. */
async function compareScans(
  connection: { run(sql: string): Promise<unknown> },
  ours: string,
  theirs: string,
): Promise<void> {
  const scan = (files: string) =>
    timed(() => connection.run(`SELECT max(COLUMNS(*)) FROM read_parquet('${files}')`));
  const [own, peer] = [await scan(ours), await scan(theirs)];
  console.log(
    `  scan of all columns: CPU ${own.cpu.toFixed(2)} s of ours, ${peer.cpu.toFixed(2)} s of the peer's`,
  );
}

async function benchCube(path: string): Promise<void> {
  const writer = await createDataset(path);
  const written = await timed(async () => {
    for (let step = 0; step < STEPS; step++) await writer.write('counters', counterBatch(step));
    await writer.finish({
      title: 'bench',
      interval: 60e9,
      metrics: [{ name: 'xmit', unit: 'B', doc: '', kind: 'amount' }],
    });
  });
  report('write counters', STEPS * LINKS, written);
  const dataset = await openDataset(path);
  const cube = await timed(() => dataset.cube('xmit'));
  report(`build a cube of ${STEPS} steps x ${LINKS} links`, STEPS * LINKS, cube);
  const coarse = await timed(() => dataset.cube('xmit', { maxSteps: 144 }));
  report('build it of 144 steps', STEPS * LINKS, coarse);
  const peer = await timed(() => dataset.sql('SELECT link, sum(value) FROM counters GROUP BY link'));
  console.log(
    `  peer: DuckDB's sum per link ${(peer.seconds * 1000).toFixed(0)} ms; ratio of time ${(cube.seconds / peer.seconds).toFixed(2)}`,
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

async function timed(work: () => Promise<unknown>): Promise<Measured> {
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  await work();
  const { user, system } = process.cpuUsage(cpuBefore);
  return { seconds: (performance.now() - start) / 1000, cpu: (user + system) / 1e6 };
}

function peakMegabytes(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}

function report(what: string, rows: number, { seconds, cpu }: Measured, note = ''): void {
  const [rate, cpuRate] = [seconds, cpu].map((spent) => (rows / spent / 1e6).toFixed(2));
  console.log(
    `${what}: ${rows.toLocaleString('en-US')} rows in ${seconds.toFixed(2)} s, ${rate} M rows/s, ` +
      `CPU ${cpu.toFixed(2)} s, ${cpuRate} M rows/CPU s${note}`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run();
