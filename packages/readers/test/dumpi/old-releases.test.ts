import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemorySink } from '@weft/model';
import { afterAll, describe, expect, it } from 'vitest';
import { ByteWriter } from '../../src/dumpi/byte-writer.ts';
import { LEAD_IN } from '../../src/dumpi/read-sections.ts';
import { END_OF_STREAM, functionId } from '../../src/dumpi/record-layout.ts';
import { importFiles } from '../../src/index.ts';

const scratch = mkdtempSync(join(tmpdir(), 'weft-test-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const before = (version: readonly number[], patch: number) => version[2] < patch;

/** One rank that sends itself a structure and 3 integers, as releases of 2010 wrote it. */
function oldFile(version: readonly number[]): Uint8Array {
  const out = new ByteWriter();
  let number = 0;
  const record = (name: string) => {
    out.u16(functionId(name));
    out.u8(0x0b);
    for (const nanoseconds of [number * 1000, number * 1000 + 500]) {
      out.u16(0);
      out.u32(nanoseconds);
    }
    number++;
  };
  const array = (values: readonly number[]) => {
    out.u32(values.length);
    for (const value of values) out.u32(value);
  };
  const message = (name: string, count: number, type: number) => {
    record(name);
    out.u32(count);
    out.u16(type);
    out.u32(0);
    out.u32(7);
    out.u16(2);
  };
  const status = (bytes: number) => {
    out.u32(1);
    out.u32(bytes);
    out.u32(0);
    out.u8(0);
    out.u8(0);
    if (!before(version, 3)) out.u32(7);
  };
  out.raw(LEAD_IN);
  out.u32(0);
  out.u32(0);
  record('MPI_Init');
  out.u32(1);
  if (before(version, 2)) out.u32(1);
  out.string32('program');
  record('MPI_Cart_get');
  out.u32(2);
  out.u16(2);
  out.u32(2);
  array([1, 1]);
  array([0, 0]);
  if (before(version, 8)) out.u32(0);
  else array([0, 0]);
  record('MPI_Type_struct');
  out.u32(2);
  array([2, 3]);
  if (before(version, 9)) out.u32(0);
  else array([0, 8]);
  out.u32(2);
  out.u16(9);
  out.u16(14);
  out.u16(28);
  message('MPI_Send', 2, 28);
  message('MPI_Send', 3, 9);
  message('MPI_Recv', 2, 28);
  status(64);
  message('MPI_Recv', 3, 9);
  status(12);
  out.u16(END_OF_STREAM);
  const header = out.length;
  out.raw(Uint8Array.from(version));
  out.u64(1_270_000_000n);
  out.string16('node');
  out.string16('<none>');
  out.u32(0);
  const footer = out.length;
  out.u64(0xf007fee7n);
  const counts = new Map([
    [functionId('MPI_Init'), 1],
    [functionId('MPI_Cart_get'), 1],
    [functionId('MPI_Type_struct'), 1],
    [functionId('MPI_Send'), 2],
    [functionId('MPI_Recv'), 2],
    [290, 7],
  ]);
  for (let slot = 0; slot < 291; slot++) out.u32(counts.get(slot) ?? 0);
  for (let slot = 0; slot < 291; slot++) out.u32(0);
  out.raw(LEAD_IN);
  for (const place of [0, 0, header, 8, footer, 0]) out.u64(BigInt(place));
  return out.take();
}

describe('files of old releases', () => {
  it.each([
    [0, 6, 1],
    [0, 6, 2],
    [0, 6, 5],
    [0, 6, 8],
    [0, 6, 9],
  ])('reads the layout of %i.%i.%i', async (...version) => {
    const folder = mkdtempSync(join(scratch, 'old '));
    writeFileSync(join(folder, 'dumpi-2010.04.01.00.00.00-0000.bin'), oldFile(version));
    const sink = new MemorySink();
    const { sets } = await importFiles([folder], sink);
    expect(sink.rows('messages').map(({ bytes, tag }) => [Number(bytes), tag])).toEqual([
      [64, 7],
      [12, 7],
    ]);
    expect(sink.rows('jobs')[0].name).toBe('program');
    expect(sink.count('spans')).toBe(7);
    const codes = sets[0].diagnostics.map(({ code, count }) => `${code} ${count}`);
    expect(codes).toEqual(['SENDS 2', 'MATCHED 2', 'META-MISSING 1']);
    expect(sets[0].facts?.provenance?.[0].facts).toMatchObject({ version: version.join('.') });
  });

  it('tells where such a file is cut off, and imports what comes before', async () => {
    const folder = mkdtempSync(join(scratch, 'cut '));
    const whole = oldFile([0, 6, 1]);
    writeFileSync(join(folder, 'dumpi-2010.04.01.00.00.00-0000.bin'), whole);
    writeFileSync(join(folder, 'dumpi-2010.04.01.00.00.00-0001.bin'), whole.subarray(0, 150));
    writeFileSync(join(folder, 'dumpi-2010.04.01.00.00.00-0002.bin'), '');
    await expect(importFiles([folder], new MemorySink())).rejects.toThrow(/empty/);
    const sink = new MemorySink();
    const { sets } = await importFiles([folder], sink, { keepGoing: true });
    const count = (code: string) => sets[0].diagnostics.find((one) => one.code === code)?.count;
    expect([count('FILES-TRUNCATED'), count('FILES-UNREADABLE'), count('MATCHED')]).toEqual([1, 1, 2]);
    expect(readdirSync(folder)).toHaveLength(3);
    expect(readFileSync(join(folder, 'dumpi-2010.04.01.00.00.00-0000.bin'))).toEqual(Buffer.from(whole));
  });
});
