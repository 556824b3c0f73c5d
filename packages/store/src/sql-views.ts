import { defineTable, type Manifest, trafficMetric } from '@weft/model';
import { dataCentreViews } from './data-centre-views.ts';
import { quoteText } from './sql-text.ts';
import { END_COLUMNS, JOINED_ENDS, linkEnds, type SqlView } from './sql-view.ts';

const linkTraffic: SqlView = {
  schema: defineTable('link_traffic', 'What each link carried in all, and in its busiest step.', {
    ...linkEnds,
    capacity: { kind: 'float64', optional: true, unit: 'B/s', doc: 'as in links' },
    bytes: { kind: 'float64', unit: 'B', doc: 'carried in all; 0 where no sample says more' },
    peak: { kind: 'float64', optional: true, unit: 'B/s', doc: 'rate in its busiest step' },
    percent: {
      kind: 'float64',
      optional: true,
      doc: 'of its capacity in its busiest step, as the page has it; NULL = not known',
    },
  }),
  sql: `
    WITH samples AS (SELECT time, link, value FROM counters WHERE metric = {traffic}),
      steps AS (
        SELECT time, coalesce(time - lag(time) OVER later, {first_step}) AS length
        FROM (SELECT DISTINCT time FROM samples) WINDOW later AS (ORDER BY time)
      ),
      sums AS (
        SELECT link, sum(value) AS bytes, max(value * 1e9 / length) AS peak
        FROM samples JOIN steps USING (time) GROUP BY link
      )
    SELECT ${END_COLUMNS}, links.capacity, coalesce(sums.bytes, 0) AS bytes, sums.peak,
      100 * sums.peak / CASE WHEN links.capacity > 0 THEN links.capacity END AS percent
    FROM links LEFT JOIN sums ON sums.link = links.id ${JOINED_ENDS}`,
};

const linkMeans: SqlView = {
  schema: defineTable(
    'link_means',
    'Mean of each metric of each link over all steps. A sample that is missing counts as 0: an avg over counters is too high where zeros were not written.',
    {
      ...linkEnds,
      metric: { kind: 'text', doc: 'a metric of the manifest' },
      total: { kind: 'float64', doc: 'sum of its samples' },
      samples: { kind: 'int64', doc: 'samples that were written' },
      steps: { kind: 'int64', doc: 'steps of the metric, whichever links have samples in them' },
      mean: { kind: 'float64', doc: 'total over steps: amount a step, or mean level of a gauge' },
    },
  ),
  sql: `
    WITH steps AS (SELECT metric, count(DISTINCT time) AS steps FROM counters GROUP BY metric),
      sums AS (SELECT link, metric, sum(value) AS total, count(*) AS samples FROM counters GROUP BY link, metric)
    SELECT ${END_COLUMNS}, steps.metric, coalesce(sums.total, 0) AS total, coalesce(sums.samples, 0) AS samples,
      steps.steps, coalesce(sums.total, 0) / steps.steps AS mean
    FROM links CROSS JOIN steps LEFT JOIN sums ON sums.link = links.id AND sums.metric = steps.metric ${JOINED_ENDS}`,
};

const jobLinks: SqlView = {
  schema: defineTable('job_links', 'Bytes of each job over each link; from loads.', {
    job: { kind: 'int32', doc: 'job id' },
    job_name: { kind: 'text', optional: true, doc: 'job name' },
    place: { kind: 'int64', doc: "1 = the link with most of the job's bytes" },
    ...linkEnds,
    bytes: { kind: 'int64', unit: 'B', doc: 'of that job over that link' },
  }),
  sql: `
    SELECT sums.job, jobs.name AS job_name,
      row_number() OVER (PARTITION BY sums.job ORDER BY sums.bytes DESC, sums.link) AS place,
      ${END_COLUMNS}, sums.bytes
    FROM (SELECT job, link, CAST(sum(bytes) AS BIGINT) AS bytes FROM loads GROUP BY job, link) sums
    JOIN links ON links.id = sums.link ${JOINED_ENDS} LEFT JOIN jobs ON jobs.id = sums.job`,
};

const rankPairs: SqlView = {
  schema: defineTable('rank_pairs', 'Messages between each two ranks: the communication matrix.', {
    job: { kind: 'int32', doc: 'job id' },
    job_name: { kind: 'text', optional: true, doc: 'job name' },
    src: { kind: 'int32', doc: 'sending world rank' },
    dst: { kind: 'int32', doc: 'receiving world rank' },
    src_host: { kind: 'text', optional: true, doc: 'name of the host of src' },
    dst_host: { kind: 'text', optional: true, doc: 'name of the host of dst' },
    messages: { kind: 'int64', unit: 'count', doc: 'messages; those with an unknown end are in no pair' },
    bytes: { kind: 'int64', unit: 'B', doc: 'their payload' },
  }),
  sql: `
    WITH sums AS (
      SELECT job, src, dst, CAST(sum("count") AS BIGINT) AS messages, CAST(sum(bytes) AS BIGINT) AS bytes
      FROM messages WHERE src IS NOT NULL AND dst IS NOT NULL GROUP BY job, src, dst
    ), places AS (
      SELECT ranks.job, ranks.rank, vertices.name FROM ranks LEFT JOIN vertices ON vertices.id = ranks.host
    )
    SELECT sums.job, jobs.name AS job_name, sums.src, sums.dst, s.name AS src_host, d.name AS dst_host,
      sums.messages, sums.bytes
    FROM sums LEFT JOIN jobs ON jobs.id = sums.job
    LEFT JOIN places s ON s.job = sums.job AND s.rank = sums.src
    LEFT JOIN places d ON d.job = sums.job AND d.rank = sums.dst`,
};

