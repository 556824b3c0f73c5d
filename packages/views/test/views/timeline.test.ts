import { timeline as timelineAnalysis, timelineCall } from '@weft/analysis';
import { callColours, callGroup, createSvgTarget, groupColours, keyPlaces, themeColours } from '@weft/draw';
import {
  batchFromRows,
  collectives,
  emptySelection,
  type Manifest,
  messages,
  ranks,
  spans,
} from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runAnalysis } from '../../../analysis/test/reference/run-analysis.ts';
import { drawTimeline, drawTimelineOverlay, shownSpans } from '../../src/views/timeline/draw-timeline.ts';
import { timeline as timelineView } from '../../src/views/timeline/index.ts';
import { distanceToLine, pickTimeline } from '../../src/views/timeline/pick-timeline.ts';
import {
  askLongestWait,
  optionsOfPin,
  pinnedCall,
  pinnedLines,
  pinOfOptions,
} from '../../src/views/timeline/pinned-call.ts';
import { paintTiles } from '../../src/views/timeline/tile-raster.ts';
import { plotArea, type TimelineModel, timeToX } from '../../src/views/timeline/timeline-geometry.ts';
import { chosenCalls, keyBox, keyItems, keyItemUnder } from '../../src/views/timeline/timeline-key.ts';
import { exactPart, timelineData } from '../../src/views/timeline/timeline-model.ts';
import { rankStrips, screenGrid, timelineNeeds } from '../../src/views/timeline/timeline-needs.ts';
import {
  followCall,
  optionsOfWindow,
  panWindow,
  type TimelineWindow,
  windowOfOptions,
  zoomAxis,
  zoomTime,
} from '../../src/views/timeline/timeline-window.ts';

const full: TimelineWindow = { time: [0, 1000], ranks: [0, 64] };

