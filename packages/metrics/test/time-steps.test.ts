import { describe, expect, it } from 'vitest';
import { extendRange, moveRange, timeScaleOf } from '../src/index.ts';

describe('a time range', () => {
  const scale = timeScaleOf({ timeRange: [0, 7200e9], interval: 60e9 })!;
  const [, end] = scale.whole;

  it('moves by its own length, or one step, and stays within the run', () => {
    expect(moveRange(scale, null, 1)).toEqual([0, 60e9]);
    expect(moveRange(scale, null, -1)).toEqual([end - 60e9, end]);
    expect(moveRange(scale, [0, 120e9], 1)).toEqual([120e9, 240e9]);
    expect(moveRange(scale, [0, 120e9], 1, 60e9)).toEqual([60e9, 180e9]);
    expect(moveRange(scale, [60e9, 180e9], -1)).toEqual([0, 120e9]);
    expect(moveRange(scale, [end - 60e9, end], 1)).toEqual([end - 60e9, end]);
  });

  it('grows by a step on the side of the key', () => {
    expect(extendRange(scale, [60e9, 120e9], 1)).toEqual([60e9, 180e9]);
    expect(extendRange(scale, [60e9, 120e9], -1)).toEqual([0, 120e9]);
    expect(extendRange(scale, [0, end], 1)).toEqual([0, end]);
  });

  it('has steps of a two-hundredth where the run has no counter interval, and none where it has no length', () => {
    expect(timeScaleOf({ timeRange: [0, 1000], interval: null })).toEqual({ whole: [0, 1000], step: 5 });
    expect(timeScaleOf({ timeRange: [7, 7], interval: null })).toBeNull();
  });
});
