import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAnalysis, readNeeds } from '@weft/analysis';
import { type AnyColumn, batchFromRows, type Frame, networkTables, tables, valueAt } from '@weft/model';
import { buildNetwork } from '@weft/network';
import { createDataset, openDataset } from '@weft/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from './run-command.ts';

/** The questions that are asked most, in one line of SQL each, against the analyses behind the page. */
const folder = mkdtempSync(join(tmpdir(), 'weft-questions-'));
const path = join(folder, 'run.weft');
const STEP = 1e6;
const none = { tag: -1, comm: 0, call: 'MPI_Isend', send_end: -1, recv_start: -1 };

/** Bursts of messages with equal times inside, two jobs, and one message that nobody received. */
const messages = Array.from({ length: 600 }, (_, id) => {
  const [burst, job] = [Math.floor(id / 100), id % 2];
  const sent = burst * 50 * STEP + (id % 10) * 1000;
  const src = id % 16;
  return {
    id,
    job,
    src,
    dst: (src + 1 + burst) % 16,
    bytes: 8 * id,
    ...none,
    send_start: sent,
    recv_end: sent + 500,
  };
});

beforeAll(async () => {
  const network = buildNetwork('fat-tree', { ports: 4 });
  const { vertices, links } = networkTables(network);
  const capacity = new Float64Array(network.linkCount).fill(12.5e9);
  const writer = await createDataset(path);
  await writer.write('vertices', vertices);
  await writer.write('links', { rows: links.rows, columns: { ...links.columns, capacity } });
  const job = (id: number) => ({ id, name: `job ${id}`, user: null, state: null, start: 0, end: 300 * STEP });
  await writer.write('jobs', batchFromRows(tables.jobs, [job(0), job(1)]));
  const steps = Array.from({ length: 12 * network.linkCount }, (_, at) => ({
    time: (Math.floor(at / network.linkCount) + 1) * STEP,
    link: at % network.linkCount,
    bytes: 1000 * ((at * 7919) % 13),
  }));
  const written = steps.filter(({ bytes }) => bytes > 0);
  const counters = written.map(({ bytes: value, ...row }) => ({ ...row, metric: 'data_sent', value }));
  await writer.write('counters', batchFromRows(tables.counters, counters));
  const loads = written.map(({ bytes, ...row }) => ({ ...row, job: row.link % 2, bytes }));
  await writer.write('loads', batchFromRows(tables.loads, loads));
  const lost = { ...messages[0], id: 600, dst: -1 };
  await writer.write('messages', batchFromRows(tables.messages, [...messages, lost]));
  await writer.finish({
    title: 'a run',
    interval: STEP,
    metrics: [{ name: 'data_sent', unit: 'B', doc: '', kind: 'amount' }],
  });
  await runCommand(['phases', path]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function sql(query: string): Promise<unknown[][]> {
  const dataset = await openDataset(path);
  try {
    return rowsOf(await dataset.sql(query));
  } finally {
    await dataset.close();
  }
}

function rowsOf({ rows, columns }: Frame, names = Object.keys(columns)): unknown[][] {
  return Array.from({ length: rows }, (_, row) =>
    names.map((name) => valueAt(columns[name] as AnyColumn, row)),
  );
}

async function analyse(name: string, given: object): Promise<Record<string, Frame>> {
  const analysis = findAnalysis(name)!;
  const params = analysis.params.parse(given);
  const dataset = await openDataset(path);
  try {
    const inputs = await readNeeds(
      (known) => analysis.needs(params, known),
      (query) => dataset.read(query),
    );
    return { ...(await analysis.run(inputs, params, {})) };
  } finally {
    await dataset.close();
  }
}

test('hottest links, and those of each job', async () => {
  const page = await analyse('hottest-links', { interval: STEP, limit: 5 });
  const found = await sql(
    'select link, bytes, percent from link_traffic order by percent desc, bytes desc, link limit 5',
  );
  expect(found).toEqual(rowsOf(page.links, ['link', 'bytes', 'percent']));
  const ofJobs = await sql(
    'select job, job_name, place, bytes from job_links where place <= 2 order by job, place',
  );
  expect(ofJobs.map(([job, name, place]) => [job, name, place])).toEqual([
    [0, 'job 0', 1],
    [0, 'job 0', 2],
    [1, 'job 1', 1],
    [1, 'job 1', 2],
  ]);
  const most = await sql(
    'select max(b) from (select sum(bytes) as b from loads where job = 1 group by link)',
  );
  expect(ofJobs[2][3]).toBe(Number(most[0][0]));
});

test('the communication matrix', async () => {
  const page = await analyse('matrix-tiles', { job: 0 });
  const found = await sql(
    'select src, dst, bytes, messages from rank_pairs where job = 0 order by bytes desc, src, dst',
  );
  const { rows } = page.top;
  expect(found.slice(0, rows).map(([src, dst, bytes]) => [src, dst, bytes])).toEqual(
    rowsOf(page.top, ['src', 'dst', 'amount']),
  );
  const total = messages.filter(({ job }) => job === 0).reduce((sum, { bytes }) => sum + bytes, 0);
  expect(found.reduce((sum, [, , bytes]) => sum + Number(bytes), 0)).toBe(total);
});

test.each([0, 1])('bytes of each phase of job %i, and the phase of each message', async (job) => {
  const [[phases]] = await sql(`select count(*) from phases where job = ${job}`);
  expect(phases).toBe(30);
  const page = await analyse('commgram', { job, phases });
  const found = await sql(
    `select phase, any_value(start), any_value("end"), sum(messages), sum(bytes) from phase_traffic where job = ${job} group by phase order by phase`,
  );
  expect(found.map((row) => row.map(Number))).toEqual(
    rowsOf(page.phases, ['phase', 'start', 'end', 'messages', 'bytes']),
  );
  expect(
    await sql(`select phase, start, "end", messages, bytes from phases where job = ${job} order by phase`),
  ).toEqual(rowsOf(page.phases, ['phase', 'start', 'end', 'messages', 'bytes']));
  const [[rows, distinct]] = await sql(
    `select count(*), count(distinct message) from message_phases where job = ${job}`,
  );
  expect([rows, distinct]).toEqual([300, 300]);
});

test('a mean over steps counts samples that were not written as 0', async () => {
  const [[mean, naive]] = await sql(
    'select (select avg(mean) from link_means), (select avg(value) from counters)',
  );
  const [[total, links]] = await sql(
    'select (select sum(value) from counters), (select count(*) from links)',
  );
  expect(mean).toBeCloseTo(Number(total) / Number(links) / 12, 9);
  expect(Number(naive)).toBeGreaterThan(1.05 * Number(mean));
});

test('phases are put in place of those before', async () => {
  await runCommand(['phases', path, '--phases', '3']);
  expect(await sql('select job, count(*) from phases group by job order by job')).toEqual([
    [0, 3],
    [1, 3],
  ]);
  expect(await sql('select count(*) from message_phases')).toEqual([[600]]);
  await runCommand(['phases', path]);
});
