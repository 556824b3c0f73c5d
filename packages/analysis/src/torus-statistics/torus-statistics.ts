import { createNetwork, defineTable, type Network, queryColumns, queryTable, textColumn } from '@weft/model';
import { directionName, type TorusShape, torusShape } from '@weft/network';
import { z } from 'zod';
import { defineAnalysis, type InputsOf } from '../analysis.ts';
import { directionFigures } from './direction-figures.ts';
import { groupFigures, type LinkGroup } from './group-figures.ts';
import { describeFinding, findImbalance } from './torus-finding.ts';
import { varianceTable } from './variance-table.ts';

const params = z.strictObject({
  metric: z.string().default('data_sent'),
  /** Of the metric, for sentences; null = bytes for data_sent, else none. */
  unit: z.string().nullable().default(null),
  /** What a link's value is: the sum of its samples, or the largest. */
  aggregate: z.enum(['sum', 'max']).default('sum'),
  /** Nanoseconds, from <= t < to. */
  time: z.tuple([z.number(), z.number()]).nullable().default(null),
  bins: z.number().int().min(1).max(1000).default(20),
});

const groups = defineTable('groups', 'Values per link by dimension, direction and class of links.', {
  kind: { kind: 'text', doc: 'dimension, direction or class' },
  name: { kind: 'text', doc: 'which one' },
  links: { kind: 'int32', doc: 'links in it' },
  minimum: { kind: 'float64', doc: 'least value' },
  lower_quartile: { kind: 'float64', doc: 'a quarter of the links lies below' },
  median: { kind: 'float64', doc: 'half of the links lies below' },
  upper_quartile: { kind: 'float64', doc: 'three quarters of the links lie below' },
  maximum: { kind: 'float64', doc: 'largest value' },
  mean: { kind: 'float64', doc: 'average' },
  maximum_over_mean: { kind: 'float64', doc: '1 = even; 0 where all links are idle' },
});

const histogram = defineTable('histogram', 'How many links have values in each of equal intervals.', {
  kind: { kind: 'text', doc: 'dimension, direction or class' },
  name: { kind: 'text', doc: 'which one' },
  from: { kind: 'float64', doc: 'lower end of the interval' },
  to: { kind: 'float64', doc: 'upper end; that of the last interval belongs to it' },
  links: { kind: 'int32', doc: 'links with values in it' },
});

const variance = defineTable(
  'variance',
  'Which grouping of the links explains how much of their variance, most first.',
  {
    factor: { kind: 'text', doc: 'dimension, direction, a coordinate of the node that sends, or both' },
    groups: { kind: 'int32', doc: 'groups with links' },
    share: { kind: 'float64', doc: 'share of the variance between groups, 0 to 1' },
    adjusted: { kind: 'float64', doc: 'the same less what as many groups explain by chance' },
    ratio: {
      kind: 'float64',
      doc: 'F: variance between groups over variance within; NaN where there is none within',
    },
  },
);

const finding = defineTable('finding', 'The links that differ most from the others, in one row.', {
  kind: {
    kind: 'text',
    doc: 'equal, none, direction, dimension, plane, stripe or closing (links that close a ring)',
  },
  text: { kind: 'text', doc: 'what stands out, with its number' },
  against: { kind: 'text', doc: 'what it is compared with' },
  direction: { kind: 'text', optional: true, doc: 'of the links, where it is one' },
  dimension: { kind: 'text', optional: true, doc: 'of the links or of the plane' },
  links: { kind: 'int32', doc: 'links that differ' },
  mean: { kind: 'float64', doc: 'their average' },
  others: { kind: 'int32', doc: 'all other links of the torus' },
  other_mean: { kind: 'float64', doc: 'average of these' },
  share: { kind: 'float64', doc: 'share of the variance that the difference explains' },
});

function queries({ metric, time }: z.output<typeof params>) {
  const within = time ? [{ op: 'range' as const, column: 'time', from: time[0], to: time[1] }] : [];
  return {
    counters: queryColumns('counters', ['link', 'value'], {
      where: [{ op: 'in', column: 'metric', values: [metric] }, ...within],
    }),
    vertices: queryTable('vertices', { orderBy: ['id'] }),
    links: queryTable('links', { orderBy: ['id'] }),
  };
}

type Inputs = InputsOf<ReturnType<typeof queries>>;

export const torusStatistics = defineAnalysis({
  name: 'torus-statistics',
  title: 'Torus statistics',
  doc: 'Which dimension, direction or coordinate of a torus is out of balance, with quartiles, histograms and an analysis of variance.',
  params,
  result: { groups, histogram, variance, finding },
  needs: queries,
  run(inputs, { aggregate, bins, metric, unit }) {
    const network = createNetwork(inputs.vertices.columns, inputs.links.columns);
    const shape = torusShape(network);
    const totals = totalsOf(inputs.counters, network.linkCount, aggregate);
    const found = shape ? [...linkGroups(network, shape)] : [];
    const rated = groupFigures(found, totals, bins);
    return {
      groups: groupRows(rated),
      histogram: histogramRows(rated),
      ...shapeRows(shape, totals, unit ?? (metric === 'data_sent' ? 'B' : '')),
    };
  },
});

