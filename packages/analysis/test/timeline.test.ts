import { batchFromRows, collectives, type Frame, messages, ranks, spans as spansTable } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CallStep,
  cellsOfRange,
  countRuns,
  findCall,
  framesOfTiles,
  NO_CALL,
  type ParamsOf,
  rowsOfRuns,
  type SpanColumns,
  shownCalls,
  snapRange,
  spanRuns,
  spansOfEvents,
  sumTiles,
  type TileGrid,
  tilesOfFrames,
  timeline,
  timelineCall,
} from '../src/index.ts';
import { runAnalysis } from './reference/run-analysis.ts';

const names = ['MPI_Send', 'MPI_Recv', 'MPI_Wait'];
const span = fc.record({
  rank: fc.nat(12),
  call: fc.nat(2),
  enter: fc.integer({ min: -40, max: 200 }),
  length: fc.nat(120),
});
const spanList = fc.array(span, { maxLength: 40 });
const gridChoice = fc.record({
  firstRank: fc.nat(6),
  block: fc.constantFrom(1, 2, 4),
  rows: fc.integer({ min: 1, max: 5 }),
  start: fc.integer({ min: -20, max: 60 }),
  bin: fc.constantFrom(1, 2, 8, 16),
  columns: fc.integer({ min: 1, max: 20 }),
});

type Span = { rank: number; call: number; enter: number; length: number };

function columnsOf(list: readonly Span[]): SpanColumns {
  return {
    rows: list.length,
    rank: Int32Array.from(list, (s) => s.rank),
    call: Int32Array.from(list, (s) => s.call),
    enter: Float64Array.from(list, (s) => s.enter),
    exit: Float64Array.from(list, (s) => s.enter + s.length),
    names,
  };
}

/** Each cell looks at every span. */
function tileSlowly(list: readonly Span[], grid: TileGrid, row: number, column: number) {
  const sums = [0, 0, 0];
  const from = grid.start + column * grid.bin;
  for (const { rank, call, enter, length } of list) {
    if (Math.floor((rank - grid.firstRank) / grid.block) !== row) continue;
    sums[call] += Math.max(0, Math.min(enter + length, from + grid.bin) - Math.max(enter, from));
  }
  const most = Math.max(...sums);
  return { busy: sums[0] + sums[1] + sums[2], call: most > 0 ? sums.indexOf(most) : NO_CALL };
}

/** Rank by rank, entered and left in order, as traces have it. */
function inOrder(list: readonly Span[]): Span[] {
  const sorted = [...list].sort((a, b) => a.rank - b.rank || a.enter - b.enter);
  let left = Number.NEGATIVE_INFINITY;
  return sorted.map((s, at) => {
    if (sorted[at - 1]?.rank !== s.rank) left = Number.NEGATIVE_INFINITY;
    left = Math.max(left, s.enter + s.length);
    return { ...s, length: left - s.enter };
  });
}

/** In slots of time, each rank by rank, as datasets have it; of few ranks, so that each has some spans in a slot. */
function inSlots(list: readonly Span[]): Span[] {
  const few = list.map((s) => ({ ...s, rank: s.rank % 3 }));
  return [-100, 0, 100, 200].flatMap((from) =>
    inOrder(few.filter(({ enter }) => enter >= from && enter < from + 100)),
  );
}

function countOrderedRuns(list: readonly Span[]): number {
  const goesOn = (s: Span, last: Span | undefined) =>
    last?.rank === s.rank && s.enter >= last.enter && s.enter + s.length >= last.enter + last.length;
  return list.filter((s, at) => !goesOn(s, list[at - 1])).length;
}

const arrangements = { drawn: (list: Span[]) => list, inOrder, inSlots };

