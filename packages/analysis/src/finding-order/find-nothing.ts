import { formatQuantity } from '@weft/model';
import { linkName } from '@weft/network';
import type { Finding } from '../finding.ts';
import type { FindingFacts } from '../finding-facts/finding-facts.ts';
import { knowsCapacities, type LinkTraffic, peakUtilisation } from '../finding-facts/link-traffic.ts';

/** Percent of its capacity below which no link holds anything up. */
const IDLE = 10;
/** Percent from which links are full. */
const FULL = 80;
/** Fewer steps than this may hide that links are full for a part of one. */
const LEAST_STEPS = 3;

/** That nothing stands out, with the number that says so. */
export function findNothing({ traffic, jobs }: FindingFacts): Finding {
  const none = { kind: 'nothing' as const, factor: 0, where: {} };
  if (traffic && traffic.network.linkCount > 0) return { ...none, ...describeTraffic(traffic) };
  const bytes = jobs?.shares.reduce((sum, share) => sum + share.bytes, 0) ?? 0;
  return {
    ...none,
    text:
      bytes > 0
        ? `Nothing stands out in ${formatQuantity(bytes, 'B')} of messages.`
        : 'Nothing stands out: there are no messages, and nothing that links carry was counted.',
    value: bytes,
    unit: 'B',
  };
}

function describeTraffic(traffic: LinkTraffic): Pick<Finding, 'text' | 'value' | 'unit'> {
  const { network, totals, unit } = traffic;
  if (!knowsCapacities(traffic)) {
    const most = largest(totals);
    const amount = formatQuantity(totals[most], unit);
    return {
      text: `Nothing stands out: no link carries more than ${amount}.`,
      value: totals[most],
      unit,
    };
  }
  const shares = Float64Array.from(totals, (_, link) => peakUtilisation(traffic, link) || 0);
  const fullest = largest(shares);
  const value = shares[fullest];
  const percent = formatQuantity(value, '%');
  const text =
    value < IDLE
      ? describeIdle(traffic, percent)
      : describeFullest(value, percent, linkName(network, fullest));
  return { text, value, unit: '%' };
}

function describeIdle({ edges }: LinkTraffic, percent: string): string {
  if (edges.length > LEAST_STEPS)
    return `Nothing stands out: no link is above ${percent} of its capacity, so the network is not the bottleneck.`;
  const step = formatQuantity(edges[1] - edges[0], 'ns');
  return `Nothing stands out: no link is above ${percent} of its capacity over a step of ${step}; shorter bursts do not show.`;
}

function describeFullest(value: number, percent: string, link: string): string {
  const reaches = `the fullest link, ${link}, reaches ${percent} of its capacity, and others of its kind are about as full`;
  return value < FULL
    ? `Nothing stands out: ${reaches}.`
    : `No single link stands out, but links are full: ${reaches}.`;
}

function largest(values: Float64Array): number {
  let most = 0;
  values.forEach((value, at) => {
    if (value > values[most]) most = at;
  });
  return most;
}