const rankTimes: SqlView = {
  schema: defineTable(
    'rank_times',
    'How long each rank ran, and how much of that it spent in calls of MPI.',
    {
      job: { kind: 'int32', doc: 'job id' },
      rank: { kind: 'int32', doc: 'world rank' },
      host: { kind: 'text', optional: true, doc: 'name of its host' },
      socket: { kind: 'int32', optional: true, doc: 'as in ranks' },
      core: { kind: 'int32', optional: true, doc: 'as in ranks' },
      time: { kind: 'int64', optional: true, unit: 'ns', doc: 'from its first call or region to its last' },
      in_calls: { kind: 'int64', unit: 'ns', doc: 'inside calls of MPI; of several threads added up' },
      between_calls: { kind: 'int64', optional: true, unit: 'ns', doc: 'the rest: computing' },
      cpu: {
        kind: 'int64',
        optional: true,
        unit: 'ns',
        doc: 'processor time of its process, first call to last',
      },
      cpu_in_calls: { kind: 'int64', optional: true, unit: 'ns', doc: 'of it inside calls of MPI' },
      cpu_between_calls: { kind: 'int64', optional: true, unit: 'ns', doc: 'the rest: computing' },
    },
  ),
  sql: `
    WITH ran AS (SELECT job, rank, max("exit") - min(enter) AS time FROM spans GROUP BY job, rank),
      inside AS (
        SELECT job, rank, CAST(sum(time) AS BIGINT) AS time,
          CASE WHEN count(cpu) = count(*) THEN CAST(sum(cpu) AS BIGINT) END AS cpu
        FROM calls GROUP BY job, rank
      )
    SELECT ranks.job, ranks.rank, vertices.name AS host, ranks.socket, ranks.core,
      ran.time, coalesce(inside.time, 0) AS in_calls, ran.time - coalesce(inside.time, 0) AS between_calls,
      ranks.cpu, inside.cpu AS cpu_in_calls, ranks.cpu - inside.cpu AS cpu_between_calls
    FROM ranks LEFT JOIN vertices ON vertices.id = ranks.host
    LEFT JOIN ran ON ran.job = ranks.job AND ran.rank = ranks.rank
    LEFT JOIN inside ON inside.job = ranks.job AND inside.rank = ranks.rank`,
};

const phaseTraffic: SqlView = {
  schema: defineTable(
    'phase_traffic',
    'Messages between each two ranks in each phase; needs the phases that `weft phases` adds.',
    {
      job: { kind: 'int32', doc: 'job id' },
      phase: { kind: 'int32', doc: 'number of the phase, from 0' },
      start: { kind: 'int64', unit: 'ns', doc: 'first sending of the phase' },
      end: { kind: 'int64', unit: 'ns', doc: 'last receiving of the phase' },
      src: { kind: 'int32', doc: 'sending world rank' },
      dst: { kind: 'int32', doc: 'receiving world rank' },
      messages: { kind: 'int64', unit: 'count', doc: 'its messages' },
      bytes: { kind: 'int64', unit: 'B', doc: 'their payload' },
    },
  ),
  sql: `
    SELECT p.job, p.phase, any_value(p.start) AS start, any_value(p."end") AS "end", m.src, m.dst,
      CAST(sum(m."count") AS BIGINT) AS messages, CAST(sum(m.bytes) AS BIGINT) AS bytes
    FROM message_phases mp JOIN messages m ON m.id = mp.message
    JOIN phases p ON p.job = mp.job AND p.phase = mp.phase
    GROUP BY p.job, p.phase, m.src, m.dst`,
};

/** Every view of SQL: one line each. */
export const sqlViews: readonly SqlView[] = [
  linkTraffic,
  linkMeans,
  jobLinks,
  rankPairs,
  rankTimes,
  phaseTraffic,
  ...dataCentreViews,
];

/** The text of a view for a dataset. */
export function viewText({ sql }: SqlView, { metrics, interval }: Manifest): string {
  const firstStep = interval === null ? 'coalesce(lead(time) OVER later - time, 1)' : String(interval);
  return sql
    .replace('{traffic}', () => quoteText(trafficMetric(metrics)?.name ?? ''))
    .replace('{first_step}', () => firstStep);
}

export const sqlViewNames: readonly string[] = sqlViews.map(({ schema }) => schema.name);
