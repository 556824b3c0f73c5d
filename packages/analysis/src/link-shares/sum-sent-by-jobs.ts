import type { Network } from '@weft/model';

/** A job on its hosts, between two times. */
export interface HostedRun {
  readonly job: number;
  readonly hosts: readonly number[];
  readonly from: number;
  readonly to: number;
}

/** What jobs sent in each step, by the counters of the links of their own hosts. */
export interface SentByJobs {
  /** Of each run: bytes of each step. */
  readonly bytes: readonly Float64Array[];
  /** Of each run: 1 in steps in which one of its hosts passed from one job to another, so that its bytes are divided by time. */
  readonly divided: readonly Uint8Array[];
}

/** Takes the readings one by one. */
interface SentSums {
  add(step: number, link: number, bytes: number): void;
  finish(): SentByJobs;
}

/** A host has one job at a time. Where no link out of the hosts was read, those into them tell what jobs received. */
export function createSentSums(network: Network, runs: readonly HostedRun[], edges: Float64Array): SentSums {
  const steps = Math.max(0, edges.length - 1);
  const out = emptySums(runs.length, steps);
  const into = emptySums(runs.length, steps);
  const runsAt = runsOfVertices(network.vertexCount, runs);
  const { src, dst } = network.links;
  let readOut = false;

  const book = (sums: SentByJobs, step: number, vertex: number, bytes: number): boolean => {
    const here = runsAt[vertex];
    if (!here) return false;
    const overlaps = here.map((run) =>
      Math.max(0, Math.min(runs[run].to, edges[step + 1]) - Math.max(runs[run].from, edges[step])),
    );
    const together = overlaps.reduce((sum, overlap) => sum + overlap, 0);
    const isDivided = overlaps.filter((overlap) => overlap > 0).length > 1;
    here.forEach((run, at) => {
      if (overlaps[at] === 0) return;
      sums.bytes[run][step] += (bytes * overlaps[at]) / together;
      if (isDivided) sums.divided[run][step] = 1;
    });
    return true;
  };
  return {
    add(step, link, bytes) {
      if (book(out, step, src[link], bytes)) readOut = true;
      book(into, step, dst[link], bytes);
    },
    finish: () => (readOut ? out : into),
  };
}

function emptySums(runs: number, steps: number): SentByJobs {
  return {
    bytes: Array.from({ length: runs }, () => new Float64Array(steps)),
    divided: Array.from({ length: runs }, () => new Uint8Array(steps)),
  };
}

function runsOfVertices(vertices: number, runs: readonly HostedRun[]): (number[] | undefined)[] {
  const found = new Array<number[] | undefined>(vertices);
  runs.forEach(({ hosts }, run) => {
    for (const host of hosts) {
      const list = found[host] ?? [];
      list.push(run);
      found[host] = list;
    }
  });
  return found;
}
