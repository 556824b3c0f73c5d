import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Batch, rowsFromBatch, type TableName, type TableSink, tables } from '@weft/model';
import { type ImportReport, importFiles } from '@weft/readers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireCommands } from './debian-packages.ts';

const RANKS = 4;
const program = fileURLToPath(new URL('./programs/exchange.c', import.meta.url));

let folder: string;
let anchor: string;
let printed: PrintedEvent[];
let report: ImportReport;
let written: Map<TableName, Record<string, unknown>[]>;

/** An event as otf2-print shows it. */
interface PrintedEvent {
  readonly kind: string;
  readonly location: string;
  readonly fields: string;
}

beforeAll(async () => {
  requireCommands(
    ['mpicc', 'mpirun', 'eztrace', 'otf2-print'],
    ['gcc', 'libc6-dev', 'openmpi-bin', 'libopenmpi-dev', 'eztrace', 'otf2-tools'],
  );
  folder = mkdtempSync(join(tmpdir(), 'weft-eztrace-'));
  anchor = trace(folder);
  printed = parsePrinted(run('otf2-print', [anchor]));
  written = new Map();
  report = await importFiles([anchor], sinkInto(written));
});

afterAll(() => {
  if (folder) rmSync(folder, { recursive: true, force: true });
});

describe('a program traced by EZTrace', () => {
  it('has the events that otf2-print lists', () => {
    const counts: Record<string, number> = {};
    for (const { kind } of printed) counts[kind] = (counts[kind] ?? 0) + 1;
    expect(counts.MPI_SEND).toBe(20);
    expect(counts.MPI_ISEND).toBe(RANKS * (RANKS - 1) + 2 * 2);
    expect(report.sets[0].counts).toMatchObject(counts);
  });

  it('has the messages and bytes of every pair', () => {
    const matrix: Record<string, [number, number]> = {};
    for (const { src, dst, bytes } of written.get('messages') as {
      src: number;
      dst: number;
      bytes: number;
    }[]) {
      const cell = (matrix[`${src} ${dst}`] ??= [0, 0]);
      cell[0]++;
      cell[1] += bytes;
    }
    expect(matrix).toEqual(printedMatrix());
  });

  it('has as many receives, and every one of them finds its message', () => {
    const receives = printed.filter(({ kind }) => kind === 'MPI_RECV' || kind === 'MPI_IRECV').length;
    const { counts } = report.sets[0];
    expect(counts.receives).toBe(receives);
    expect(counts.matched).toBe(receives);
    expect(counts.matched + counts.unmatchedSends).toBe(counts.sends);
  });

  it('has a span for every region that otf2-print shows entered', () => {
    const spans = written.get('spans') as { kind: string; depth: number; enter: number; exit: number }[];
    expect(spans.length).toBe(printed.filter(({ kind }) => kind === 'ENTER').length);
    expect(spans.every(({ enter, exit, depth }) => enter <= exit && depth >= 0)).toBe(true);
    expect(spans.filter(({ kind }) => kind === 'mpi').length).toBe(
      printed.filter(({ kind, fields }) => kind === 'ENTER' && /"MPI_/.test(fields)).length,
    );
  });

  it('has the collectives with their roots in world ranks', () => {
    const rows = written.get('collectives') as { call: string; root: number; rank: number }[];
    const ends = printed.filter(({ kind }) => kind === 'MPI_COLLECTIVE_END');
    expect(rows.length).toBe(ends.length);
    const roots = rows.filter(({ call }) => call === 'MPI_Bcast').map(({ root }) => root);
    expect(roots).toEqual(Array(RANKS).fill(RANKS - 1));
  });

  it('names the program as its job and knows its ranks', () => {
    expect(written.get('jobs')).toMatchObject([{ name: 'exchange' }]);
    expect(written.get('ranks')?.length).toBe(RANKS);
  });
});

/** Compiles and runs the program under EZTrace; returns the path of the anchor file. */
function trace(into: string): string {
  run('mpicc', ['-O1', '-o', join(into, 'exchange'), program]);
  const launcher = ['--allow-run-as-root', '--oversubscribe', '-np', String(RANKS)];
  run('mpirun', [...launcher, 'eztrace', '-t', 'openmpi', '-o', join(into, 'trace'), './exchange'], into);
  const found = readdirSync(into, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('.otf2'),
  );
  if (found === undefined) throw new Error('EZTrace wrote no .otf2 file');
  return join(into, found);
}

function run(command: string, args: readonly string[], cwd?: string): string {
  return execFileSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function parsePrinted(text: string): PrintedEvent[] {
  const events: PrintedEvent[] = [];
  for (const line of text.split('\n')) {
    const match = /^([A-Z_0-9]+) +(\d+) +\d+ *(.*)$/.exec(line);
    if (match) events.push({ kind: match[1], location: match[2], fields: match[3] });
  }
  return events;
}

/** Sends and bytes per pair of ranks; EZTrace's locations are numbered in the order of the ranks. */
function printedMatrix(): Record<string, [number, number]> {
  const locations = [...new Set(printed.map(({ location }) => location))].sort(
    (a, b) => Number(a) - Number(b),
  );
  const matrix: Record<string, [number, number]> = {};
  for (const { kind, location, fields } of printed) {
    if (kind !== 'MPI_SEND' && kind !== 'MPI_ISEND') continue;
    const [, receiver, bytes] = /Receiver: \d+ \(".*?" <(\d+)>\).*Length: (\d+)/.exec(
      fields,
    ) as RegExpExecArray;
    const cell = (matrix[`${locations.indexOf(location)} ${locations.indexOf(receiver)}`] ??= [0, 0]);
    cell[0]++;
    cell[1] += Number(bytes);
  }
  return matrix;
}

function sinkInto(into: Map<TableName, Record<string, unknown>[]>): TableSink {
  return {
    async write(table, batch) {
      const rows = rowsFromBatch(tables[table], batch as Batch) as Record<string, unknown>[];
      into.set(table, [...(into.get(table) ?? []), ...rows]);
    },
  };
}
