import type { TableSink, WorkContext } from '@weft/model';
import { EventQueue } from './event-queue.ts';
import { checkTime, type Fabric, MOST_HOPS, type Picoseconds, PS_PER_NS } from './fabric.ts';
import { HopRows } from './hop-rows.ts';
import { KnownPaths } from './known-paths.ts';
import { MessagePool } from './message-pool.ts';
import { pause } from './pause.ts';
import { Recorder } from './recorder.ts';
import { WholeMessages } from './whole-messages.ts';

/** Messages between hosts, in the order they were sent. */
export interface SentMessages {
  readonly id: Float64Array;
  readonly src: Int32Array;
  readonly dst: Int32Array;
  readonly bytes: Float64Array;
  /** Nanoseconds, not negative. */
  readonly sent: Float64Array;
}

interface Replay {
  /** Messages that crossed links; those within a host do not. */
  readonly crossed: number;
  /** Messages between hosts that no route connects. */
  readonly unreachable: number;
  /** Messages whose hops were too many to be written. */
  readonly hopsLeftOut: number;
}

const EVENTS_BETWEEN_PAUSES = 8192;
/** A message is sent after all that happens at the same time. */
const SEND_KEY = 2 ** 52;

/**
 * Sends whole messages through a fabric at given times, whatever becomes of the others, and writes when each crosses its
 * links. Unlike a program, ranks do not wait for what they receive: that is in the times already.
 */
export async function replayMessages(
  fabric: Fabric,
  messages: SentMessages,
  sink: TableSink,
  context: WorkContext = {},
): Promise<Replay> {
  const { id, src, dst, bytes, sent } = messages;
  const recorder = new Recorder(sink, {
    links: fabric.network.linkCount,
    jobs: 1,
    counterInterval: null,
    loadInterval: null,
    metrics: [],
    messages: false,
  });
  const rows = new HopRows(sink);
  const queue = new EventQueue();
  const pool = new MessagePool();
  const links = new WholeMessages(fabric, pool, queue, recorder, false, null);
  const paths = new KnownPaths(fabric);
  const path = new Int32Array(MOST_HOPS);
  const found = { crossed: 0, unreachable: 0 };
  let next = 0;

  const announce = (): void => {
    if (next < id.length) queue.push(sent[next] * PS_PER_NS, SEND_KEY, -1 - next);
  };
  const send = (message: number, time: Picoseconds): void => {
    const hops = src[message] === dst[message] ? 0 : paths.find(time, src[message], dst[message], path);
    if (hops < 0) found.unreachable++;
    if (hops <= 0) return;
    const slot = pool.take(hops);
    pool.job[slot] = 0;
    pool.bytes[slot] = bytes[message];
    pool.id[slot] = id[message];
    pool.start[slot] = time;
    pool.link.set(path.subarray(0, hops), pool.first[slot]);
    found.crossed++;
    links.inject(slot, time);
  };
  const complete = (slot: number): void => {
    const at = rows.take(pool.hops[slot]);
    if (at >= 0) links.writeHops(slot, rows.block, at);
    pool.release(slot);
  };

  announce();
  while (queue.size > 0) {
    for (let n = 0; n < EVENTS_BETWEEN_PAUSES && queue.size > 0; n++) {
      const event = queue.pop();
      const { time } = queue;
      if (event < 0) {
        next++;
        send(-1 - event, time);
        announce();
        continue;
      }
      const slot = links.arrive(event, time);
      if (slot >= 0) complete(slot);
    }
    checkTime(queue.time);
    await rows.flush();
    await pause(context.signal);
    context.onProgress?.({ label: 'replaying', done: next, total: id.length, unit: 'messages' });
  }
  await rows.finish();
  return { ...found, hopsLeftOut: rows.messagesLeftOut };
}
