import { type Frame, NONE, type TableColumns, textColumn } from '@weft/model';
import { z } from 'zod';
import { defineAnalysis } from '../analysis.ts';
import { countCrossingPairs } from './count-crossings.ts';
import { epochAt, networkOf, networkQueries, routingEpochs } from './routing-epochs.ts';

const params = z.object({
  links: z.array(z.number().int().nonnegative()).max(100_000).default([]),
  /** Nanoseconds; null = the whole run. */
  time: z.tuple([z.number(), z.number()]).nullable().default(null),
});

type Params = z.infer<typeof params>;

export const linkCandidates = defineAnalysis<Params>({
  name: 'link-candidates',
  title: 'Jobs that may use a link',
  doc: 'Jobs that run in the time range and have routes over the links: candidates, where nothing says what they sent.',
  params,
  needs: () => ({
    jobs: { table: 'jobs', orderBy: ['id'] },
    ranks: { table: 'ranks' },
    routes: { table: 'routes' },
    ...networkQueries,
  }),
  run(inputs, { links, time }) {
    const epochs = routingEpochs(networkOf(inputs), inputs.routes);
    const hosts = hostsOfJobs(inputs.ranks);
    const found: Candidate[] = [];
    for (const { id, from, to } of runsIn(inputs.jobs, time)) {
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

function hostsOfJobs({ columns }: Frame): Map<number, number[]> {
  const { job, host } = columns as Record<string, Int32Array>;
  const sets = new Map<number, Set<number>>();
  for (let row = 0; row < job.length; row++) {
    if (host[row] !== NONE) sets.set(job[row], (sets.get(job[row]) ?? new Set()).add(host[row]));
  }
  return new Map([...sets].map(([id, set]) => [id, [...set]]));
}

/** Jobs that run in the range, each cut to it. A job without an end runs on to the last time known. */
function runsIn(
  jobs: Frame,
  time: readonly [number, number] | null,
): { id: number; from: number; to: number }[] {
  const { id, start, end } = jobs.columns as unknown as TableColumns<'jobs'>;
  const last = Math.max(0, ...end, ...start, time?.[1] ?? 0);
  return Array.from(id, (job, row) => ({
    id: job,
    from: Math.max(start[row], time?.[0] ?? Number.NEGATIVE_INFINITY),
    to: Math.min(end[row] === NONE ? last : end[row], time?.[1] ?? Number.POSITIVE_INFINITY),
  })).filter(({ from, to }, row) => start[row] !== NONE && from < to);
}

function candidatesFrame(found: readonly Candidate[]): Frame {
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

function originFrame(origin: string): Frame {
  return { rows: 1, columns: { origin: textColumn([origin]) } };
}