function totalsOf(
  { rows, columns }: Inputs['counters'],
  links: number,
  aggregate: 'sum' | 'max',
): Float64Array {
  const totals = new Float64Array(links);
  for (let row = 0; row < rows; row++) {
    const link = columns.link[row];
    totals[link] =
      aggregate === 'sum' ? totals[link] + columns.value[row] : Math.max(totals[link], columns.value[row]);
  }
  return totals;
}

/** Dimensions, directions, and the classes that the network gives its links (I/O and hosts among them). */
export function* linkGroups(network: Network, shape: TorusShape): Generator<LinkGroup> {
  const { directions, linkAt, names } = shape;
  const along = (test: (direction: number) => boolean): Int32Array =>
    linkAt.filter((link, slot) => link >= 0 && test(slot % directions));
  for (const [dimension, name] of names.entries())
    yield { kind: 'dimension', name, links: along((direction) => direction >> 1 === dimension) };
  for (let direction = 0; direction < directions; direction++)
    yield {
      kind: 'direction',
      name: directionName(shape, direction),
      links: along((own) => own === direction),
    };
  const { codes, dictionary } = network.links.class;
  for (const [code, name] of dictionary.entries())
    yield { kind: 'class', name, links: network.links.id.filter((link) => codes[link] === code) };
}

type Rated = ReturnType<typeof groupFigures>;

function groupRows(rated: Rated) {
  const column = (value: (figures: Rated[number]) => number) => Float64Array.from(rated, value);
  return {
    rows: rated.length,
    columns: {
      kind: textColumn(rated.map(({ kind }) => kind)),
      name: textColumn(rated.map(({ name }) => name)),
      links: Int32Array.from(rated, ({ box }) => box.count),
      minimum: column(({ box }) => box.minimum),
      lower_quartile: column(({ box }) => box.lowerQuartile),
      median: column(({ box }) => box.median),
      upper_quartile: column(({ box }) => box.upperQuartile),
      maximum: column(({ box }) => box.maximum),
      mean: column(({ box }) => box.mean),
      maximum_over_mean: column(({ box }) => (box.mean === 0 ? 0 : box.maximum / box.mean)),
    },
  };
}

function histogramRows(rated: Rated) {
  const rows = rated.flatMap(({ kind, name, bins }) => bins.map((bin) => ({ kind, name, ...bin })));
  return {
    rows: rows.length,
    columns: {
      kind: textColumn(rows.map(({ kind }) => kind)),
      name: textColumn(rows.map(({ name }) => name)),
      from: Float64Array.from(rows, ({ from }) => from),
      to: Float64Array.from(rows, ({ to }) => to),
      links: Int32Array.from(rows, ({ links }) => links),
    },
  };
}

function shapeRows(shape: TorusShape | null, totals: Float64Array, unit: string) {
  const figures = shape && directionFigures(shape, totals);
  const table = shape && figures ? varianceTable(shape, figures) : [];
  const found = shape && figures ? [findImbalance(shape, figures)] : [];
  const texts = found.map((each) => (shape ? describeFinding(shape, each, unit) : ['', '']));
  const nameOf = (at: number, name: (index: number) => string): string | null => (at < 0 ? null : name(at));
  return {
    variance: {
      rows: table.length,
      columns: {
        factor: textColumn(table.map(({ factor }) => factor)),
        groups: Int32Array.from(table, ({ groups: count }) => count),
        share: Float64Array.from(table, ({ share }) => share),
        adjusted: Float64Array.from(table, ({ adjusted }) => adjusted),
        ratio: Float64Array.from(table, ({ ratio }) => ratio),
      },
    },
    finding: {
      rows: found.length,
      columns: {
        kind: textColumn(found.map(({ kind }) => kind)),
        text: textColumn(texts.map(([text]) => text)),
        against: textColumn(texts.map(([, against]) => against)),
        direction: textColumn(
          found.map(({ direction }) => nameOf(direction, (at) => directionName(shape!, at))),
        ),
        dimension: textColumn(found.map(({ dimension }) => nameOf(dimension, (at) => shape!.names[at]))),
        links: Int32Array.from(found, ({ links }) => links),
        mean: Float64Array.from(found, ({ mean }) => mean),
        others: Int32Array.from(found, ({ others }) => others),
        other_mean: Float64Array.from(found, ({ otherMean }) => otherMean),
        share: Float64Array.from(found, ({ share }) => share),
      },
    },
  };
}
