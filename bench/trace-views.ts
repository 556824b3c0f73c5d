import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findAnalysis, readNeeds } from '@weft/analysis';
import { type Batch, constantText, createRandom, type Frame, noTimes, type Tables } from '@weft/model';
import { createDataset, type Dataset, openDataset } from '@weft/store';

const RANKS = 4096;
const SPANS = Number(process.env.WEFT_BENCH_SPANS ?? 10_000_000);
const CALLS = ['MPI_Isend', 'MPI_Irecv', 'MPI_Waitall', 'MPI_Allreduce', 'MPI_Bcast', 'MPI_Barrier'];
const RUN = 10e9;
const MATRIX_RANKS = 16_384;
const NEIGHBOURS = 26;

/** Tiles of a timeline of 4096 ranks and 10 million calls, and a matrix of 16,384 ranks; the peer is DuckDB's own SQL. */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'weft-bench-'));
  try {
    await benchTimeline(join(folder, 'spans.weft'));
    await benchMatrix(join(folder, 'matrix.weft'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function benchTimeline(path: string): Promise<void> {
  await writeDataset(path, 'spans', spanBatches());
  const dataset = await openDataset(path);
  const whole = { job: 0, time: [0, RUN], messages: false, columns: 1024, rows: 512 };
  const inputs = await readInputs(dataset, 'timeline', whole);
  console.log(`timeline, ${RANKS} ranks x ${(SPANS / 1e6).toFixed(0)} M calls`);
  console.log(`  read all calls once: ${ms(inputs.seconds)}`);
  await measure('tiles 512 x 1024 of the whole run, from memory', 'timeline', inputs.frames, whole);
  const tenth = { ...whole, time: [4e9, 5e9] };
  await measure('tiles of a tenth of the run, from memory', 'timeline', inputs.frames, tenth);
  for (const [label, time, ranks] of [
    ['the whole run, all ranks', [0, RUN], [0, RANKS]],
    ['one strip of 256 ranks, whole run', [0, RUN], [512, 768]],
    ['a tenth of the run, all ranks', [4e9, 5e9], [0, RANKS]],
    ['a hundredth of the run, all ranks', [4e9, 4.1e9], [0, RANKS]],
    ['a thousandth of the run, 64 ranks', [4e9, 4.01e9], [512, 576]],
  ] as const) {
    for (const reading of ['window', 'sums'] as const) {
      const params = { ...whole, reading, time, ranks };
      const before = process.cpuUsage();
      const part = await readInputs(dataset, 'timeline', params);
      await runAnalysis('timeline', part.frames, params);
      const { user, system } = process.cpuUsage(before);
      const rows = Object.values(part.frames).reduce((sum, frame) => sum + frame.rows, 0);
      const how = reading === 'sums' ? 'add up and tile' : 'read and tile';
      console.log(`  ${how} ${label}: ${ms((user + system) / 1e6)} of processor, ${rows} rows read`);
    }
  }
  const peer = await timed(() => dataset.sql(tilesSql()));
  console.log(`  peer, SQL that puts each call into the bin of its start: ${ms(peer)}`);
  await dataset.close();
}

/** Cruder than our tiles: no call is split among the bins it covers. */
function tilesSql(): string {
  return `SELECT r, t, arg_max(call, s) AS call, sum(s) AS busy FROM (
    SELECT rank // 8 AS r, enter // ${RUN / 1024} AS t, call, sum(exit - enter) AS s
    FROM spans GROUP BY ALL) GROUP BY ALL`;
}

async function benchMatrix(path: string): Promise<void> {
  await writeDataset(path, 'messages', messageBatches());
  const dataset = await openDataset(path);
  const params = { job: 0, cells: 512 };
  const { frames, seconds } = await readInputs(dataset, 'matrix-tiles', params);
  console.log(
    `matrix, ${MATRIX_RANKS} ranks x ${((MATRIX_RANKS * NEIGHBOURS * 4) / 1e6).toFixed(1)} M messages`,
  );
  console.log(`  read all messages once: ${ms(seconds)}`);
  const first = await timed(() => runAnalysis('matrix-tiles', frames, params));
  console.log(`  first tiles, pairs summed: ${ms(first)}`);
  await measure('overview of 512 x 512 blocks', 'matrix-tiles', frames, params);
  const zoomed = { ...params, senders: [4096, 4736], receivers: [4096, 4736], cells: 640 };
  await measure('640 x 640 single ranks', 'matrix-tiles', frames, zoomed);
  const community = { ...params, order: 'community' };
  const ordered = await timed(() => runAnalysis('matrix-tiles', frames, community));
  console.log(`  order by community, once: ${ms(ordered)}`);
  const sql = 'SELECT src // 32 AS s, dst // 32 AS d, sum(bytes), sum(count) FROM messages GROUP BY ALL';
  const peer = await timed(() => dataset.sql(sql));
  console.log(`  peer, SQL for the same blocks: ${ms(peer)}`);
  await dataset.close();
}

/** Rank by rank, as a trace reader gives them. */
function* spanBatches(): Generator<Batch<Tables['spans']>> {
  const perRank = Math.round(SPANS / RANKS);
  const step = RUN / perRank;
  const together = 32;
  for (let first = 0; first < RANKS; first += together) {
    const random = createRandom(first);
    const rows = together * perRank;
    const columns = {
      job: new Int32Array(rows),
      rank: Int32Array.from({ length: rows }, (_, row) => first + Math.floor(row / perRank)),
      call: { codes: Int32Array.from({ length: rows }, () => random.below(CALLS.length)), dictionary: CALLS },
      enter: Float64Array.from({ length: rows }, (_, row) => Math.floor((row % perRank) * step)),
      exit: new Float64Array(rows),
      stream: new Int32Array(rows),
      depth: new Int32Array(rows),
      kind: constantText('mpi', rows),
      cpu: noTimes(rows),
    };
    for (let row = 0; row < rows; row++) {
      columns.exit[row] = columns.enter[row] + 1 + random.below(Math.floor(step * 0.9));
    }
    yield { rows, columns };
  }
}

/** A stencil: each rank sends four messages to each of 26 neighbours. */
function* messageBatches(): Generator<Batch<Tables['messages']>> {
  const together = 512;
  const rows = together * NEIGHBOURS * 4;
  const offsets = Array.from({ length: NEIGHBOURS }, (_, n) => (n < 13 ? n - 13 : n - 12) * 37);
  for (let first = 0; first < MATRIX_RANKS; first += together) {
    const src = Int32Array.from({ length: rows }, (_, row) => first + Math.floor(row / (NEIGHBOURS * 4)));
    const time = Float64Array.from({ length: rows }, (_, row) => row * 100);
    yield {
      rows,
      columns: {
        id: Float64Array.from({ length: rows }, (_, row) => first * NEIGHBOURS * 4 + row),
        job: new Int32Array(rows),
        src,
        dst: src.map((rank, row) => (rank + offsets[row % NEIGHBOURS] + MATRIX_RANKS) % MATRIX_RANKS),
        bytes: new Float64Array(rows).fill(4096),
        count: new Float64Array(rows).fill(1),
        tag: new Int32Array(rows),
        comm: new Int32Array(rows),
        call: { codes: new Int32Array(rows), dictionary: ['MPI_Isend'] },
        send_start: time,
        send_end: time.map((value) => value + 10),
        recv_start: time,
        recv_end: time.map((value) => value + 50),
        step: new Int32Array(rows).fill(-1),
      },
    };
  }
}

async function writeDataset<N extends 'spans' | 'messages'>(
  path: string,
  table: N,
  batches: Iterable<Batch<Tables[N]>>,
): Promise<void> {
  const writer = await createDataset(path);
  for (const batch of batches) await writer.write(table, batch);
  await writer.finish({ title: 'bench' });
}

async function readInputs(
  dataset: Dataset,
  name: string,
  params: object,
): Promise<{ frames: Record<string, Frame>; seconds: number }> {
  const analysis = findAnalysis(name)!;
  const choice = analysis.params.parse(params);
  let frames: Record<string, Frame> = {};
  const seconds = await timed(async () => {
    frames = await readNeeds(
      (known) => analysis.needs(choice, known),
      (query) => dataset.read(query),
    );
  });
  return { frames, seconds };
}

function runAnalysis(name: string, frames: Record<string, Frame>, params: object) {
  const analysis = findAnalysis(name)!;
  return analysis.run(frames, analysis.params.parse(params), {});
}

/** The middle of five runs after a first one. */
async function measure(
  label: string,
  name: string,
  frames: Record<string, Frame>,
  params: object,
): Promise<void> {
  await runAnalysis(name, frames, params);
  const times: number[] = [];
  for (let i = 0; i < 5; i++) times.push(await timed(() => runAnalysis(name, frames, params)));
  times.sort((a, b) => a - b);
  console.log(`  ${label}: ${ms(times[2])}`);
}

async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

function ms(seconds: number): string {
  return `${(seconds * 1000).toFixed(0)} ms`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run();
