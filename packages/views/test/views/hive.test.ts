import { measureRanks, RankGraphBuilder } from '@weft/analysis';
import { pooledCuts, selectInHive } from '@weft/layout';
import { textColumn } from '@weft/model';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { ranksOfPick } from '../../src/views/hive/attach-plot.ts';
import { brushHolds, chosenRanks } from '../../src/views/hive/chosen-ranks.ts';
import { describePick } from '../../src/views/hive/describe-hive.ts';
import { type HiveColumn, ranksWithin, shortNames } from '../../src/views/hive/hive-columns.ts';
import { hiveCsv } from '../../src/views/hive/hive-csv.ts';
import { findHeadlines, orderByDistance, pairGaps } from '../../src/views/hive/hive-findings.ts';
import { hiveRow, roles } from '../../src/views/hive/hive-model.ts';
import { hivePainter } from '../../src/views/hive/hive-painter.ts';
import { cellAt, hivePlaces, panelSize } from '../../src/views/hive/hive-places.ts';
import {
  cutRule,
  printBrush,
  printCuts,
  printOrder,
  readSettings,
} from '../../src/views/hive/hive-settings.ts';

/** A run whose rank r sends 100 bytes to each of the ranks that `partners` names. */
async function column(id: string, ranks: number, partners: (rank: number) => number[]): Promise<HiveColumn> {
  const builder = new RankGraphBuilder();
  builder.atLeast(ranks);
  const pairs = Array.from({ length: ranks }, (_, src) => partners(src).map((dst) => [src, dst])).flat();
  builder.add({
    rows: pairs.length,
    src: Int32Array.from(pairs, ([src]) => src),
    dst: Int32Array.from(pairs, ([, dst]) => dst),
    bytes: new Float64Array(pairs.length).fill(100),
    count: new Float64Array(pairs.length).fill(2),
    call: textColumn(pairs.map(() => 'MPI_Send')),
  });
  const graph = builder.build();
  const { values, ...rest } = await measureRanks(graph);
  const { calls, ...traffic } = graph;
  const run = { ranks, values, ...rest, traffic, calls, broadcasts: 0, nowhere: 0 };
  return { id, name: id, colour: '#000000', run, instead: '' };
}

const settings = readSettings({}, 'ring');
let ring: HiveColumn;
let star: HiveColumn;
let late: HiveColumn;
beforeAll(async () => {
  ring = await column('ring', 16, (rank) => [(rank + 1) % 16, (rank + 15) % 16]);
  star = await column('star', 16, (rank) => (rank === 0 ? [...Array(15).keys()].map((at) => at + 1) : [0]));
  late = { id: 'late', name: 'late', colour: '#111111', run: null, instead: 'loading' };
});

describe('options of the hive panel', () => {
  it('are the rules of the paper where nothing is said', () => {
    expect(settings).toMatchObject({
      part: 'all',
      measures: ['degree', 'betweenness', 'pagerank', 'transitivity'],
      mode: 'repelled',
      cuts: 'quarters',
      axisBy: 'same',
      run: 'ring',
      brush: null,
    });
    expect(cutRule(settings, 'degree')).toEqual({ kind: 'shares', low: 0.25, high: 0.75 });
  });

  it('survive the address, and what makes no sense counts as not said', () => {
    const read = readSettings(
      {
        runs: 'a ring b a',
        order: 'near b',
        brush: 'degree 2 7.5',
        cutAt: 'degree 3 9;beauty 1 2',
        mode: 'x',
      },
      'ring',
    );
    expect(read.runs).toEqual(['a', 'b']);
    expect(printOrder(read.order)).toBe('near b');
    expect(printBrush(read.brush)).toBe('degree 2 7.5');
    expect(printCuts(read.cutAt)).toBe('degree 3 9');
    expect(cutRule(read, 'degree')).toEqual({ kind: 'values', low: 3, high: 9 });
    expect(read.mode).toBe('repelled');
    expect(readSettings({ brush: 'degree 9 2', measures: 'none' }, 'ring')).toMatchObject({
      brush: null,
      measures: settings.measures,
    });
  });

  it('name runs without the word they all begin with', () => {
    expect(shortNames(['code-ij', 'code-namd'])).toEqual(['ij', 'namd']);
    expect(shortNames(['code-ij', 'run'])).toEqual(['code-ij', 'run']);
    expect(shortNames(['code-ij'])).toEqual(['code-ij']);
  });
});

