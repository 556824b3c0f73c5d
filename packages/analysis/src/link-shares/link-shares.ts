import {
  defineTable,
  type Filter,
  lowerBound,
  queryColumns,
  queryTable,
  stepRange,
  type TableColumns,
} from '@weft/model';
import { z } from 'zod';
import { defineAnalysis, type InputsOf, type OpenInput, openFrames } from '../analysis.ts';
import { networkOf, networkQueries, routingEpochs } from '../attribution/routing-epochs.ts';
import { stepEdges } from '../finding-facts/link-traffic.ts';
import { wholeFrame } from '../finding-facts/whole-frame.ts';
import { estimateShares } from './estimate-shares.ts';
import { type LinkShare, type SharesOfLink, sharesFrame, summaryFrame } from './shares-frame.ts';

const params = z.strictObject({
  links: z.array(z.number().int().nonnegative()).max(1000).default([]),
  /** The metric of counters that counts bytes. */
  metric: z.string().default('data_sent'),
  /** Nanoseconds between samples, where it is known. */
  interval: z.number().positive().nullable().default(null),
  /** Nanoseconds, from <= t < to. */
  time: z.tuple([z.number(), z.number()]).nullable().default(null),
  /** `counters` estimates also where loads would tell. */
  source: z.enum(['best', 'counters']).default('best'),
});

type Params = z.infer<typeof params>;

const result = {
  shares: defineTable('shares', 'Bytes of each job over each link, most first; they add up to its total.', {
    link: { kind: 'int32', doc: 'link id' },
    job: { kind: 'int32', optional: true, doc: 'job id; none = unexplained: bytes that no job accounts for' },
    bytes: { kind: 'int64', unit: 'B', doc: 'negative where jobs account for more than was read' },
    low: { kind: 'int64', unit: 'B', doc: 'lower end of the 95 % range; the bytes themselves where exact' },
    high: { kind: 'int64', unit: 'B', doc: 'upper end of the 95 % range' },
  }),
  summary: defineTable('summary', 'One row a link.', {
    link: { kind: 'int32', doc: 'link id' },
    bytes: { kind: 'int64', unit: 'B', doc: 'over the link, of all jobs together' },
    source: { kind: 'text', doc: 'loads (exact), counters (estimated) or none (neither is there)' },
    start: { kind: 'int64', unit: 'ns', doc: 'start of the first step or bin of the time range' },
    end: { kind: 'int64', unit: 'ns', doc: 'end of the last' },
    windows: { kind: 'int32', doc: 'fits one after the other; more than one where jobs change what they do' },
    routing: { kind: 'text', doc: 'where the routes come from that tell which jobs may use a link' },
  }),
};

function queries({ metric, source }: Params) {
  const where: Filter[] = [{ op: 'in', column: 'metric', values: [metric] }];
  return {
    ...networkQueries,
    jobs: queryTable('jobs', { orderBy: ['id'] }),
    ranks: queryTable('ranks'),
    routes: queryTable('routes'),
    loads: source === 'best' ? queryColumns('loads', ['time', 'link', 'job', 'bytes']) : undefined,
    times: queryColumns('counters', ['time'], { where }),
    counters: queryColumns('counters', ['time', 'link', 'value'], { where }),
  };
}

type Open = OpenInput<InputsOf<ReturnType<typeof queries>>>;

async function find(open: Open, choice: Params) {
  const bins = await stepEdges(open('loads'), null);
  if (bins.length === 2 && choice.interval !== null) bins[0] = bins[1] - choice.interval;
  const found =
    bins.length > 1 ? await exactShares(open, choice, bins) : await sharesOfCounters(open, choice);
  return { shares: sharesFrame(found), summary: summaryFrame(found) };
}

/** What loads say, to the byte. */
async function exactShares(open: Open, { links, time }: Params, bins: Float64Array): Promise<SharesOfLink[]> {
  const [first, last] = stepRange({ times: bins, steps: bins.length - 1 }, time);
  const onLinks = new Map(links.map((link) => [link, new Map<number, number>()]));
  for await (const { rows, columns } of open('loads')) {
    for (let row = 0; row < rows; row++) {
      const bin = lowerBound(bins, columns.time[row]) - 1;
      const jobs = onLinks.get(columns.link[row]);
      if (!jobs || bin < first || bin >= last) continue;
      jobs.set(columns.job[row], (jobs.get(columns.job[row]) ?? 0) + columns.bytes[row]);
    }
  }
  return [...onLinks].map(([link, jobs]) => {
    const shares: LinkShare[] = Array.from(jobs, ([job, bytes]) => ({ job, bytes, low: bytes, high: bytes }));
    const bytes = shares.reduce((sum, share) => sum + share.bytes, 0);
    return {
      link,
      bytes,
      shares,
      source: 'loads',
      range: [bins[first], bins[last]],
      windows: 0,
      routing: 'not asked',
    };
  });
}

async function sharesOfCounters(open: Open, choice: Params): Promise<SharesOfLink[]> {
  const network = networkOf({
    vertices: await wholeFrame(open('vertices'), 'vertices'),
    links: await wholeFrame(open('links'), 'links'),
  });
  const edges = await stepEdges(open('times'), choice.interval);
  const jobs = await wholeFrame(open('jobs'), 'jobs');
  const ranks = await wholeFrame(open('ranks'), 'ranks');
  const epochs = routingEpochs(network, await wholeFrame(open('routes'), 'routes'));
  return estimateShares(
    { epochs, jobs: jobs.columns, ranks: ranks.columns, counters: () => samples(open) },
    edges,
    stepRange({ times: edges, steps: Math.max(0, edges.length - 1) }, choice.time),
    choice.links.filter((link) => link < network.linkCount),
  );
}

async function* samples(
  open: Open,
): AsyncIterable<Pick<TableColumns<'counters'>, 'time' | 'link' | 'value'>> {
  for await (const { columns } of open('counters')) yield columns;
}

export const linkShares = defineAnalysis({
  name: 'link-shares',
  title: 'Shares of jobs on links',
  doc: 'How many bytes of a link are of which job: exact from loads, else estimated from the counters of the hosts.',
  params,
  result,
  needs: queries,
  run: (inputs, choice) => find(openFrames(inputs), choice),
  runStreamed: find,
});
