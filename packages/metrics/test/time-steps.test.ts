import { createCube } from '@weft/model';
import { describe, expect, it } from 'vitest';
import {
  extendRange,
  moveRange,
  rangeAtEnd,
  timeScaleOf,
  timeScaleOfCube,
  wholeSteps,
} from '../src/index.ts';

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

describe('a time range over steps of several samples', () => {
  const cubeOf = (...times: number[]) => ({
    ...createCube('data', 1, Float64Array.from(times)),
    samplesPerStep: 8,
  });
  const scale = timeScaleOfCube({ whole: [0, 99], step: 1 }, cubeOf(0, 8, 16, 24, 27))!;

  it('is as the steps are, the last of which is shorter', () => {
    expect(scale).toMatchObject({ whole: [0, 27], step: 8 });
    expect(moveRange(scale, null, -1)).toEqual([24, 27]);
    expect(moveRange(scale, [24, 27], -1)).toEqual([16, 24]);
    expect(moveRange(scale, [16, 24], 1)).toEqual([24, 27]);
    expect(moveRange(scale, [0, 16], 1, 8)).toEqual([8, 24]);
    expect(extendRange(scale, [8, 16], -1)).toEqual([0, 16]);
    expect(extendRange(scale, [8, 24], 1)).toEqual([8, 27]);
    expect(wholeSteps(scale, [9, 15])).toEqual([8, 16]);
  });

  it('keeps its number of steps at the end, and its length where steps have become longer', () => {
    expect(rangeAtEnd(scale, [8, 24])).toEqual([16, 27]);
    expect(rangeAtEnd(scale, [12, 20])).toEqual([24, 27]);
    expect(rangeAtEnd(scale, [4, 20])).toEqual([16, 27]);
  });

  it('is as it is where each sample is a step', () => {
    const fine = timeScaleOfCube(
      { whole: [0, 99], step: 1 },
      createCube('data', 1, Float64Array.of(0, 1, 2)),
    )!;
    expect(fine).toEqual({ whole: [0, 99], step: 1 });
    expect(wholeSteps(fine, [9, 15])).toEqual([9, 15]);
    expect(rangeAtEnd(fine, [9, 15])).toEqual([93, 99]);
  });
});
