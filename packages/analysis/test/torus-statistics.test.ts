import { batchFromRows, createRandom, networkTables, tables, textAt } from '@weft/model';
import { buildNetwork, nodeCoordinate, type TorusShape, torusShape } from '@weft/network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describeFinding,
  directionFigures,
  findImbalance,
  groupFigures,
  hiddenSpread,
  linkGroups,
  planeHidingLeast,
  torusStatistics,
  varianceTable,
} from '../src/index.ts';
import { runAnalysis } from './reference/run-analysis.ts';

const network = buildNetwork('torus', { sizes: [4, 4, 4, 4, 2] });
const shape = torusShape(network)!;
const MiB = 2 ** 20;

interface Place {
  readonly direction: number;
  readonly at: (dimension: number) => number;
}

/** Totals per link from a rule over direction and coordinates of the node that sends. */
function planted(own: TorusShape, value: (place: Place) => number): Float64Array {
  const totals = new Float64Array(own.linkAt.length);
  own.linkAt.forEach((link, slot) => {
    const node = Math.floor(slot / own.directions);
    if (link >= 0)
      totals[link] = value({ direction: slot % own.directions, at: (d) => nodeCoordinate(own, node, d) });
  });
  return totals;
}

function sentences(totals: Float64Array): string[] {
  const finding = findImbalance(shape, directionFigures(shape, totals));
  return describeFinding(shape, finding, 'B').map((text) => text.replaceAll('\u00a0', ' '));
}

const alternating = planted(shape, ({ direction, at }) => (direction === 6 && at(0) % 2 === 0 ? 2 : 8) * MiB);

describe('what stands out, in words', () => {
  const random = createRandom(7);
  const noise = () => 1 + 0.02 * (random.next() - 0.5);

  it('VT-24, VT-25: +d of even a, a quarter of all others', () => {
    expect(sentences(alternating)).toEqual([
      '+d where a = 0 or 2 is low: 256 links carry 2.1 MB on average.',
      'That is 0.250 times the 8.39 MB of the other 4,864, and explains 100 % of the variance of all links.',
    ]);
  });

  it('links that close a ring, in every dimension of more than two nodes', () => {
    const closes = ({ direction, at }: Place): boolean =>
      direction < 8 && at(direction >> 1) === (direction % 2 === 0 ? 3 : 0);
    const totals = planted(shape, (place) => (closes(place) ? 1 : 10) * 1e6);
    expect(sentences(totals)).toEqual([
      'Links that close a ring are low: 1,024 links carry 1 MB on average.',
      'That is 0.100 times the 10 MB of the other 4,096, and explains 100 % of the variance of all links.',
    ]);
  });

  it('a plane that alone is used, whatever rounding leaves of the others', () => {
    const totals = planted(shape, ({ direction, at }) =>
      at(3) === 0 && direction < 6 ? 26.2 + 0.1 * noise() : 0,
    );
    const [hot, others] = sentences(totals);
    expect(hot).toMatch(/^Plane d = 0 within itself is hot/);
    expect(others).toMatch(
      /^The other [\d,]+ carry 0 B\. That explains \d+ % of the variance of all links\.$/,
    );
  });

  it('one low direction', () => {
    const totals = planted(shape, ({ direction }) => (direction === 3 ? 1 : 4) * 1e6 * noise());
    expect(sentences(totals)[0]).toMatch(/^−b is low: 512 links carry (1|0\.999|1\.00\d?) MB on average\.$/);
    expect(sentences(totals)[1]).toMatch(
      /^That is 0\.(250|249) times the 4 MB of the other 4,608, and explains 100 %/,
    );
  });

  it('one hot dimension', () => {
    const totals = planted(shape, ({ direction }) => (direction >> 1 === 2 ? 30 : 10) * 1e6);
    expect(sentences(totals)).toEqual([
      'Dimension c is hot: 1,024 links carry 30 MB on average.',
      'That is 3.00 times the 10 MB of the other 4,096, and explains 100 % of the variance of all links.',
    ]);
  });

  it('one hot plane: all that leaves it, or only what stays in it', () => {
    const leaving = planted(shape, ({ at }) => (at(1) === 2 ? 50 : 10) * 1e6);
    expect(sentences(leaving)[0]).toBe('Plane b = 2 is hot: 1,280 links carry 50 MB on average.');
    const within = planted(
      shape,
      ({ direction, at }) => (at(1) === 2 && direction >> 1 !== 1 ? 50 : 10) * 1e6,
    );
    expect(sentences(within)[0]).toBe(
      'Plane b = 2 within itself is hot: 1,024 links carry 50 MB on average.',
    );
  });

  it('nothing, where values only scatter or are all the same', () => {
    const [first, second] = sentences(planted(shape, () => 1e6 * (0.5 + random.next())));
    expect(first).toBe('No direction, dimension or plane stands out.');
    expect(second).toMatch(/explains 0\.\d % of the variance/);
    expect(sentences(planted(shape, () => 3e6))[0]).toBe('All 5,120 links of the torus carry 3 MB.');
    expect(sentences(new Float64Array(5120))[0]).toBe('All 5,120 links of the torus carry 0 B.');
  });
});