describe('tiles of a timeline', () => {
  it('equal a search of every span for every cell, whatever the order of the spans', () => {
    const arranged = fc.constantFrom(...Object.values(arrangements));
    fc.assert(
      fc.property(spanList, gridChoice, arranged, (drawn, grid, arrange) => {
        const list = arrange(drawn);
        const runs = spanRuns(columnsOf(list), grid);
        expect(runs.order === null).toBe(countOrderedRuns(list) <= Math.ceil(list.length / 4));
        expect(rowsOfRuns(runs).length).toBe(countRuns(runs));
        const tiles = sumTiles(columnsOf(list), grid);
        for (let row = 0; row < grid.rows; row++) {
          for (let column = 0; column < grid.columns; column++) {
            const cell = row * grid.columns + column;
            expect({ busy: tiles.busy[cell], call: tiles.call[cell] }).toEqual(
              tileSlowly(list, grid, row, column),
            );
          }
        }
      }),
    );
  });

  it('leave out spans of no rank', () => {
    const list = Array.from({ length: 8 }, (_, at) => ({
      rank: at < 4 ? -1 : 0,
      call: 0,
      enter: at,
      length: 1,
    }));
    const grid = { firstRank: 0, block: 1, rows: 1, start: 0, bin: 8, columns: 1 };
    expect(sumTiles(columnsOf(list), grid).busy).toEqual(Float64Array.of(4));
  });

  it('keep every nanosecond: tiles, calls and spans sum to the same, at any resolution', () => {
    fc.assert(
      fc.property(spanList, gridChoice, (list, grid) => {
        const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
        const tiles = sumTiles(columnsOf(list), grid);
        const half = { ...grid, bin: grid.bin / 2, columns: grid.columns * 2 };
        expect(sum(tiles.busy)).toBe(sum(tiles.time));
        expect(sum(sumTiles(columnsOf(list), half).busy)).toBe(sum(tiles.busy));
        const wide = { firstRank: 0, block: 16, rows: 1, start: -64, bin: 32, columns: 16 };
        const all = list.reduce((total, { length }) => total + length, 0);
        expect(sum(sumTiles(columnsOf(list), wide).busy)).toBe(all);
      }),
    );
  });

  it('show chosen calls alone, while totals count them all', () => {
    fc.assert(
      fc.property(spanList, gridChoice, (list, grid) => {
        const spans = columnsOf(list);
        const shown = shownCalls(names, ['MPI_Recv']);
        const tiles = sumTiles(spans, grid, spanRuns(spans, grid), shown);
        const alone = sumTiles(columnsOf(list.filter(({ call }) => call === 1)), grid);
        expect([tiles.busy, tiles.call]).toEqual([alone.busy, alone.call]);
        expect([tiles.time, tiles.count]).toEqual([sumTiles(spans, grid).time, sumTiles(spans, grid).count]);
      }),
    );
  });

  it('travel as frames: calls exactly, shares to a 65535th', () => {
    fc.assert(
      fc.property(spanList, gridChoice, (list, grid) => {
        const tiles = sumTiles(columnsOf(list), grid);
        const packed = tilesOfFrames(framesOfTiles(tiles, grid));
        expect([...packed.call]).toEqual([...tiles.call]);
        expect([packed.firstRank, packed.bin, packed.columns]).toEqual([
          grid.firstRank,
          grid.bin,
          grid.columns,
        ]);
        packed.share.forEach((share, cell) => {
          const exact = Math.min(1, tiles.busy[cell] / (grid.block * grid.bin));
          expect(Math.abs(share / 65535 - exact)).toBeLessThan(1 / 32768);
        });
      }),
    );
  });
});

describe('ranges on a fixed grid', () => {
  it('hold what is visible, with at least half of the cells on screen', () => {
    const visible = fc.tuple(fc.nat(10_000), fc.integer({ min: 1, max: 10_000 }));
    fc.assert(
      fc.property(visible, fc.constantFrom(16, 64, 256), ([from, width], cells) => {
        const snapped = snapRange([from, from + width], cells, [0, 1e6]);
        expect(snapped[0]).toBeLessThanOrEqual(from);
        expect(snapped[1]).toBeGreaterThanOrEqual(from + width);
        const grid = cellsOfRange(snapped[0], snapped[1], (cells * 5) / 4);
        if (grid.step > 1) expect(width / grid.step).toBeGreaterThan(cells / 2);
        expect(grid.cells).toBeLessThanOrEqual((cells * 5) / 4);
      }),
    );
  });

  it('stay the same while panning within a quarter', () => {
    expect(snapRange([1000, 1900], 256, [0, 1e6])).toEqual(snapRange([900, 1800], 256, [0, 1e6]));
  });
});

