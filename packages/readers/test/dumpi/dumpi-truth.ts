import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MemorySink } from '@weft/model';
import { expect } from 'vitest';
import type { ImportReport } from '../../src/index.ts';
import { sumBy } from '../sum-by.ts';

interface Truth {
  readonly ranks: number;
  readonly total_calls: number;
  readonly calls: Readonly<Record<string, number>>;
  readonly sends: { readonly messages: number; readonly bytes: number; readonly to_proc_null: number };
  readonly receives: { readonly posted: number; readonly from_proc_null: number; readonly cancelled: number };
  readonly collectives: {
    readonly total_calls: number;
    readonly total_operations: number;
    readonly calls: Readonly<Record<string, number>>;
    readonly operations: Readonly<Record<string, number>>;
  };
  readonly first_walltime: string;
  readonly last_walltime: string;
  readonly communicators: readonly {
    readonly created_by: string;
    readonly members: readonly number[];
    readonly remote?: readonly number[];
  }[];
}

/** Compares an import with the truth files that an independent tool made beside the trace. */
export function expectTruth(folder: string, report: ImportReport, sink: MemorySink): void {
  const truth: Truth = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8'));
  expect(
    sumBy(
      sink.rows('calls'),
      (row) => String(row.call),
      (row) => Number(row.count),
    ),
  ).toEqual(truth.calls);
  expect(sink.count('spans')).toBe(truth.total_calls);
  expectMessages(folder, truth, sink);
  expectCollectives(truth, sink);
  expectDiagnostics(truth, report);
  expectTimes(folder, truth, report, sink);
  expectCommunicators(truth, report.sets[0].counts.communicators, sink);
  expect(sink.rows('ranks').length).toBe(truth.ranks);
}

function expectMessages(folder: string, truth: Truth, sink: MemorySink): void {
  const oneSided = ['MPI_Put', 'MPI_Get', 'MPI_Accumulate'];
  const transfers = oneSided.reduce((sum, call) => sum + (truth.calls[call] ?? 0), 0);
  const ids = new Set<unknown>();
  for (const { id } of sink.each('messages')) ids.add(id);
  expect(ids.size).toBe(truth.sends.messages + transfers);
  const sent = function* () {
    for (const row of sink.each('messages')) if (!oneSided.includes(row.call ?? '')) yield row;
  };
  const pair = (row: { src: number; dst: number }) => `${row.src},${row.dst}`;
  const counts = sumBy(sent(), pair, () => 1);
  const bytes = sumBy(sent(), pair, (row) => row.bytes);
  const ours = Object.keys(counts).map((key) => `${key},${counts[key]},${bytes[key]}`);
  const theirs = readFileSync(join(folder, 'p2p.csv'), 'utf8').trim().split('\n').slice(1);
  expect(ours.sort()).toEqual(theirs.map((line) => line.trim()).sort());
}

function expectCollectives(truth: Truth, sink: MemorySink): void {
  const rows = sink.rows('collectives');
  const short = (row: Record<string, unknown>) => String(row.call).replace('MPI_', '');
  expect(sumBy(rows, short, () => 1)).toEqual(truth.collectives.calls);
  const operations = new Map(rows.map((row) => [`${row.comm} ${row.seq}`, short(row)]));
  expect(operations.size).toBe(truth.collectives.total_operations);
  const byCall: Record<string, number> = {};
  for (const call of operations.values()) byCall[call] = (byCall[call] ?? 0) + 1;
  expect(byCall).toEqual(truth.collectives.operations);
}

function expectDiagnostics(truth: Truth, report: ImportReport): void {
  const count = (code: string) =>
    report.sets[0].diagnostics.find((diagnostic) => diagnostic.code === code)?.count ?? 0;
  expect(count('SENDS')).toBe(truth.sends.messages);
  expect(count('SENDS-TO-PROC-NULL')).toBe(truth.sends.to_proc_null);
  expect(count('RECEIVES-FROM-PROC-NULL')).toBe(truth.receives.from_proc_null);
  expect(count('RECEIVES-CANCELLED')).toBe(truth.receives.cancelled);
  expect(report.sets[0].counts.receives + truth.receives.cancelled).toBe(truth.receives.posted);
  expect(count('MATCHED') + count('UNMATCHED-SENDS')).toBe(count('SENDS'));
  expect(count('FOOTER-MISMATCH')).toBe(0);
  expect(count('INCOMPLETE-COMMUNICATORS') + count('UNKNOWN-COMMUNICATORS')).toBe(0);
}

function expectTimes(folder: string, truth: Truth, report: ImportReport, sink: MemorySink): void {
  const facts = report.facts.provenance?.[0].facts as {
    firstWalltime: string | null;
    lastWalltime: string | null;
  };
  expect(facts.firstWalltime ?? '0.000000000').toBe(truth.first_walltime);
  expect(facts.lastWalltime ?? '0.000000000').toBe(truth.last_walltime);
  const base = nanoseconds(truth.first_walltime);
  const lines = readFileSync(join(folder, 'ranks.csv'), 'utf8').trim().split('\n').slice(1);
  const ranges = new Map<number, [enter: number, exit: number]>();
  for (const { rank, enter, exit } of sink.each('spans')) {
    const known = ranges.get(Number(rank)) ?? [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    ranges.set(Number(rank), [Math.min(known[0], Number(enter)), Math.max(known[1], Number(exit))]);
  }
  for (const line of lines) {
    const [rank, first, last] = line.trim().split(',');
    const expected = [Number(nanoseconds(first) - base), Number(nanoseconds(last) - base)];
    expect(ranges.get(Number(rank))).toEqual(expected);
  }
}

function nanoseconds(text: string): bigint {
  const [seconds, fraction] = text.split('.');
  return BigInt(seconds) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0'));
}

/** Communicators of one rank alone lie behind the others and are listed only where used. */
function expectCommunicators(truth: Truth, known: number, sink: MemorySink): void {
  const byComm = new Map<number, number[]>();
  for (const row of sink.rows('communicators')) {
    if (Number(row.comm) >= known) continue;
    const list = byComm.get(Number(row.comm));
    if (list) list.push(Number(row.world_rank));
    else byComm.set(Number(row.comm), [Number(row.world_rank)]);
  }
  const ours = [...byComm.values()].map((members) => members.join()).sort();
  const theirs = truth.communicators
    .filter(({ created_by }) => !created_by.includes('other side') && created_by !== 'MPI_COMM_SELF')
    .map(({ members, remote }) => [...members, ...(remote ?? [])].join())
    .sort();
  expect(ours).toEqual(theirs);
}
