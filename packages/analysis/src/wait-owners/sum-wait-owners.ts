import type { TableFrame } from '@weft/model';
import { LinkServices, type ServedHops } from '../critical-path/link-services.ts';

export interface WaitOwner {
  readonly link: number;
  /** -1 = the link is free. */
  readonly behind: number;
  time: number;
}

/** The waiting of a job's messages, per link and job served meanwhile, longest first. */
export function sumWaitOwners(
  messages: TableFrame<'messages', 'id' | 'job'>,
  hops: ServedHops,
  job: number,
): WaitOwner[] {
  const { id, job: jobs } = messages.columns;
  const jobOf = new Map(Array.from(id, (message, row) => [message, jobs[row]]));
  const services = new LinkServices(hops);
  const sums = new Map<string, WaitOwner>();
  const { message, link, ready, entered } = hops.columns;
  for (let row = 0; row < hops.rows; row++) {
    if (jobOf.get(message[row]) !== job || entered[row] <= ready[row]) continue;
    for (const stretch of services.stretches(link[row], ready[row], entered[row])) {
      const behind = stretch.message < 0 ? -1 : (jobOf.get(stretch.message) ?? -1);
      const key = `${link[row]} ${behind}`;
      const sum = sums.get(key) ?? { link: link[row], behind, time: 0 };
      sum.time += stretch.to - stretch.from;
      sums.set(key, sum);
    }
  }
  return [...sums.values()].sort((a, b) => b.time - a.time || a.link - b.link || a.behind - b.behind);
}
