import { formatQuantity, formatTimes } from '@weft/model';
import { defineFinding, type Finding } from '../../finding.ts';
import type { JobShare, JobTraffic } from '../../finding-facts/job-traffic.ts';
import { MOST_FACTOR } from '../../finding-facts/stand-out.ts';

/** Of all traffic, and times that of the next job, in all and per second: a job that runs longer than others, or is busier for a while, does not dominate. */
const LEAST_SHARE = 0.35;
const LEAST_FACTOR = 1.75;
/** Jobs with less than this share of its bytes are too small to say how busy others were. */
const TOO_SMALL = 0.02;

const MEANING: Readonly<Record<JobTraffic['source'], string>> = {
  loads: 'on all links',
  messages: 'that jobs send',
  counters: 'that leave hosts of jobs',
  neighbours: 'on links between hosts of one job',
};

export const dominantJob = defineFinding({
  kind: 'dominant-job',
  doc: 'A job that causes most of the traffic while others run, too.',
  find: ({ jobs, senders }) => {
    const found = dominantIn(jobs) ?? dominantIn(senders);
    return found ? [found] : [];
  },
});

function dominantIn(jobs: JobTraffic | null): Finding | null {
  if (!jobs || jobs.shares.length < 2) return null;
  const [first, second] = jobs.shares;
  const total = jobs.shares.reduce((sum, { bytes }) => sum + bytes, 0);
  const percent = (100 * first.bytes) / total;
  const ratio = first.bytes / second.bytes;
  const factor = Math.min(MOST_FACTOR, ratio);
  if (!(percent >= 100 * LEAST_SHARE) || factor < LEAST_FACTOR) return null;
  const others = jobs.shares.slice(1).filter(({ bytes }) => bytes > TOO_SMALL * first.bytes);
  if (others.some((other) => rateOf(first) < LEAST_FACTOR * rateOf(other))) return null;
  const amount = jobs.unit === 'B' ? 'bytes' : jobs.unit;
  const hosts = first.hosts > 0 ? ` on ${first.hosts} ${first.hosts === 1 ? 'host' : 'hosts'}` : '';
  const compared =
    second.bytes > 0
      ? `${formatTimes(ratio)} as much as the next of ${jobs.shares.length} jobs, ${second.name}`
      : `none of the other ${jobs.shares.length - 1} any`;
  return {
    kind: 'dominant-job',
    text: `Job ${first.name}${hosts} ${jobs.source === 'neighbours' ? 'has' : 'causes'} ${formatQuantity(percent, '%')} of the ${amount} ${MEANING[jobs.source]}, ${compared}.`,
    value: percent,
    unit: '%',
    factor: Math.min(factor, perHost(first, second)),
    where: { job: first.job },
  };
}

/** Bytes per second while it runs. */
function rateOf({ bytes, time }: JobShare): number {
  return time > 0 ? bytes / time : bytes;
}

/** Times as much from each host: a job that is only larger than the next stands out less than what others do. */
function perHost(first: JobShare, second: JobShare): number {
  if (first.hosts === 0 || second.hosts === 0 || second.bytes === 0) return MOST_FACTOR;
  return Math.max(1, (first.bytes * second.hosts) / (second.bytes * first.hosts));
}
