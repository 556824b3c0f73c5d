import { describe, expect, it } from 'vitest';
import { formatTimeRange } from '../src/index.ts';

const origin = '1451865600000000000';

describe('a time range', () => {
  it('is written as calendar time or as time since the start', () => {
    expect(formatTimeRange([1200e9, 2400e9], origin)).toBe('4 Jan 00:20 – 00:40 UTC');
    expect(formatTimeRange([1200e9, 87000e9], origin)).toBe('4 Jan 00:20 – 5 Jan 00:10 UTC');
    expect(formatTimeRange([0, 1.5e6], null)).toBe('0 – 1.5\u00a0ms');
    const part = formatTimeRange([400_200_000, 400_400_000], origin);
    expect(part).toBe('400.2\u00a0ms – 400.4\u00a0ms');
    expect(formatTimeRange([25_200e9, 26_100e9], null)).toBe('7\u00a0h – 7\u00a0h\u00a015\u00a0min');
    expect(formatTimeRange([45e9, 75e9], null)).toBe('45\u00a0s – 1\u00a0min\u00a015\u00a0s');
    expect(formatTimeRange([28e9, 28.5e9], null)).toBe('28\u00a0s – 28.5\u00a0s');
  });
});
