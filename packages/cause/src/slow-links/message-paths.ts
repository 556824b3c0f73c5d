import { MOST_HOPS, messagePath, PS_PER_NS } from '@weft/simulate';
import type { Machine } from '../machine/machine.ts';

/** The links between the ranks of jobs, by the tables; looked up once for each pair of hosts. */
export class MessagePaths {
  private readonly machine: Machine;
  private readonly known = new Map<number, Int32Array>();
  private readonly path = new Int32Array(MOST_HOPS);

  constructor(machine: Machine) {
    this.machine = machine;
  }

  /** Links of a message, in order; none where it stays on its host or no path leads. */
  of(job: number, src: number, dst: number, sent: number): Int32Array {
    const { fabric, jobs } = this.machine;
    const from = jobs[job].hosts[src];
    const to = jobs[job].hosts[dst];
    const key = from * fabric.network.vertexCount + to;
    const known = this.known.get(key);
    if (known) return known;
    const hops = from === to ? 0 : messagePath(fabric, sent * PS_PER_NS, from, to, this.path);
    const links = this.path.slice(0, Math.max(0, hops));
    this.known.set(key, links);
    return links;
  }
}
