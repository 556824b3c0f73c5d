import { readFileSync } from 'node:fs';
import type { MemorySink } from '@weft/model';
import { expect } from 'vitest';
import { isSend } from '../../src/ipm/ipm-messages.ts';
import { sumBy } from '../sum-by.ts';

/** Compares the messages with the table `rank,peer,call,count,bytes` made by another program. */
export function expectIpmTruth(csv: string, sink: MemorySink): void {
  const lines = readFileSync(csv, 'utf8').trim().split('\n').slice(1);
  const theirs = lines.filter((line) => isSend(line.split(',')[2])).map((line) => line.trim());
  const key = (row: Record<string, unknown>) => `${row.src},${row.dst},${row.call}`;
  const counts = sumBy(sink.each('messages'), key, (row) => Number(row.count));
  const bytes = sumBy(sink.each('messages'), key, (row) => Number(row.bytes));
  expect(
    Object.keys(counts)
      .map((pair) => `${pair},${counts[pair]},${bytes[pair]}`)
      .sort(),
  ).toEqual(theirs.sort());
}
