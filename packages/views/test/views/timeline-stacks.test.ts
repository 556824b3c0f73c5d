import { timeline, timelineStack } from '@weft/analysis';
import { callColours, createSvgTarget, themeColours } from '@weft/draw';
import { batchFromRows, rankCounters, rankMetrics, ranks, spans, streams } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runAnalysis } from '../../../analysis/test/reference/run-analysis.ts';
import { drawTimeline } from '../../src/views/timeline/draw-timeline.ts';
import { findPattern } from '../../src/views/timeline/find-pattern.ts';
import { pickTimeline } from '../../src/views/timeline/pick-timeline.ts';
import { pinAt } from '../../src/views/timeline/pinned-actions.ts';
import { regionKey } from '../../src/views/timeline/stack-key.ts';
import { placeStacks } from '../../src/views/timeline/stack-layout.ts';
import { rankStacks } from '../../src/views/timeline/stack-model.ts';
import {
  hasStacks,
  openRanks,
  seekOfOptions,
  seekText,
  toggledRanks,
} from '../../src/views/timeline/stack-options.ts';
import {
  laneTop,
  plotArea,
  rankRuns,
  rankToY,
  rowBottom,
  rowHeight,
  type TimelineModel,
  timeToX,
  yToRank,
} from '../../src/views/timeline/timeline-geometry.ts';
import { timelineData } from '../../src/views/timeline/timeline-model.ts';
import { describeView, timelineCsv } from '../../src/views/timeline/timeline-words.ts';

const span = (stream: number, depth: number, kind: string, call: string, enter: number, exit: number) => ({
  job: 0,
  rank: 1,
  stream,
  depth,
  kind,
  call,
  enter,
  exit,
});

const tables = {
  spans: batchFromRows(spans, [
    span(0, 0, 'user', 'main', 0, 1000),
    span(0, 1, 'user', 'solve', 100, 400),
    span(0, 2, 'mpi', 'MPI_Allreduce', 200, 300),
    span(1, 0, 'cuda', 'kernel', 500, 900),
  ]),
  streams: batchFromRows(streams, [
    { job: 0, rank: 1, stream: 0, name: 'Master thread', kind: 'thread' },
    { job: 0, rank: 1, stream: 1, name: 'CUDA[0:7]', kind: 'accelerator' },
  ]),
  ranks: batchFromRows(ranks, [{ job: 0, rank: 3, host: -1 }]),
  rank_counters: batchFromRows(rankCounters, [
    { job: 0, rank: 1, stream: 0, metric: 'cycles', time: 0, value: 10 },
    { job: 0, rank: 1, stream: 0, metric: 'cycles', time: 500, value: 2010 },
  ]),
};
const metrics = batchFromRows(rankMetrics, [
  { job: 0, metric: 'cycles', unit: '#', mode: 'accumulated', timing: 'start', doc: null },
]);

async function model({ deep = 0, open = [1], height = 500 } = {}): Promise<TimelineModel> {
  const result = await runAnalysis(timeline, tables, {});
  const data = timelineData({ overview: [result], detail: [] }, [0, 1000]);
  const colours = callColours(data.calls.map(({ name }) => name));
  const own = {
    width: 600,
    height,
    colours: themeColours('light'),
    data,
    window: data.full,
    callColours: colours,
    colouring: 'call' as const,
    only: new Set<string>(),
    pinned: null,
    markedTime: null,
    showMessages: true,
    messages: 0,
    selected: new Set<number>(),
    origin: null,
    canOpen: true,
    spanColour: () => '#808080',
  };
  const choice = { ranks: open, time: [0, 1000] as [number, number], columns: 500, metric: 'cycles' };
  const frames = await runAnalysis(timelineStack, tables, choice);
  const { top, bottom } = plotArea(own);
  const stacks = placeStacks(rankStacks(frames, open, { deep, counter: 'cycles', metrics }), bottom - top);
  return { ...own, stacks };
}

