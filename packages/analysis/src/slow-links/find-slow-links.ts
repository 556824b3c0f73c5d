import { NONE, type TableFrame } from '@weft/model';
import { tracePath } from '@weft/network';
import { epochAt, type RoutingEpochs } from '../attribution/routing-epochs.ts';

type Sent = TableFrame<'messages', 'job' | 'src' | 'dst' | 'bytes' | 'send_start' | 'send_end'>;

export interface SlowLink {
  readonly link: number;
  readonly group: number;
  readonly slowness: number;
  readonly messages: number;
}

interface Crossed {
  messages: number;
  /** Least time over what the bytes take at the capacity of the link. */
  least: number;
  /** Differs for links that different messages cross. */
  mark: number;
}

const NANOSECONDS = 1e9;
const MOST_HOPS = 4096;

/** Links whose fastest message is much slower than the fastest messages of most links. */
export function findSlowLinks(
  messages: Sent,
  ranks: TableFrame<'ranks'>,
  epochs: RoutingEpochs,
  least: number,
): SlowLink[] {
  const crossed = crossLinks(messages, hostsOf(ranks), epochs);
  const fastest = [...crossed.values()].map((one) => one.least).sort((a, b) => a - b);
  const usual = fastest[fastest.length >> 1] ?? 1;
  const groups = new Map<string, number>();
  return [...crossed]
    .filter(([, one]) => Number.isFinite(one.least) && one.least >= least * usual)
    .sort(([a, one], [b, other]) => other.least - one.least || a - b)
    .map(([link, one]) => {
      const key = `${one.mark} ${one.messages}`;
      const group = groups.get(key) ?? groups.size;
      groups.set(key, group);
      return { link, group, slowness: one.least / usual, messages: one.messages };
    });
}

function hostsOf({ columns }: TableFrame<'ranks'>): ReadonlyMap<string, number> {
  return new Map(Array.from(columns.job, (job, row) => [`${job} ${columns.rank[row]}`, columns.host[row]]));
}

function crossLinks(
  { rows, columns }: Sent,
  hosts: ReadonlyMap<string, number>,
  epochs: RoutingEpochs,
): Map<number, Crossed> {
  const crossed = new Map<number, Crossed>();
  const { capacity } = epochs.network.links;
  const path = new Int32Array(MOST_HOPS);
  for (let row = 0; row < rows; row++) {
    const from = hosts.get(`${columns.job[row]} ${columns.src[row]}`) ?? NONE;
    const to = hosts.get(`${columns.job[row]} ${columns.dst[row]}`) ?? NONE;
    const took = columns.send_end[row] - columns.send_start[row];
    if (from === NONE || to === NONE || from === to || columns.send_end[row] < 0) continue;
    const routing = epochs.routing(epochAt(epochs.starts, columns.send_start[row]));
    const hops = tracePath(routing, from, to, path);
    for (let hop = 0; hop < Math.min(hops, MOST_HOPS); hop++) {
      const link = path[hop];
      const one = crossed.get(link) ?? { messages: 0, least: Number.POSITIVE_INFINITY, mark: 0 };
      crossed.set(link, one);
      one.messages++;
      one.mark = (Math.imul(one.mark, 31) + Math.imul(row + 1, 0x9e3779b1)) | 0;
      if (capacity[link] > 0) {
        one.least = Math.min(one.least, (took * capacity[link]) / (columns.bytes[row] * NANOSECONDS));
      }
    }
  }
  return crossed;
}