describe('the analysis of variance', () => {
  it('names direction and coordinate a as what explains all of the alternating traffic', () => {
    const [first] = varianceTable(shape, directionFigures(shape, alternating));
    expect([first.factor, first.groups]).toEqual(['direction and coordinate a', 40]);
    expect(first.share).toBeCloseTo(1, 10);
    expect(first.adjusted).toBeCloseTo(1, 10);
    expect(first.ratio).toBeNaN();
  });

  it('equals sums of squares over lists of links', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 1000 }), (given, seed) => {
        const own = torusShape(buildNetwork('torus', { sizes: given }))!;
        const random = createRandom(seed);
        const totals = planted(own, () => Math.floor(random.next() * 100));
        const table = varianceTable(own, directionFigures(own, totals));
        const places: { direction: number; coords: number[]; value: number }[] = [];
        own.linkAt.forEach((link, slot) => {
          if (link < 0) return;
          const node = Math.floor(slot / own.directions);
          const coords = given.map((_, d) => nodeCoordinate(own, node, d));
          places.push({ direction: slot % own.directions, coords, value: totals[link] });
        });
        const mean = places.reduce((sum, { value }) => sum + value, 0) / places.length;
        const spread = places.reduce((sum, { value }) => sum + (value - mean) ** 2, 0);
        for (const { factor, share, groups } of table) {
          const dimension = own.names.indexOf(factor.at(-1)!);
          const key = ({ direction, coords }: (typeof places)[number]): string => {
            if (factor === 'dimension') return String(direction >> 1);
            if (factor === 'direction') return String(direction);
            return factor.startsWith('direction')
              ? `${direction} ${coords[dimension]}`
              : String(coords[dimension]);
          };
          const parts = new Map<string, typeof places>();
          for (const place of places) parts.set(key(place), [...(parts.get(key(place)) ?? []), place]);
          const between = [...parts.values()].reduce((sum, part) => {
            const own = part.reduce((total, { value }) => total + value, 0) / part.length;
            return sum + part.length * (own - mean) ** 2;
          }, 0);
          expect(groups).toBe(parts.size);
          expect(share).toBeCloseTo(spread > 0 ? between / spread : 0, 8);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('what means hide', () => {
  it('is the spread within groups of links that share a mean', () => {
    expect([0, 1, 2, 4].map((d) => hiddenSpread(shape, alternating, 6, [d]))).toEqual([1, 0, 0, 0]);
    expect(hiddenSpread(shape, alternating, 6, [0, 1])).toBe(1);
    expect(hiddenSpread(shape, alternating, 6, [1, 2])).toBe(0);
    expect(hiddenSpread(shape, alternating, 4, [0, 1])).toBe(0);
    expect(planeHidingLeast(shape, alternating, 6)).toEqual({ plane: [1, 2], hidden: 0 });
  });
});

describe('figures of groups', () => {
  const figures = groupFigures([...linkGroups(network, shape)], alternating, 4);

  it('has 5 dimensions, 10 directions and 5 classes', () => {
    const kinds = figures.map(({ kind }) => kind);
    expect(
      ['dimension', 'direction', 'class'].map((kind) => kinds.filter((own) => own === kind).length),
    ).toEqual([5, 10, 5]);
  });

  it('gives +d its quartiles and histogram', () => {
    const { box, bins } = figures.find(({ name }) => name === '+d')!;
    expect(box).toEqual({
      count: 512,
      minimum: 2 * MiB,
      lowerQuartile: 2 * MiB,
      median: 5 * MiB,
      upperQuartile: 8 * MiB,
      maximum: 8 * MiB,
      mean: 5 * MiB,
    });
    expect(bins.map(({ links }) => links)).toEqual([0, 256, 0, 256]);
  });
});

describe('torus-statistics', () => {
  const counters = batchFromRows(
    tables.counters,
    [...network.links.id].flatMap((link) => [
      { time: 10, link, metric: 'data_sent', value: alternating[link] / 2 },
      { time: 20, link, metric: 'data_sent', value: alternating[link] / 2 },
      { time: 20, link, metric: 'packets_sent', value: 7 },
    ]),
  );
  const { vertices, links } = networkTables(network);

  it('answers from counters, vertices and links, also of another metric or time', async () => {
    const { finding, groups, variance } = await runAnalysis(
      torusStatistics,
      { counters, vertices, links },
      {},
    );
    expect(textAt(finding.columns.text, 0)?.replaceAll('\u00a0', ' ')).toBe(
      '+d where a = 0 or 2 is low: 256 links carry 2.1 MB on average.',
    );
    expect([groups.rows, textAt(variance.columns.factor, 0)]).toEqual([20, 'direction and coordinate a']);
    const half = await runAnalysis(torusStatistics, { counters, vertices, links }, { time: [0, 15] });
    expect(half.finding.columns.mean[0]).toBeCloseTo(MiB, 6);
    const packets = await runAnalysis(
      torusStatistics,
      { counters, vertices, links },
      { metric: 'packets_sent' },
    );
    expect(textAt(packets.finding.columns.text, 0)).toBe('All 5,120 links of the torus carry 7.');
  });
});