describe('open ranks of a timeline', () => {
  it('push the rows below them down, and every place belongs to one rank', async () => {
    const shown = await model({ open: [1, 2] });
    const area = plotArea(shown);
    const [first, second] = shown.stacks;
    expect(rankToY(shown, area, 2)).toBeCloseTo(rowBottom(shown, area, 1) + first.height, 6);
    expect(rankToY(shown, area, 3)).toBeCloseTo(rowBottom(shown, area, 2) + second.height, 6);
    expect(rowBottom(shown, area, 3)).toBeCloseTo(area.bottom, 6);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 3.999, noNaN: true }), (rank) => {
        expect(yToRank(shown, area, rankToY(shown, area, rank))).toBeCloseTo(rank, 6);
      }),
    );
    expect(Math.floor(yToRank(shown, area, rowBottom(shown, area, 1) + 3))).toBe(1);
    expect(rankRuns(shown)).toEqual([
      { from: 0, to: 2, shift: 0 },
      { from: 2, to: 3, shift: first.height },
      { from: 3, to: 4, shift: first.height + second.height },
    ]);
  });

  it('show a lane for each level and stream, say what is around a region, and pin it', async () => {
    const shown = await model();
    const area = plotArea(shown);
    const y = (stream: number, depth: number) => (laneTop(shown, area, { rank: 1, stream, depth }) ?? 0) + 3;
    const solve = pickTimeline(shown, timeToX(shown, area, 150), y(0, 1));
    expect(solve?.title).toBe('solve, rank 1');
    expect(solve?.lines.map(({ label, value }) => `${label} ${value}`)).toEqual([
      'region solve',
      'kind user',
      'entered 100\u00a0ns',
      'left 400\u00a0ns',
      'took 300\u00a0ns',
      'inside main',
    ]);
    expect(pinAt(solve)).toMatchObject({ rank: 1, time: 100, lane: { stream: 0, depth: 1 } });
    const reduce = pickTimeline(shown, timeToX(shown, area, 250), y(0, 2));
    expect(reduce?.lines.at(-1)).toEqual({ label: 'inside', value: 'main › solve' });
    expect(pickTimeline(shown, timeToX(shown, area, 600), y(1, 0))?.title).toBe('kernel, rank 1');
    expect(pickTimeline(shown, timeToX(shown, area, 600), y(0, 2))?.title).toBe('rank 1, stream 0, level 2');
    const counter = pickTimeline(
      shown,
      timeToX(shown, area, 300),
      rowBottom(shown, area, 1) + shown.stacks[0].height - 20,
    );
    expect(counter?.title).toBe('cycles, rank 1');
    expect(counter?.lines).toEqual([{ label: 'up to 500\u00a0ns', value: '4\u00a0G/s' }]);
  });

  it('are drawn with their names and those of their streams, and written as CSV', async () => {
    const shown = await model();
    const target = createSvgTarget(shown.width, shown.height);
    drawTimeline(target, shown);
    const text = target.document('x');
    for (const name of ['main', 'solve', 'kernel', 'Master thread', 'CUDA[0:7]', 'cycles, up to 4']) {
      expect(text).toContain(name);
    }
    expect(timelineCsv(shown).split('\r\n').slice(0, 3)).toEqual([
      'rank,stream,depth,call,kind,enter_ns,exit_ns,spans',
      '1,0,0,main,user,0,1000,1',
      '1,0,1,solve,user,100,400,1',
    ]);
  });

  it('tell the colours of the regions in the window on one line, those with most time first', async () => {
    const shown = await model();
    const [stack] = shown.stacks;
    const key = (time: [number, number], width: number) =>
      regionKey({ ...shown, window: { ...shown.window, time } }, stack, width).map(({ label }) => label);
    expect(key([0, 1000], 600)).toEqual(['main', 'kernel', 'solve']);
    expect(key([100, 400], 600)).toEqual(['main', 'solve']);
    expect(key([0, 1000], 170)).toEqual(['main', '2 other regions']);
    expect(key([0, 1000], 20)).toEqual([]);
    expect(stack.keyHeight).toBeGreaterThan(0);
  });

  it('have no line for colours where all they do is MPI', async () => {
    const { stacks } = await model();
    const [{ spans, lanes }] = stacks;
    const mpi = lanes.map((lane) => ({ ...lane, rows: lane.depth === 2 ? lane.rows : [] }));
    expect(placeStacks([{ ...stacks[0], spans, lanes: mpi }], 400)[0].keyHeight).toBe(0);
  });

  it('say what the limit of levels and the room leave out', async () => {
    expect(describeView(await model({ deep: 1 }))).toContain(', 2 levels more by the limit');
    const low = await model({ height: 150 });
    expect(describeView(low)).toContain('no room for');
    const area = plotArea(low);
    expect(rowHeight(low, area)).toBeGreaterThan(0);
    expect(low.stacks[0].shown[0]).toMatchObject({ stream: 0, depth: 0 });
  });
});

describe('what a panel remembers of stacks', () => {
  it('are the open ranks, the latest eight', () => {
    expect(toggledRanks([], 3)).toBe('3');
    expect(toggledRanks([3, 5], 3)).toBe('5');
    expect(toggledRanks([0, 1, 2, 3, 4, 5, 6, 7], 8)).toBe('1 2 3 4 5 6 7 8');
  });

  it('opens the first process of a program without MPI, and nothing where ranks have nothing more', () => {
    const manifest = (counts: Record<string, number>) =>
      ({
        tables: Object.fromEntries(Object.entries(counts).map(([name, rows]) => [name, { rows, parts: [] }])),
      }) as unknown as Parameters<typeof hasStacks>[0];
    expect(openRanks(undefined, manifest({ spans: 9, regions: 2 }))).toEqual([0]);
    expect(openRanks(undefined, manifest({ spans: 9, regions: 2, calls: 1 }))).toEqual([]);
    expect(openRanks('4 x 2', manifest({ spans: 9, regions: 2, calls: 1 }))).toEqual([4, 2]);
    expect(openRanks('4', manifest({ spans: 9, calls: 1 }))).toEqual([]);
    expect(hasStacks(manifest({ rank_counters: 4 }))).toBe(false);
  });

  it('is where a search goes on', () => {
    const seek = { step: -1, time: 500, rank: 2, stream: 0, depth: 3 } as const;
    expect(seekOfOptions({ seek: seekText(seek) })).toEqual(seek);
    expect(seekOfOptions({ seek: '' })).toBeNull();
  });
});

describe('what is looked for', () => {
  it.each([
    ['solve', 'do_SOLVE()', true],
    ['a.b', 'axb', false],
    ['/a.b/', 'axb', true],
    ['/^omp.*barrier$/', 'omp implicit barrier', true],
    ['<float>', 'kernel<float>', true],
  ])('%s in %s: %s', (text, name, expected) => {
    expect(findPattern(text)?.matches(name)).toBe(expected);
  });

  it.each(['', '  ', '/(/', '/(?=x)/', '/(a)\\1/'])('%s is nothing that can be found', (text) => {
    expect(findPattern(text)).toBeNull();
  });
});
