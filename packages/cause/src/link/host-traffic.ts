import type { RoutePairs } from '@weft/network';

/** What the hosts of one job send to each other. */
export interface JobTraffic extends RoutePairs {
  readonly job: number;
}

/** Adds up bytes of pairs of hosts, job by job. */
export class HostTraffic {
  private readonly vertices: number;
  private readonly jobs = new Map<number, Map<number, number>>();

  constructor(vertices: number) {
    this.vertices = vertices;
  }

  add(job: number, src: number, dst: number, bytes: number): void {
    const pairs = this.jobs.get(job) ?? new Map<number, number>();
    const key = src * this.vertices + dst;
    pairs.set(key, (pairs.get(key) ?? 0) + bytes);
    this.jobs.set(job, pairs);
  }

  /** Jobs in order of their ids, pairs in order of their destinations. */
  finish(): JobTraffic[] {
    const order = (a: readonly [number, number], b: readonly [number, number]) =>
      (a[0] % this.vertices) - (b[0] % this.vertices) || a[0] - b[0];
    return [...this.jobs]
      .sort((a, b) => a[0] - b[0])
      .map(([job, pairs]) => {
        const sorted = [...pairs].sort(order);
        return {
          job,
          src: Int32Array.from(sorted, ([key]) => Math.floor(key / this.vertices)),
          dst: Int32Array.from(sorted, ([key]) => key % this.vertices),
          weight: Float64Array.from(sorted, ([, bytes]) => bytes),
        };
      });
  }
}

/** What each host of a job sent and received. */
export interface HostTotals {
  readonly job: number;
  readonly sent: ReadonlyMap<number, number>;
  readonly received: ReadonlyMap<number, number>;
}

/** Where messages are not known: each host is taken to send to the others of its job in proportion to what they receive. */
export function spreadTraffic({ job, sent, received }: HostTotals): JobTraffic {
  const src: number[] = [];
  const dst: number[] = [];
  const weight: number[] = [];
  const all = [...received.values()].reduce((sum, bytes) => sum + bytes, 0);
  for (const [to, arrived] of received) {
    for (const [from, left] of sent) {
      const others = all - (received.get(from) ?? 0);
      if (from === to || others <= 0 || left * arrived === 0) continue;
      src.push(from);
      dst.push(to);
      weight.push((left * arrived) / others);
    }
  }
  return {
    job,
    src: Int32Array.from(src),
    dst: Int32Array.from(dst),
    weight: Float64Array.from(weight),
  };
}
