import {
  defineTable,
  type Filter,
  NONE,
  queryColumns,
  stepRange,
  textColumn,
  type WorkContext,
} from '@weft/model';
import { z } from 'zod';
import { defineAnalysis, type InputsOf, type OpenInput, openFrames } from '../analysis.ts';
import { stepEdges } from '../finding-facts/link-traffic.ts';
import { readSummedTraffic } from '../finding-facts/summed-traffic.ts';
import {
  countersQuery,
  linkSumsQuery,
  loadsQuery,
  stepSumsQuery,
  timesQuery,
} from '../finding-facts/traffic-queries.ts';
import { wholeFrame } from '../finding-facts/whole-frame.ts';
import { type OrderedLinks, orderLinks } from './order-links.ts';
import { sumStepsOfLinks } from './sum-steps-of-links.ts';

const params = z.strictObject({
  /** An amount of counters. */
  metric: z.string().default('data_sent'),
  /** Only bytes are a share of the capacity. */
  countsBytes: z.boolean().default(true),
  /** Nanoseconds between samples, where it is known. */
  interval: z.number().positive().nullable().default(null),
  /** Nanoseconds, from <= t < to. */
  time: z.tuple([z.number(), z.number()]).nullable().default(null),
  /** Empty = all. */
  classes: z.array(z.string()).default([]),
  directions: z.array(z.string()).default([]),
  limit: z.number().int().positive().max(1000).default(100),
});

type Params = z.infer<typeof params>;

const hottest = defineTable(
  'links',
  'Links with the largest share of their capacity in use in one step, largest first.',
  {
    link: { kind: 'int32', doc: 'link id' },
    class: { kind: 'text', optional: true, doc: 'level or dimension' },
    direction: { kind: 'text', optional: true, doc: 'up, down, +a ...' },
    bytes: {
      kind: 'float64',
      unit: 'B',
      doc: 'in the time range; in the unit of the metric where it counts no bytes',
    },
    percent: { kind: 'float64', doc: 'of its capacity in its busiest step; -1 = its capacity is not known' },
    start: { kind: 'int64', unit: 'ns', doc: 'start of that step' },
    end: { kind: 'int64', unit: 'ns', doc: 'end of that step' },
    job: {
      kind: 'int32',
      optional: true,
      doc: 'job that sends most over it in the time range; none = not known',
    },
    share: { kind: 'float64', doc: 'percent of the attributed bytes that are of this job' },
  },
);

function queries({ metric, interval, time }: Params) {
  // A sample is dated by the end of its step.
  const inTime: Filter[] =
    time && interval !== null
      ? [{ op: 'range', column: 'time', from: time[0], to: time[1] + interval + 1 }]
      : [];
  return {
    links: queryColumns('links', ['id', 'class', 'direction', 'capacity'], { orderBy: ['id'] }),
    times: timesQuery(metric),
    counters: countersQuery(metric, inTime),
    linkSums: linkSumsQuery(metric),
    stepSums: stepSumsQuery(metric),
    loads: loadsQuery(),
  };
}

type Open = OpenInput<InputsOf<ReturnType<typeof queries>>>;

async function find(open: Open, choice: Params, _context: WorkContext) {
  const links = await wholeFrame(open('links'), 'links');
  const summed = choice.time === null ? await readSums(open, links.rows, choice.interval) : null;
  const edges = summed?.edges ?? (await readEdges(open, choice.interval));
  const range = stepRange({ times: edges, steps: Math.max(0, edges.length - 1) }, choice.time);
  const traffic = summed ?? (await sumStepsOfLinks(links.rows, edges, range, open('counters')));
  return { links: await rowsOf(links, range, orderLinks(links, traffic, choice), open) };
}

const readSums = (open: Open, links: number, interval: number | null) =>
  readSummedTraffic(links, interval, open('linkSums'), () => open('stepSums'));

/** Sums of steps have few rows; without them, all counters are gone through. */
async function readEdges(open: Open, interval: number | null): Promise<Float64Array> {
  const edges = await stepEdges(open('stepSums'), interval);
  return edges.length > 0 ? edges : stepEdges(open('times'), interval);
}

type Links = Awaited<ReturnType<typeof wholeFrame<'links', 'id' | 'class' | 'direction' | 'capacity'>>>;

async function rowsOf(
  links: Links,
  range: readonly [number, number],
  { order, percent, traffic }: OrderedLinks,
  open: Open,
) {
  const { edges, totals, peakSteps } = traffic;
  const jobs = await firstJobs(order, edges[range[0]], edges[range[1]], open);
  const take = (column: { codes: Int32Array; dictionary: readonly string[] }) =>
    textColumn(order.map((link) => column.dictionary[column.codes[link]] ?? null));
  return {
    rows: order.length,
    columns: {
      link: Int32Array.from(order),
      class: take(links.columns.class),
      direction: take(links.columns.direction),
      bytes: Float64Array.from(order, (link) => totals[link]),
      percent: Float64Array.from(order, percent),
      start: Float64Array.from(order, (link) => edges[peakSteps[link]]),
      end: Float64Array.from(order, (link) => edges[peakSteps[link] + 1]),
      job: Int32Array.from(jobs, ({ job }) => job),
      share: Float64Array.from(jobs, ({ share }) => share),
    },
  };
}

/** The job with most bytes on each link, of the loads whose bins end in the time range or are the first to end after it. */
async function firstJobs(order: readonly number[], from: number, to: number, open: Open) {
  const bins = await stepEdges(open('loads'), null);
  const last = bins.find((end) => end >= to) ?? to;
  const onLinks = new Map(order.map((link) => [link, new Map<number, number>()]));
  for await (const { rows, columns } of open('loads')) {
    for (let row = 0; row < rows; row++) {
      if (columns.time[row] <= from || columns.time[row] > last) continue;
      const jobs = onLinks.get(columns.link[row]);
      if (jobs) jobs.set(columns.job[row], (jobs.get(columns.job[row]) ?? 0) + columns.bytes[row]);
    }
  }
  return order.map((link) => {
    const jobs = [...(onLinks.get(link) ?? [])].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    const total = jobs.reduce((sum, [, amount]) => sum + amount, 0);
    return total > 0 ? { job: jobs[0][0], share: (100 * jobs[0][1]) / total } : { job: NONE, share: 0 };
  });
}

export const hottestLinks = defineAnalysis({
  name: 'hottest-links',
  title: 'Hottest links',
  doc: 'Links that used most of their capacity in one step of a time range, with their bytes and the job that sends most.',
  params,
  result: { links: hottest },
  needs: queries,
  run: (inputs, choice, context) => find(openFrames(inputs), choice, context),
  runStreamed: find,
});