describe('rows of the hive panel', () => {
  it('are cut over all runs that are there', () => {
    const { rules } = hiveRow([ring, star, late], settings, 'degree');
    expect(rules.cuts).toEqual(pooledCuts([ring.run!.values.degree, star.run!.values.degree]));
    expect(rules.cuts).toEqual({ least: 2, low: 2, high: 4, most: 30 });
    const alone = hiveRow([ring], settings, 'degree').plot(ring.run!, 'small');
    expect(alone.counts).toEqual([16, 0, 0]);
  });

  it('put ranks on axes by another measure or by their role', () => {
    const by = hiveRow([ring, star], { ...settings, axisBy: 'betweenness' }, 'degree');
    const plot = by.plot(star.run!, 'large');
    expect([...plot.nodes.axis]).toEqual([2, ...Array<number>(15).fill(0)]);
    expect(by.rules.span).toBe('whole');
    expect(by.axes).toEqual(['low betweenness', 'middle betweenness', 'high betweenness']);
    const traffic = { src: Int32Array.of(0, 1), dst: Int32Array.of(1, 2) };
    const rest = { call: new Int32Array(2), messages: new Float64Array(2), bytes: new Float64Array(2) };
    expect([...roles(4, { ...traffic, ...rest })]).toEqual([0, 1, 2, 2]);
  });

  it('keep a plot that was made', () => {
    const row = hiveRow([ring], settings, 'degree');
    expect(row.plot(ring.run!, 'small')).toBe(row.plot(ring.run!, 'small'));
  });
});

describe('what stands out', () => {
  it('is the pair that is alike by some measures and not by others', async () => {
    const twin = await column('twin', 16, (rank) =>
      rank % 4 === 3 ? [rank - 3, rank - 1] : [rank + 1, (rank & ~3) + ((rank + 3) % 4)],
    );
    const pairs = pairGaps([ring, star, twin, late], settings.measures);
    const [finding, ...others] = findHeadlines(pairs);
    expect([finding.pair.a.id, finding.pair.b.id]).toEqual(['ring', 'twin']);
    expect(finding.alike.map(({ measure }) => measure)).toEqual(['degree', 'pagerank', 'transitivity']);
    expect(finding.differ).toMatchObject([{ measure: 'betweenness', gap: 1 }]);
    expect(others.every(({ pair }) => pair.mean >= finding.pair.mean)).toBe(true);
    expect(others.length).toBeLessThan(3);
    expect(findHeadlines([])).toEqual([]);
  });

  it('orders runs by their distance, those that are not there last', () => {
    const pairs = pairGaps([ring, star, late], settings.measures);
    expect(orderByDistance([ring, late, star], pairs, 'star').map(({ id }) => id)).toEqual([
      'star',
      'ring',
      'late',
    ]);
  });
});

