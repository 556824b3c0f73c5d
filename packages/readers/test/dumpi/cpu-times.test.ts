import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MemorySink } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { CpuClock } from '../../src/dumpi/cpu-clock.ts';
import { importFiles } from '../../src/index.ts';

const fixtures = fileURLToPath(new URL('../../../../fixtures', import.meta.url));

async function importOf(name: string, cpuTimes: boolean): Promise<MemorySink> {
  const sink = new MemorySink();
  await importFiles([join(fixtures, name)], sink, { cpuTimes });
  return sink;
}

const LINE = /^(\w+) (entering|returning) at walltime \d+\.\d+, cputime (\d+)\.(\d{9}) seconds/;

/** Name and processor times at the start and end of each call, as dumpi2ascii prints them. */
function printedCalls(rank: number): { name: string; start: number; stop: number }[] {
  const folder = join(fixtures, 'dumpi-text', 'bswap8');
  const file = readdirSync(folder).find((name) => name.endsWith(`-000${rank}.txt`)) ?? '';
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  const times = lines.flatMap((line) => {
    const found = LINE.exec(line);
    return found ? [{ name: found[1], at: Number(found[3]) * 1e9 + Number(found[4]) }] : [];
  });
  return Array.from({ length: times.length / 2 }, (_, call) => ({
    name: times[2 * call].name,
    start: times[2 * call].at,
    stop: times[2 * call + 1].at,
  }));
}

describe('processor times of DUMPI', () => {
  it.each(['dumpi/bswap8', 'dumpi-text/bswap8'])('of %s are those that dumpi2ascii prints', async (trace) => {
    const sink = await importOf(trace, true);
    for (let rank = 0; rank < 8; rank++) {
      const printed = printedCalls(rank);
      const spans = sink.rows('spans').filter((span) => span.rank === rank);
      expect(spans.map(({ call, cpu }) => [call, cpu])).toEqual(
        printed.map(({ name, start, stop }) => [name, stop - start]),
      );
      const own = sink.rows('ranks').find((row) => row.rank === rank);
      expect(own?.cpu).toBe(printed[printed.length - 1].stop - printed[0].start);
      const profile = sink.rows('calls').filter((row) => row.rank === rank);
      for (const { call, cpu } of profile) {
        const inside = printed.filter(({ name }) => name === call);
        expect(cpu).toBe(inside.reduce((sum, { start, stop }) => sum + stop - start, 0));
      }
    }
  });

  it.each([
    ['dumpi/bswap8', false],
    ['dumpi/conf-notime4', true],
  ])('of %s are none where nobody asks for them, or the trace has none', async (trace, asked) => {
    const without = await importOf(trace, asked);
    for (const table of ['spans', 'calls', 'ranks'] as const) {
      expect(without.rows(table).length).toBeGreaterThan(0);
      expect(without.rows(table).every(({ cpu }) => cpu === -1)).toBe(true);
    }
  });

  it('are there without wall times', async () => {
    const alone = await importOf('dumpi/conf-cputime4', true);
    expect(alone.rows('spans').every(({ cpu, exit }) => cpu >= 0 && exit === 0)).toBe(true);
  });

  it('go on when their 16 bits of seconds wrap', () => {
    const clock = new CpuClock();
    const record = (start: number, stop: number): number => {
      const bytes = new DataView(new ArrayBuffer(12));
      bytes.setUint16(0, start);
      bytes.setUint16(6, stop);
      return clock.read(new Uint8Array(bytes.buffer), 0);
    };
    expect([record(65_530, 65_534), record(65_535, 2), record(3, 4)].map((time) => time / 1e9)).toEqual([
      4, 3, 1,
    ]);
    expect(clock.total / 1e9).toBe(10);
  });
});
