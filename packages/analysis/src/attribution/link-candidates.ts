import { defineTable, queryTable, textColumn } from '@weft/model';
import { z } from 'zod';
import { defineAnalysis } from '../analysis.ts';
import { countCrossingPairs } from './count-crossings.ts';
import { hostsOfJobs, runsIn } from './job-runs.ts';
import { epochAt, networkOf, networkQueries, routingEpochs } from './routing-epochs.ts';

const params = z.strictObject({
  links: z.array(z.number().int().nonnegative()).max(100_000).default([]),
  /** Nanoseconds; null = the whole run. */
  time: z.tuple([z.number(), z.number()]).nullable().default(null),
});

const result = {
  candidates: defineTable(
    'candidates',
    'Jobs that may use the links, those with most pairs and time first.',
    {
      job: { kind: 'int32', doc: 'job id' },
      pairs: { kind: 'int64', unit: 'count', doc: 'ordered pairs of its hosts with a route over the links' },
      of_pairs: { kind: 'int64', unit: 'count', doc: 'all ordered pairs of its hosts' },
      time: { kind: 'int64', unit: 'ns', doc: 'time it runs inside the time range' },
    },
  ),
  summary: defineTable('summary', 'One row about the whole.', {
    origin: { kind: 'text', doc: 'where the routing comes from' },
  }),
};

export const linkCandidates = defineAnalysis({
  name: 'link-candidates',
  title: 'Jobs that may use a link',
  doc: 'Jobs that run in the time range and have routes over the links: candidates, where nothing says what they sent.',
  params,
  result,
  needs: () => ({
    jobs: queryTable('jobs', { orderBy: ['id'] }),
    ranks: queryTable('ranks'),
    routes: queryTable('routes'),
    ...networkQueries,
  }),
  run(inputs, { links, time }) {
    const epochs = routingEpochs(networkOf(inputs), inputs.routes);
    const hosts = hostsOfJobs(inputs.ranks.columns);
    const found: Candidate[] = [];
    for (const { id, from, to } of runsIn(inputs.jobs.columns, time)) {
      const own = hosts.get(id) ?? [];
      const routing = epochs.routing(epochAt(epochs.starts, from));
      const pairs = countCrossingPairs(routing, own, links);
      if (pairs > 0) found.push({ job: id, pairs, ofPairs: own.length * (own.length - 1), time: to - from });
    }
    found.sort((a, b) => b.pairs * b.time - a.pairs * a.time || a.job - b.job);
    return { candidates: candidatesFrame(found), summary: originFrame(epochs.origin) };
  },
});

interface Candidate {
  readonly job: number;
  /** Ordered pairs of its hosts with a route over the links, and all of its pairs. */
  readonly pairs: number;
  readonly ofPairs: number;
  /** Nanoseconds it runs inside the time range. */
  readonly time: number;
}

function candidatesFrame(found: readonly Candidate[]) {
  return {
    rows: found.length,
    columns: {
      job: Int32Array.from(found, ({ job }) => job),
      pairs: Float64Array.from(found, ({ pairs }) => pairs),
      of_pairs: Float64Array.from(found, ({ ofPairs }) => ofPairs),
      time: Float64Array.from(found, ({ time }) => time),
    },
  };
}

function originFrame(origin: string) {
  return { rows: 1, columns: { origin: textColumn([origin]) } };
}