describe('a call of a rank', () => {
  it('is the one a search of all calls finds: at a time, the next and the one before', () => {
    fc.assert(
      fc.property(spanList, fc.nat(12), fc.integer({ min: -50, max: 330 }), (drawn, rank, time) => {
        const apart = inOrder(drawn).filter((s, at, all) => {
          const before = all[at - 1];
          return before?.rank !== s.rank || before.enter + before.length < s.enter;
        });
        const spans = columnsOf(apart);
        const own = apart.filter((s) => s.rank === rank);
        const enter = (row: number) => (row < 0 ? null : spans.enter[row]);
        const find = (step: CallStep) => enter(findCall(spans, rank, time, step, () => true));
        const first = (list: Span[]) => list[0]?.enter ?? null;
        const holding = own.filter((s) => s.enter <= time && s.enter + s.length >= time);
        expect(find(0)).toBe(first(holding));
        expect(find(1)).toBe(first(own.filter((s) => s.enter > time)));
        expect(find(-1)).toBe(first(own.filter((s) => s.enter < time).reverse()));
        const receives = own.filter((s) => s.enter > time && s.call === 1);
        expect(enter(findCall(spans, rank, time, 1, (row) => spans.call[row] === 1))).toBe(first(receives));
      }),
    );
  });
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
  send_end: 130,
  recv_start: 90,
  recv_end: 210,
};
const allreduce = (rank: number) => ({
  job: 0,
  comm: 0,
  seq: 0,
  call: 'MPI_Allreduce',
  root: -1,
  rank,
  bytes: 8,
  enter: 300,
  exit: 340 + rank,
});

describe('timeline analysis', () => {
  const inputs = {
    spans: batchFromRows(spansTable, [
      { job: 0, rank: 0, call: 'MPI_Isend', enter: 100, exit: 130 },
      { job: 0, rank: 2, call: 'MPI_Recv', enter: 90, exit: 210 },
      { job: 0, rank: 0, call: 'MPI_Allreduce', enter: 300, exit: 340 },
      { job: 1, rank: 9, call: 'MPI_Recv', enter: 0, exit: 9999 },
    ]),
    messages: batchFromRows(messages, [message]),
    collectives: batchFromRows(collectives, [allreduce(0)]),
    ranks: batchFromRows(ranks, [{ job: 0, rank: 3, host: -1 }]),
  };
  const numbers = (frame: Frame) => frame.columns as unknown as Record<string, Float64Array>;

  it('tells of one call with whom it dealt and for whom it waited', async () => {
    const find = (choice: ParamsOf<typeof timelineCall>) => runAnalysis(timelineCall, inputs, choice);
    const receive = await find({ rank: 2, time: 150 });
    expect([numbers(receive.span).enter[0], numbers(receive.messages).id[0]]).toEqual([90, 7]);
    expect([numbers(receive.wait).partner[0], numbers(receive.wait).time[0]]).toEqual([0, 10]);
    const next = await find({ rank: 0, time: 100, step: 1 });
    expect([numbers(next.span).enter[0], next.collectives.rows, next.messages.rows]).toEqual([300, 1, 0]);
    expect((await find({ rank: 0, time: 100, step: 1, withMessage: true })).span.rows).toBe(0);
    expect((await find({ rank: 0, time: 500, step: -1, calls: ['MPI_Isend'] })).span.rows).toBe(1);
    expect((await find({ rank: 0, time: 250 })).span.rows).toBe(0);
  });

  it('tells of the calls that waited longest in a window, one after the other', async () => {
    const rows = [40, 200, 90].map((enter, rank) => ({
      job: 0,
      rank,
      call: 'MPI_Barrier',
      enter,
      exit: 210,
    }));
    const barrier = rows.map((row) => ({ ...row, comm: 0, seq: 0, root: -1, bytes: 0 }));
    const trace = {
      spans: batchFromRows(spansTable, rows),
      messages: batchFromRows(messages, []),
      collectives: batchFromRows(collectives, barrier),
    };
    const find = async (longest: ParamsOf<typeof timelineCall>['longest'], calls: string[] = []) => {
      const { span, wait } = await runAnalysis(timelineCall, trace, { longest, calls });
      return span.rows === 0 ? null : [numbers(span).rank[0], numbers(wait).time[0]];
    };
    const all = { time: [0, 300] as [number, number], ranks: [0, 3] as [number, number] };
    expect(await find({ ...all, nth: 0 })).toEqual([0, 160]);
    expect(await find({ ...all, nth: 1 })).toEqual([2, 110]);
    expect(await find({ ...all, nth: 2 })).toBeNull();
    expect(await find({ time: [41, 300], ranks: [0, 3], nth: 0 })).toEqual([2, 110]);
    expect(await find({ time: [0, 300], ranks: [1, 2], nth: 0 })).toBeNull();
    expect(await find({ ...all, nth: 0 }, ['MPI_Recv'])).toBeNull();
  });

  it('finds the same in the rows of the rank alone', async () => {
    const choice = { job: 0, rank: 2, time: 150, reading: 'window' } as const;
    const { received } = timelineCall.needs(timelineCall.params.parse(choice));
    expect(received?.where).toContainEqual({ op: 'in', column: 'dst', values: [2] });
    const alone = await runAnalysis(timelineCall, inputs, choice);
    expect([numbers(alone.messages).id[0], numbers(alone.wait).time[0]]).toEqual([7, 10]);
  });

  it('gives tiles of the first job, and the events one by one where they are few', async () => {
    const result = await runAnalysis(timeline, inputs, {});
    expect(numbers(result.summary).ranks[0]).toBe(4);
    expect([numbers(result.summary).start[0], numbers(result.summary).end[0]]).toEqual([90, 340]);
    expect([...numbers(result.spans).enter]).toEqual([100, 90, 300]);
    expect([...numbers(result.messages).id]).toEqual([7]);
    expect([...numbers(result.collectives).bytes]).toEqual([8]);
    const tiles = tilesOfFrames(result);
    expect([tiles.rows, tiles.columns, tiles.bin]).toEqual([4, 250, 1]);
    expect(tiles.call[10]).not.toBe(NO_CALL);
  });

  it('counts what it does not list', async () => {
    const few = { maxSpans: 2, maxMessages: 0 };
    const { counts, spans, messages: lines } = await runAnalysis(timeline, inputs, few);
    expect([numbers(counts).spans[0], numbers(counts).messages[0]]).toEqual([3, 1]);
    expect([spans.rows, lines.rows, numbers(counts).spans_listed[0]]).toEqual([0, 0, 0]);
  });

  it('shows a part, and asks for no more of a large trace', async () => {
    const window = {
      time: [200, 320],
      ranks: [1, 4],
      reading: 'window',
      job: 0,
    } satisfies ParamsOf<typeof timeline>;
    const { spans, messages: lines, counts } = await runAnalysis(timeline, inputs, window);
    expect([spans.rows, lines.rows, numbers(counts).messages[0]]).toEqual([1, 1, 1]);
    expect(timeline.needs(timeline.params.parse(window)).spans?.where).toEqual([
      { op: 'in', column: 'job', values: [0] },
      { op: 'in', column: 'kind', values: ['mpi'] },
      { op: 'range', column: 'rank', from: 1, to: 4 },
      { op: 'range', column: 'enter', from: Number.MIN_SAFE_INTEGER, to: 320 },
      { op: 'range', column: 'exit', from: 200, to: Number.MAX_SAFE_INTEGER },
    ]);
    const whole = timeline.params.parse({ time: [200, 320] });
    expect(timeline.needs(whole)).toEqual(timeline.needs(timeline.params.parse({})));
  });

  it('leaves out messages of which one end is unknown', async () => {
    const half = { ...inputs, messages: batchFromRows(messages, [message, { ...message, id: 8, dst: -1 }]) };
    const { counts, messages: lines } = await runAnalysis(timeline, half, {});
    expect([[...numbers(lines).id], numbers(counts).messages[0]]).toEqual([[7], 1]);
  });

  it('makes do with messages and collectives where there are no spans', async () => {
    const events = spansOfEvents(inputs.messages, inputs.collectives);
    expect(events.names).toEqual(['MPI_Isend', 'receive', 'MPI_Allreduce']);
    expect([...events.rank]).toEqual([0, 2, 0]);
    expect([...events.exit]).toEqual([130, 210, 340]);
    const { summary } = await runAnalysis(timeline, inputs, { source: 'events' });
    expect(numbers(summary).end[0]).toBe(340);
  });

  it('of nothing is empty', async () => {
    const { counts, tiles } = await runAnalysis(timeline, {}, {});
    expect([numbers(counts).spans[0], tiles.rows]).toEqual([0, 1]);
  });
});
