import type { MessagePhase } from '../workload.ts';
import { type Fabric, MOST_HOPS, messagePath, PS_PER_NS } from './fabric.ts';

/** What one iteration of a job puts on each link it uses. */
export interface Pattern {
  readonly links: Int32Array;
  readonly bytes: Float64Array;
  readonly packets: Float64Array;
  readonly messages: number;
  readonly bytesSent: number;
  readonly bytesLost: number;
  readonly messagesLost: number;
  readonly bytesTimesHops: number;
  /** Nanoseconds that all phases take one after the other: compute time, then what its fullest link needs. */
  readonly duration: number;
}

/** Routes all messages of the phases as they would go at a time. */
export function tracePattern(
  fabric: Fabric,
  hosts: Int32Array,
  phases: Iterable<MessagePhase>,
  time: number,
  packet: number,
): Pattern {
  const allBytes = new Float64Array(fabric.network.linkCount);
  const allPackets = new Float64Array(fabric.network.linkCount);
  const path = new Int32Array(MOST_HOPS);
  const phaseBytes = new Float64Array(fabric.network.linkCount);
  const sums = { messages: 0, bytesSent: 0, bytesLost: 0, messagesLost: 0, bytesTimesHops: 0, duration: 0 };
  for (const { src, dst, bytes, compute } of phases) {
    let fullest = 0;
    phaseBytes.fill(0);
    for (let m = 0; m < src.length; m++) {
      const amount = bytes[m];
      const hops = messagePath(fabric, time, hosts[src[m]], hosts[dst[m]], path);
      sums.messages++;
      sums.bytesSent += amount;
      if (hops < 0) {
        sums.bytesLost += amount;
        sums.messagesLost++;
        continue;
      }
      sums.bytesTimesHops += amount * hops;
      const packets = Math.ceil(amount / packet);
      for (let hop = 0; hop < hops; hop++) {
        const link = path[hop];
        allBytes[link] += amount;
        allPackets[link] += packets;
        phaseBytes[link] += amount;
        fullest = Math.max(fullest, phaseBytes[link] * fabric.psPerByte[link]);
      }
    }
    sums.duration += fullest / PS_PER_NS + compute.reduce((most, time) => Math.max(most, time), 0);
  }
  const links = fabric.network.links.id.filter((link) => allBytes[link] > 0);
  return {
    links,
    bytes: Float64Array.from(links, (link) => allBytes[link]),
    packets: Float64Array.from(links, (link) => allPackets[link]),
    ...sums,
  };
}
