import type { Manifest } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { findsWaits, waitReading } from '../../src/kit/wait-reading.ts';

const trace = (rows: number, remote: boolean, spans = rows) => ({
  remote,
  manifest: {
    timeRange: [0, 1000],
    tables: { spans: { rows: spans }, messages: { rows: 0 } },
  } as unknown as Manifest,
});

describe('rows that tell who waits', () => {
  it('are those of the whole job where they are few, for the engine that has them', () => {
    expect(waitReading(trace(3e6, false))).toBe('whole');
    expect(waitReading(trace(5e6, false))).toBe('window');
    expect(waitReading(trace(3e6, true))).toBe('window');
    expect(waitReading(trace(0, true))).toBe('whole');
  });

  it('are asked for by themselves where the active time of one job has few', () => {
    expect(findsWaits(trace(4e7, false), 0, null)).toBe(false);
    expect(findsWaits(trace(4e7, false), 0, [100, 200])).toBe(true);
    expect(findsWaits(trace(4e7, false), null, [100, 200])).toBe(false);
    expect(findsWaits(trace(4e7, true), 0, [100, 200])).toBe(false);
    expect(findsWaits(trace(4e7, true), 0, [100, 104])).toBe(true);
    expect(findsWaits(trace(0, false), 0, null)).toBe(false);
  });
});
