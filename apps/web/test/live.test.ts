import { type Signal, signal } from '@preact/signals';
import type { TimeScale } from '@weft/metrics';
import { emptySelection, type Selection } from '@weft/model';
import type { Workspace } from '@weft/views';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followEnd } from '../src/workspace/follow-end.ts';
import type { Growth } from '../src/workspace/live-dataset.ts';
import { createPlayer } from '../src/workspace/player.ts';

/** A run of `end` steps of length 1. */
function runUntil(end: number): TimeScale {
  return { whole: [0, end], step: 1 };
}

/** The same run in steps of so many samples. */
function stepsUntil(samples: number, end: number): TimeScale {
  const edges = Float64Array.from({ length: Math.ceil(end / samples) + 1 }, (_, at) =>
    Math.min(at * samples, end),
  );
  return { whole: [0, end], step: samples, edges };
}

function setup(time: Selection['time'] = null) {
  const scale: Signal<TimeScale | null> = signal(runUntil(10));
  const selection = signal<Selection>({ ...emptySelection, time });
  const workspace = {
    selection,
    select: (change: Partial<Selection>) => {
      selection.value = { ...selection.value, ...change };
    },
  } as Partial<Workspace> as Workspace;
  const end = followEnd(scale, workspace);
  const growth = signal<Growth>('growing');
  const activity = { begin: () => () => {}, whenQuiet: async () => {} };
  const player = createPlayer({ scale, workspace, activity, growth, end });
  return { scale, workspace, end, player, growth, time: () => selection.value.time };
}

describe('a run that grows', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('takes a time range at its end along, and leaves the whole run whole', () => {
    const some = setup([8, 10]);
    some.scale.value = runUntil(11);
    some.scale.value = runUntil(15);
    expect(some.time()).toEqual([13, 15]);
    const all = setup();
    all.scale.value = runUntil(15);
    expect(all.time()).toBeNull();
    expect(all.end.following.value).toBe(true);
  });

  it('is opened at a range before its end and stays there', () => {
    const { scale, end, time } = setup([3, 5]);
    scale.value = runUntil(12);
    expect(time()).toEqual([3, 5]);
    expect(end.following.value).toBe(false);
  });

  it('leaves a range that the reader moved away from the end where it is, until live again', () => {
    const { scale, workspace, end, time } = setup([8, 10]);
    workspace.select({ time: [3, 5] });
    expect(end.following.value).toBe(false);
    scale.value = runUntil(20);
    expect(time()).toEqual([3, 5]);
    end.goLive();
    expect(time()).toEqual([18, 20]);
    scale.value = runUntil(21);
    expect(time()).toEqual([19, 21]);
  });

  it('is paused as a whole, and whole again when live', () => {
    const { scale, player, end, time } = setup();
    expect(player.playing.value).toBe(true);
    player.toggle();
    expect(player.playing.value).toBe(false);
    scale.value = runUntil(12);
    expect(time()).toEqual([0, 10]);
    end.goLive();
    expect(time()).toBeNull();
  });

  it('is played from where it was rewound to, and goes on live at its end', () => {
    const { scale, workspace, player, end, time } = setup([8, 10]);
    workspace.select({ time: [5, 6] });
    player.toggle();
    vi.advanceTimersByTime(250);
    expect(time()).toEqual([7, 8]);
    scale.value = runUntil(11);
    vi.advanceTimersByTime(2000);
    expect(time()).toEqual([10, 11]);
    expect(end.following.value).toBe(true);
    scale.value = runUntil(12);
    expect(time()).toEqual([11, 12]);
  });

  it('is paused at full steps where these have several samples, and follows by steps', () => {
    const { scale, player, end, time, workspace } = setup();
    scale.value = stepsUntil(8, 27);
    player.toggle();
    expect(time()).toEqual([0, 24]);
    scale.value = stepsUntil(16, 40);
    expect(time()).toEqual([0, 32]);
    end.goLive();
    expect(time()).toBeNull();
    workspace.select({ time: [32, 40] });
    scale.value = stepsUntil(16, 47);
    expect(time()).toEqual([32, 47]);
    scale.value = stepsUntil(16, 49);
    expect(time()).toEqual([48, 49]);
  });

  it('that does not grow stops at its end', () => {
    const { workspace, player, end, growth, time } = setup();
    growth.value = 'none';
    workspace.select({ time: [8, 9] });
    player.toggle();
    vi.advanceTimersByTime(2000);
    expect(time()).toEqual([9, 10]);
    expect(player.playing.value).toBe(false);
    expect(end.following.value).toBe(false);
  });
});