describe('brushed values', () => {
  const brush = { measure: 'degree', from: 3, to: 40 } as const;

  it('mark the ranks with them in every run while the selection is what was brushed', () => {
    const chosen = chosenRanks([star, ring], [0], brush);
    expect([...chosen.keys()]).toEqual(['star', 'ring']);
    expect(chosen.get('star')?.indexOf(1)).toBe(0);
    expect(chosen.get('ring')?.every((one) => one === 1)).toBe(true);
    expect([...chosenRanks([star, ring], [0, 3], brush).keys()]).toEqual(['star']);
    expect(chosenRanks([star, ring], [], null).size).toBe(0);
    expect(brushHolds(late, [], brush)).toBe(false);
  });

  it('are those of a slow search', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 })), fc.nat(9), fc.nat(9), (values, a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const slow = [...values.keys()].filter((rank) => values[rank] >= from && values[rank] <= to);
        expect(ranksWithin(Float64Array.from(values), from, to)).toEqual(slow);
      }),
    );
  });

  it('draw the edges at the chosen ranks alone, also among bins', () => {
    const row = hiveRow([star], settings, 'degree');
    const chosen = Uint8Array.from({ length: 16 }, (_, rank) => (rank === 5 ? 1 : 0));
    const plot = row.plot(star.run!, 'large');
    const { marks, edges } = selectInHive(plot, star.run!.traffic, chosen);
    expect([...marks.keys()].filter((mark) => marks[mark] === 1)).toEqual([5]);
    expect(edges.opacity).toHaveLength(2);
  });
});

describe('words and numbers', () => {
  it('tell a rank with all its measures, and an edge with its call, messages and bytes', () => {
    const row = hiveRow([star], settings, 'degree');
    const plot = row.plot(star.run!, 'large');
    const mark = describePick(star, row, plot, { kind: 'mark', index: 0 });
    expect(mark.title).toBe('rank 0 of star');
    expect(mark.lines).toContainEqual({ label: 'Degree (this plot)', value: '30' });
    expect(mark.lines).toContainEqual({ label: 'Betweenness', value: '105' });
    const edge = describePick(star, row, plot, { kind: 'edge', index: 0 });
    expect(edge.title).toBe('rank 0 → rank 1 of star');
    expect(edge.lines).toEqual([{ label: 'MPI_Send', value: '2 messages, 100\u00a0B' }]);
    expect(ranksOfPick(plot, { kind: 'edge', index: 0 })).toEqual([0, 1]);
  });

  it('colour by bytes from the least to the most of all runs, and by call', () => {
    const bytes = hivePainter([ring, star, late], 'bytes', 'cividis', 'light');
    expect(bytes.key[0].label).toBe('100\u00a0B');
    expect(hivePainter([ring, late], 'calls', 'cividis', 'light').key.map(({ label }) => label)).toEqual([
      'MPI_Send',
    ]);
    expect(hivePainter([late], 'none', 'cividis', 'dark').key).toEqual([]);
  });

  it('write every measure of every rank as CSV', () => {
    const lines = hiveCsv([ring, late], [hiveRow([ring], settings, 'degree')]).split('\r\n');
    expect(lines[0]).toBe(
      'run,rank,degree,betweenness,closeness,eccentricity,pagerank,transitivity,degree_axis',
    );
    expect(lines).toHaveLength(1 + 16 + 1);
    expect(lines[1]).toMatch(/^ring,0,4,24\.5,/);
  });
});

describe('places', () => {
  it('show the panel alone where there is no room for more', () => {
    expect(hivePlaces('all', 1200, 700)).toMatchObject({ panel: { left: 0 }, plot: { top: 0 } });
    expect(hivePlaces('all', 500, 700)).toMatchObject({ plot: null, panel: { width: 500, height: 700 } });
    expect(hivePlaces('ccdf', 500, 200)).toMatchObject({ panel: null, ccdf: { width: 500, height: 200 } });
  });

  it('scroll where cells would be too small, and find the cell of a point', () => {
    const size = panelSize({ left: 0, top: 0, width: 600, height: 400 }, 24, 4);
    expect(size.fullWidth).toBeGreaterThan(size.width);
    const places = { ...size, scrollX: 2 * size.cellWidth, scrollY: 0 };
    expect(cellAt(places, 24, 4, size.left + 1, size.top + 1)).toEqual({ column: 2, row: 0 });
    expect(cellAt(places, 24, 4, 3, size.top + 1)).toEqual({ column: -1, row: 0 });
    expect(cellAt({ ...places, scrollX: 0 }, 1, 4, size.width - 1, size.top + 1)).toBeNull();
  });
});
