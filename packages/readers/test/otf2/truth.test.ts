import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { MemorySink } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { sharedFixtures } from '../shared-fixtures.ts';
import { importArchive } from './import-archive.ts';

interface Entry {
  readonly name: string;
  readonly anchor: string;
  readonly folder?: string;
}

interface Truth {
  readonly ranks: number;
  readonly locations: string;
  readonly sends: number;
  readonly recvs: number;
  readonly sendBytes: number;
  readonly recvBytes: number;
  readonly totalEvents: number;
  readonly firstTimestamp: number;
  readonly lastTimestamp: number;
  readonly clock: { readonly ticksPerSecond: number };
  readonly events: Record<string, number>;
  readonly collectives: Record<string, { count: number; sent: number; received: number }>;
}

const own = fileURLToPath(new URL('../../../../fixtures/otf2/', import.meta.url));
const { folder: shared, present } = sharedFixtures('otf2');

describe('archives in fixtures/', () => {
  for (const entry of entriesOf(own)) it(entry.name, () => checkArchive(own, entry));
});

describe.skipIf(!present)('archives in ../shared/fixtures', () => {
  for (const entry of entriesOf(`${shared}/`))
    it(entry.name, () => checkArchive(`${shared}/${entry.folder}/`, entry));
});

function entriesOf(folder: string): Entry[] {
  const index = `${folder}INDEX.json`;
  return existsSync(index) ? JSON.parse(readFileSync(index, 'utf8')) : [];
}

async function checkArchive(folder: string, { name, anchor }: Entry): Promise<void> {
  const text = readFileSync(`${folder}${name}.truth.json`, 'utf8');
  const truth: Truth = JSON.parse(text);
  const { sink, report } = await importArchive(folder + anchor);
  const dry = await importArchive(folder + anchor, { dryRun: true });
  expect(dry.sink.tables).toEqual([]);
  for (const { counts, facts } of [report, dry.report]) {
    expect(kindsOf(counts)).toEqual(truth.events);
    expect(counts).toMatchObject({
      ranks: processesOf(truth),
      locations: Number(truth.locations),
      events: truth.totalEvents,
      sends: truth.sends,
      receives: truth.recvs,
      sendBytes: truth.sendBytes,
      receiveBytes: truth.recvBytes,
    });
    expect(collectivesOf(counts)).toEqual(truth.collectives);
    expect(facts.timeRange).toEqual(timesOf(text));
  }
  const { matched, unmatchedSends, unmatchedReceives, cancelledReceives } = report.counts;
  expect(matched + unmatchedSends).toBe(truth.sends);
  expect(matched + unmatchedReceives + cancelledReceives).toBe(truth.recvs);
  expect(matrixOf(sink)).toEqual(matrixOfCsv(readFileSync(`${folder}${name}.bytes.csv`, 'utf8')));
  checkTables(sink, truth);
}

function checkTables(sink: MemorySink, truth: Truth): void {
  const collectives = sink.rows('collectives');
  const all = Object.values(truth.collectives);
  expect(collectives.length).toBe(all.reduce((sum, { count }) => sum + count, 0));
  expect(collectives.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(
    all.reduce((sum, { sent }) => sum + sent, 0),
  );
  expect(sink.rows('ranks').length).toBe(processesOf(truth));
  expect(sink.rows('jobs').length).toBe(1);
  const callsOf = (isCounted: (call: string) => boolean) =>
    sink.rows('calls').reduce((sum, { call, count }) => sum + (isCounted(call ?? '') ? count : 0), 0);
  const spans = sink.rows('spans');
  expect(spans.filter(({ kind }) => kind === 'mpi').length).toBe(callsOf((call) => call !== 'Device copy'));
  expect(spans.filter(({ kind }) => kind !== 'copy').length).toBe(
    Math.min(truth.events.ENTER, truth.events.LEAVE),
  );
  expect(spans.filter(({ kind }) => kind !== 'mpi').length).toBe(
    sink.rows('regions').reduce((sum, { count }) => sum + count, 0),
  );
  const transfers = sink.rows('messages').filter(({ call }) => isOneSided(call)).length;
  const { RMA_PUT = 0, RMA_GET = 0 } = truth.events;
  expect(transfers + callsOf((call) => call === 'Device copy')).toBe(RMA_PUT + RMA_GET);
  expect(sink.rows('messages').every(({ send_start, send_end }) => send_start <= send_end)).toBe(true);
}

/** Without MPI each process counts as a rank; all such archives here have one. */
function processesOf({ ranks }: Truth): number {
  return Math.max(1, ranks);
}

function kindsOf(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([key]) => /^[A-Z_0-9]+$/.test(key)));
}

function collectivesOf(counts: Readonly<Record<string, number>>): Truth['collectives'] {
  const names = Object.keys(counts).flatMap((key) => /^collective\.([A-Z_]+)$/.exec(key)?.[1] ?? []);
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        count: counts[`collective.${name}`],
        sent: counts[`collective.${name}.sent`],
        received: counts[`collective.${name}.received`],
      },
    ]),
  );
}

/** First and last time in nanoseconds, from the ticks in the truth file's text: they exceed 2^53. */
function timesOf(text: string): [number, number] {
  const field = (name: string) => BigInt(new RegExp(`"${name}": (\\d+)`).exec(text)?.[1] as string);
  const start = field('globalOffset');
  const rate = field('ticksPerSecond');
  const toTime = (tick: bigint) => Number(((tick - start) * 1_000_000_000n) / rate);
  return [toTime(field('firstTimestamp')), toTime(field('lastTimestamp'))];
}

type Matrix = Record<string, { sends: number; sendBytes: number }>;

/** Messages of one-sided calls, which the matrices of sends leave out. */
function isOneSided(call: string | null): boolean {
  return /^MPI_(R?put|R?get)/i.test(call ?? '');
}

function matrixOf(sink: MemorySink): Matrix {
  const matrix: Matrix = {};
  for (const { src, dst, bytes, call } of sink.rows('messages')) {
    if (isOneSided(call)) continue;
    const key = `${src},${dst}`;
    matrix[key] ??= { sends: 0, sendBytes: 0 };
    matrix[key].sends++;
    matrix[key].sendBytes += bytes;
  }
  return matrix;
}

function matrixOfCsv(text: string): Matrix {
  const matrix: Matrix = {};
  for (const line of text.trim().split('\n').slice(1)) {
    const [src, dst, sends, sendBytes] = line.split(',');
    if (Number(sends) > 0) matrix[`${src},${dst}`] = { sends: Number(sends), sendBytes: Number(sendBytes) };
  }
  return matrix;
}