describe('zoom of a timeline', () => {
  it('keeps the point under the pointer, and stays within the limits', () => {
    const cases = fc.tuple(
      fc.double({ min: 0.01, max: 4, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    );
    fc.assert(
      fc.property(cases, fc.nat(600), ([factor, share], start) => {
        const range: [number, number] = [start, start + 400];
        const at = start + 400 * share;
        const next = zoomAxis(range, factor, at, [0, 1000], 50);
        expect(next[0]).toBeGreaterThanOrEqual(0);
        expect(next[1]).toBeLessThanOrEqual(1000 + 1e-9);
        const inside = next[0] > 0 && next[1] < 1000;
        if (inside) expect((at - next[0]) / (next[1] - next[0])).toBeCloseTo(share, 6);
      }),
    );
  });

  it('pans no further than the ends, and comes back from the options of a panel', () => {
    const zoomed = zoomTime(full, 0.25, 500, full);
    expect(zoomed.time).toEqual([375, 625]);
    expect(panWindow(zoomed, 9999, 5, full)).toEqual({ time: [750, 1000], ranks: [0, 64] });
    expect(optionsOfWindow(zoomed, full)).toEqual({ t0: 375, t1: 625, r0: 0, r1: 0 });
    expect(windowOfOptions(optionsOfWindow(zoomed, full), full)).toEqual(zoomed);
    expect(windowOfOptions({}, full)).toEqual(full);
    expect(windowOfOptions({ t0: 'x', t1: 5 }, full)).toEqual(full);
  });
});

describe('what a timeline asks for', () => {
  const manifest = (rows: Record<string, number>): Manifest =>
    ({
      timeRange: [0, 1e9],
      tables: Object.fromEntries(
        Object.entries(rows).map(([name, count]) => [name, { rows: count, parts: [] }]),
      ),
    }) as unknown as Manifest;
  const context = { selection: emptySelection, options: {}, width: 1000, height: 600 };
  const params = (request: unknown) => (request as { params: Record<string, unknown> }).params;

  it('is one answer for all zooms of a small trace', () => {
    const needs = timelineNeeds({ id: 'x', manifest: manifest({ spans: 1e5, ranks: 64, jobs: 1 }) }, context);
    expect([needs.overview.length, needs.detail.length, needs.pinned]).toEqual([1, 0, undefined]);
    expect(needs.overview[0].later).toBeUndefined();
    expect(params(needs.overview[0])).toMatchObject({
      reading: 'whole',
      source: 'spans',
      columns: 896,
      rows: 448,
    });
  });

  it('is strips of ranks of a huge one, and less when zoomed', () => {
    const dataset = { id: 'x', manifest: manifest({ spans: 1e8, ranks: 4096, jobs: 1, messages: 3e7 }) };
    const needs = timelineNeeds(dataset, context);
    const strips = needs.overview.map((request) => params(request).ranks as [number, number]);
    expect(strips.length).toBeGreaterThanOrEqual(25);
    strips.forEach(([from], at) => {
      expect(from).toBe(at === 0 ? 0 : strips[at - 1][1]);
    });
    expect(strips.at(-1)?.[1]).toBe(4096);
    expect(needs.overview.filter(({ later }) => later).length).toBe(strips.length - 1);
    const options = { t0: 5e8, t1: 5.05e8, r0: 0, r1: 0 };
    const zoomed = timelineNeeds(dataset, { ...context, options });
    expect(zoomed.detail.length).toBe(1);
    expect(params(zoomed.detail[0])).toMatchObject({ reading: 'window', messages: true, columns: 1120 });
  });

  it('is added up where the engine is elsewhere', () => {
    const readings = (spans: number, options: Record<string, number>, remote?: boolean) => {
      const dataset = { id: 'x', manifest: manifest({ spans, ranks: 4096, jobs: 1 }), remote };
      const { overview, detail } = timelineNeeds(dataset, { ...context, options });
      return [...overview, ...detail].map((request) => params(request).reading);
    };
    const near = { t0: 5e8, t1: 5.05e8, r0: 0, r1: 0 };
    expect(readings(1e7, near)).toEqual(Array(5).fill('window'));
    expect(readings(1e7, near, true)).toEqual(['sums', 'sums']);
    expect(readings(1e5, {}, true)).toEqual(['sums']);
    expect(readings(1e4, {}, true)).toEqual(['whole']);
  });

  it('never has more tiles than pixels, and whole blocks in strips', () => {
    expect(screenGrid(1280, 800)).toEqual({ columns: 1152, rows: 640 });
    expect(rankStrips([0, 4096], 1e8, 512).every(({ ranks: [from] }) => from % 8 === 0)).toBe(true);
    expect(rankStrips([3, 9], 10, 64)).toEqual([{ ranks: [3, 9], rows: 6 }]);
  });

  it('is nothing more on zoom where every call is listed already', () => {
    const few = { id: 'x', manifest: manifest({ spans: 1969, ranks: 16, jobs: 1, messages: 562 }) };
    const options = { t0: 5e8, t1: 5.05e8, r0: 0, r1: 0 };
    const { overview, detail } = timelineNeeds(few, { ...context, options });
    expect([overview.length, detail.length]).toEqual([1, 0]);
  });

  it('makes do with messages where there are no spans', () => {
    const needs = timelineNeeds({ id: 'x', manifest: manifest({ messages: 10, jobs: 1 }) }, context);
    expect(params(needs.overview[0])).toMatchObject({ source: 'events' });
  });
});

const span = (rank: number, call: string, enter: number, exit: number) => ({
  job: 0,
  rank,
  call,
  enter,
  exit,
});
const message = {
  id: 7,
  job: 0,
  src: 0,
  dst: 2,
  bytes: 64,
  tag: 3,
  comm: 0,
  call: 'MPI_Isend',
  send_start: 100,
  send_end: 900,
  recv_start: 100,
  recv_end: 900,
};

async function model(change: Partial<TimelineModel> = {}, params = {}): Promise<TimelineModel> {
  const inputs = {
    spans: batchFromRows(spans, [
      span(0, 'MPI_Isend', 100, 300),
      span(2, 'MPI_Recv', 100, 900),
      span(3, 'MPI_Allreduce', 0, 1000),
    ]),
    messages: batchFromRows(messages, [message]),
    collectives: batchFromRows(collectives, [
      { job: 0, comm: 1, seq: 0, call: 'MPI_Allreduce', root: -1, rank: 3, bytes: 8, enter: 0, exit: 1000 },
    ]),
    ranks: batchFromRows(ranks, [{ job: 0, rank: 3, host: -1 }]),
  };
  const result = await runAnalysis(timelineAnalysis, inputs, params);
  const data = timelineData({ overview: [result], detail: [] }, [0, 1000]);
  return {
    width: 600,
    height: 300,
    colours: themeColours('light'),
    data,
    window: data.full,
    callColours: callColours(data.calls.map(({ name }) => name)),
    colouring: 'call',
    only: new Set(),
    pinned: null,
    markedTime: null,
    showMessages: true,
    messages: 1,
    selected: new Set(),
    origin: null,
    stacks: [],
    canOpen: false,
    spanColour: () => '#808080',
    ...change,
  };
}

describe('timeline on screen', () => {
  it('says what a call did, with whom and how much', async () => {
    const shown = await model();
    const area = plotArea(shown);
    const y = (rank: number) => area.top + ((rank + 0.5) / 4) * (area.bottom - area.top);
    const send = pickTimeline(shown, timeToX(shown, area, 150), y(0) - 20);
    expect(send?.title).toBe('MPI_Isend, rank 0');
    expect(send?.lines.map(({ label, value }) => `${label} ${value}`)).toEqual([
      'operation MPI_Isend',
      'entered 100\u00a0ns',
      'left 300\u00a0ns',
      'took 200\u00a0ns',
      'to rank 2 64\u00a0B',
    ]);
    const line = pickTimeline(shown, timeToX(shown, area, 500), y(1));
    expect([line?.title, line?.message]).toEqual(['message 0 → 2', 7]);
    const reduce = pickTimeline(shown, timeToX(shown, area, 500), y(3));
    expect(reduce?.lines.map(({ label }) => label)).toContain('contributed');
    expect(pickTimeline(shown, timeToX(shown, area, 50), y(1) + 20)?.lines[1].value).toBe('outside of calls');
    expect(pickTimeline(shown, 2, 2)).toBeNull();
  });

  it('shows tiles where calls are many, and says their share', async () => {
    const shown = await model({}, { maxSpans: 1, maxMessages: 0 });
    expect(exactPart(shown.data, shown.window, 'spans')).toBeNull();
    const area = plotArea(shown);
    const tile = pickTimeline(shown, timeToX(shown, area, 500), area.bottom - 5);
    expect(tile?.lines.slice(0, 2).map(({ value }) => value)).toEqual(['MPI_Allreduce', '100.0 %']);
    const raster = paintTiles(shown.data.parts[0], shown.callColours);
    expect(raster.pixels.filter((pixel) => pixel !== 0).length).toBe(200 + 800 + 1000);
  });

  it('never draws calls one by one that are narrower than a pixel: they would fill the time', async () => {
    const many = batchFromRows(
      spans,
      Array.from({ length: 2000 }, (_, at) => span(0, 'MPI_Sendrecv', at * 1000, at * 1000 + 9)),
    );
    const result = await runAnalysis(timelineAnalysis, { spans: many }, {});
    const data = timelineData({ overview: [result], detail: [] }, [0, 2e6]);
    const shown = { ...(await model()), data, window: data.full };
    const area = plotArea(shown);
    expect(exactPart(data, shown.window, 'spans')).not.toBeNull();
    expect(shownSpans(shown, area)).toBeNull();
    const tile = pickTimeline(shown, timeToX(shown, area, 1e6), area.bottom - 5);
    expect(Number.parseFloat(tile?.lines[1].value ?? '')).toBeLessThan(2);
    expect(shownSpans({ ...shown, window: { ...data.full, time: [0, 1e5] } }, area)).not.toBeNull();
  });

  it('draws every call once and fades what is not selected', async () => {
    const svg = (shown: TimelineModel): string => {
      const target = createSvgTarget(600, 300);
      drawTimeline(target, shown);
      return target.document('x');
    };
    const plain = svg(await model());
    for (const { label } of keyItems(await model())) expect(plain).toContain(label);
    expect(svg(await model({ selected: new Set([2]) })).length).toBeGreaterThan(plain.length);
  });

  it('has a key that tells what calls amount to, and chooses among them', async () => {
    const shown = await model();
    const { x, y, item } = keyPlaces(keyItems(shown), keyBox(shown))[0];
    expect(keyItemUnder(shown, x + 3, y - 3)).toEqual(item);
    expect(item.label).toBe('Allreduce');
    const told = pickTimeline(shown, x + 3, y - 3);
    expect(told?.lines.map(({ value }) => value).slice(0, 2)).toEqual(['1', '1\u00a0µs (50.0 %)']);
    const [all, recv] = [shown.data.calls, [shown.data.calls[1]]];
    expect(chosenCalls(new Set(), recv, false)).toEqual(['MPI_Recv']);
    expect(chosenCalls(new Set(['MPI_Recv']), recv, false)).toEqual([]);
    expect(chosenCalls(new Set(['MPI_Isend']), recv, true)).toEqual(['MPI_Isend', 'MPI_Recv']);
    expect(chosenCalls(new Set(['MPI_Isend', 'MPI_Recv']), recv, true)).toEqual(['MPI_Isend']);
    const names = all.map(({ name }) => name);
    const grouped = { ...shown, colouring: 'group', callColours: groupColours(names) } as const;
    expect(keyItems(grouped).map(({ label }) => label)).toEqual(['sending', 'receiving', 'collective']);
    const faded = keyItems({ ...shown, only: new Set(['MPI_Recv']) }).filter((one) => one.faded);
    expect(faded.map(({ label }) => label)).toEqual(['Allreduce', 'Isend']);
  });

  it('tells of a pinned call all it can, marks it and its messages, and comes into sight', async () => {
    const inputs = {
      spans: batchFromRows(spans, [span(0, 'MPI_Isend', 100, 300), span(2, 'MPI_Recv', 50, 900)]),
      messages: batchFromRows(messages, [message]),
      collectives: batchFromRows(collectives, []),
    };
    const answer = await timelineCall.run(inputs, timelineCall.params.parse({ rank: 2, time: 400 }), {});
    const call = pinnedCall(answer)!;
    expect(pinnedLines(call, 20).map(({ label, value }) => `${label} ${value}`)).toEqual([
      'entered 50\u00a0ns',
      'left 900\u00a0ns',
      'took 850\u00a0ns',
      'waited for rank 0 50\u00a0ns',
      'since the mark 30\u00a0ns',
      'from rank 0 64\u00a0B, tag 3, on its way 800\u00a0ns',
    ]);
    const svg = (shown: TimelineModel): string => {
      const target = createSvgTarget(600, 300);
      drawTimelineOverlay(target, shown, [0, 500], null);
      return target.document('x');
    };
    const plain = svg(await model());
    expect(plain).toContain('500\u00a0ns');
    expect(svg(await model({ pinned: call })).length).toBeGreaterThan(plain.length);
    const near = { time: [0, 40], ranks: [0, 1] } as const;
    expect(followCall(near, call, full)).toEqual({ time: [46, 86], ranks: [2, 3] });
    expect(followCall(full, call, full)).toBe(full);
    const question = { rank: 2, time: 400, step: -1, withMessage: true, longest: null, lane: null } as const;
    expect(pinOfOptions(optionsOfPin(question))).toEqual(question);
    const region = { ...question, lane: { stream: 1, depth: 3 } };
    expect(pinOfOptions(optionsOfPin(region))).toEqual(region);
    expect(pinOfOptions(optionsOfPin(null))).toBeNull();
  });

  it('asks for the longest wait on screen, then the next ones, and begins again after the last', async () => {
    const inputs = { spans: batchFromRows(spans, [span(2, 'MPI_Recv', 50, 900)]) };
    const call = pinnedCall(
      await timelineCall.run(inputs, timelineCall.params.parse({ rank: 2, time: 60 }), {}),
    );
    const first = askLongestWait([0.4, 99.6], [0.2, 3.5], { question: null, call: null });
    expect(first.longest).toEqual({ time: [0, 100], ranks: [0, 4], nth: 0 });
    expect(pinOfOptions(optionsOfPin(first))).toEqual(first);
    const second = askLongestWait([0.4, 99.6], [0.2, 3.5], { question: first, call });
    expect(second.longest?.nth).toBe(1);
    expect(askLongestWait([0, 50], [0, 4], { question: second, call }).longest?.nth).toBe(0);
    expect(askLongestWait([0.4, 99.6], [0.2, 3.5], { question: second, call: null }).longest?.nth).toBe(0);
  });

  it('measures the distance to a line', () => {
    expect(distanceToLine(5, 5, 0, 0, 10, 0)).toBe(5);
    expect(distanceToLine(-3, 4, 0, 0, 10, 0)).toBe(5);
    expect(distanceToLine(3, 4, 0, 0, 0, 0)).toBe(5);
  });
});

describe('a timeline without times', () => {
  it('says so instead of drawing everything at one instant', () => {
    const tables = { spans: { rows: 5, parts: [] } };
    const refused = (timeRange: [number, number]) =>
      timelineView.refuses({ id: 'x', manifest: { tables, timeRange } as unknown as Manifest });
    expect(refused([0, 0])).toContain('recorded without times');
    expect(refused([0, 9])).toBeNull();
  });
});

describe('colours of calls', () => {
  it('are the same for familiar calls and never shared by them with others', () => {
    const few = callColours(['MPI_Send', 'MPI_Foo']);
    const many = callColours(['MPI_Send', 'MPI_Recv', 'MPI_Foo', 'MPI_Bar']);
    expect(few.get('MPI_Send')).toBe(many.get('MPI_Send'));
    expect(new Set(many.values()).size).toBe(4);
  });

  it('differ among all calls that take time in a real program of many', () => {
    const calls =
      'Recv Sendrecv Waitall Allreduce Testany Bcast Send Barrier Reduce Waitany Alltoall Comm_split Finalize Iprobe Test Wait Irecv Isend Gather Init Comm_rank Wtime Type_commit';
    const colours = callColours(calls.split(' ').map((name) => `MPI_${name}`));
    const shared = ['MPI_Init', 'MPI_Finalize', 'MPI_Comm_rank', 'MPI_Wtime', 'MPI_Type_commit'];
    const distinct = [...colours].filter(([name]) => !shared.includes(name)).map(([, colour]) => colour);
    expect(new Set(distinct).size).toBe(distinct.length);
    expect(distinct).not.toContain(colours.get('MPI_Wtime'));
  });

  it('go by what calls are for', () => {
    const groups =
      'Isend Sendrecv Mrecv Iprobe Waitsome Testall Ibcast Reduce_scatter Put File_open Comm_dup Pcontrol';
    expect(groups.split(' ').map((name) => callGroup(`MPI_${name}`))).toEqual(
      'sending sending receiving receiving waiting waiting collective collective one-sided files set-up other'.split(
        ' ',
      ),
    );
  });
});
