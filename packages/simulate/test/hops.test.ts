import { createRandom, MemorySink } from '@weft/model';
import { buildNetwork, routeNetwork } from '@weft/network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventModel, type EventOptions } from '../src/engine/event-model.ts';
import { closedForm, createFabric, type Fabric } from '../src/engine/fabric.ts';
import { HopRows } from '../src/engine/hop-rows.ts';
import { Recorder } from '../src/engine/recorder.ts';
import { parseScenario, replayMessages, simulate } from '../src/index.ts';
import { PacketByPacket } from './packet-by-packet.ts';
import { messageJobs, plain, type Run, runJobs, type TestMessage } from './run-messages.ts';

/** k = 4, 1 GB/s: a byte takes a nanosecond, so that all times are whole. */
function tree(): Fabric {
  const network = buildNetwork('fat-tree', { ports: 4, pods: 4 });
  const routing = routeNetwork(network, 'd-mod-k', { random: createRandom(1), activeHosts: null });
  return createFabric(network, { bandwidth: 1e9, latency: 100, switchDelay: 90 }, [{ from: 0, routing }]);
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

async function hopsOf(fabric: Fabric, messages: readonly TestMessage[], options: EventOptions) {
  return runJobs(fabric, messageJobs(messages, fabric.network.hosts), { ...options }, 1e6, true);
}

const incast: readonly TestMessage[] = [
  { src: 0, dst: 2, bytes: 1000 },
  { src: 1, dst: 2, bytes: 1000 },
  { src: 4, dst: 2, bytes: 1000 },
];

describe('when messages cross their links', () => {
  it('tells that the second of three into one host waits in L1-0 and in L2-0', async () => {
    const fabric = tree();
    const { sink } = await hopsOf(fabric, incast, plain);
    const second = sink.rows('hops').filter(({ message }) => message === 1);
    const { src } = fabric.network.links;
    const levels = second.map(({ link }) => fabric.network.vertices.level[src[link]]);
    expect(levels).toEqual([0, 1, 2, 1]);
    expect(second.map(({ arrived, ready, entered, left }) => [arrived, ready, entered, left])).toEqual([
      [0, 0, 0, 1000],
      [100, 190, 1190, 2190],
      [1290, 1380, 2380, 3380],
      [2480, 2570, 2570, 3570],
    ]);
    expect(sink.rows('messages').map(({ id, recv_end }) => [id, recv_end])).toEqual([
      [0, 1670],
      [2, 2670],
      [1, 3670],
    ]);
  });

  it('tells for packets when the first came and the last left, and what all of them waited', async () => {
    const { sink } = await hopsOf(tree(), incast, { ...plain, packet: 500 });
    const first = sink.rows('hops').filter(({ message }) => message === 0);
    expect(
      first.map(({ arrived, ready, entered, left, waited }) => [arrived, ready, entered, left, waited]),
    ).toEqual([
      [0, 0, 0, 1000, 500],
      [100, 190, 190, 1690, 500],
      [290, 380, 380, 2380, 500],
      [480, 570, 570, 2570, 0],
    ]);
  });
});

const message = fc.record({
  src: fc.nat(15),
  dst: fc.nat(15),
  bytes: fc.integer({ min: 1, max: 5000 }),
  start: fc.nat(4000),
});

const scenarios = fc.record({
  messages: fc.array(message, { minLength: 1, maxLength: 200 }),
  packet: fc.constantFrom(null, 512, 1500),
  switching: fc.constantFrom('cut-through' as const, 'store-and-forward' as const),
  adaptive: fc.boolean(),
});

function waitPerLink({ sink }: Run, links: number): number[] {
  const waits = new Array<number>(links).fill(0);
  for (const { link, metric, value } of sink.rows('counters')) if (metric === 'wait') waits[link] += value;
  return waits;
}

const waitOf = ({ ready, entered }: { ready: number; entered: number }) => entered - ready;

describe('waiting per hop', () => {
  it('adds up to the wait counters of the links, and per message to its time beyond free flow', async () => {
    await fc.assert(
      fc.asyncProperty(scenarios, async ({ messages, ...options }) => {
        const fabric = tree();
        const run = await hopsOf(fabric, messages, options);
        const hops = run.sink.rows('hops');
        const perLink = new Array<number>(fabric.network.linkCount).fill(0);
        for (const { link, waited } of hops) perLink[link] += waited;
        expect(perLink).toEqual(waitPerLink(run, fabric.network.linkCount));
        for (const { id, bytes, send_start, recv_end } of run.sink.rows('messages')) {
          const own = hops.filter((row) => row.message === id).sort((a, b) => a.hop - b.hop);
          if (own.length === 0) continue;
          const path = Int32Array.from(own, ({ link }) => link);
          const free = closedForm(fabric, path, bytes, options) / 1000;
          const beyond = recv_end - send_start - free;
          if (options.packet === null) expect(sum(own.map(waitOf))).toBe(beyond);
          else expect(beyond).toBeGreaterThanOrEqual(0);
          expect(own[own.length - 1].left + 100).toBe(recv_end);
        }
      }),
      { numRuns: 40 },
    );
  });
});

/** Per message of a run that moves every packet by itself: when each packet began to leave on its last link. */
async function departures(fabric: Fabric, messages: readonly TestMessage[], options: EventOptions) {
  const recorder = new Recorder(new MemorySink(), {
    links: fabric.network.linkCount,
    jobs: messages.length,
    counterInterval: null,
    loadInterval: null,
    metrics: [],
    messages: false,
    hops: true,
  });
  let last: PacketByPacket['lastDepartures'] = new Map();
  const jobs = messageJobs(messages, fabric.network.hosts);
  const model = new EventModel(fabric, jobs, recorder, options, (parts) => {
    const links = new PacketByPacket(
      parts,
      options.packet ?? Number.POSITIVE_INFINITY,
      options.switching === 'store-and-forward',
    );
    last = links.lastDepartures;
    return links;
  });
  await model.run({}, 0);
  return last;
}

describe('waiting of packets', () => {
  it('adds up to what each packet of the message took beyond a packet alone', async () => {
    const packets = scenarios.map((drawn) => ({ ...drawn, adaptive: false, packet: drawn.packet ?? 800 }));
    await fc.assert(
      fc.asyncProperty(packets, async ({ messages, ...options }) => {
        const fabric = tree();
        const { sink } = await hopsOf(fabric, messages, options);
        const left = await departures(fabric, messages, options);
        const hops = sink.rows('hops');
        for (const { id, bytes, send_start } of sink.rows('messages')) {
          const own = hops.filter(({ message }) => message === id);
          const path = Int32Array.from(own, ({ link }) => link);
          const beyond = (left.get(id) ?? []).map((departure, k) => {
            const size = Math.min(options.packet, bytes - k * options.packet);
            const alone = closedForm(fabric, path, size, options) / 1000;
            return departure / 1000 + size + 100 - send_start - alone;
          });
          expect(sum(own.map(({ waited }) => waited))).toBe(sum(beyond));
        }
      }),
      { numRuns: 25 },
    );
  });

  it('of a message alone is that behind its own packets at its host, and no time beyond free flow', async () => {
    const fabric = tree();
    const { sink } = await hopsOf(fabric, [{ src: 0, dst: 2, bytes: 2000 }], { ...plain, packet: 500 });
    expect(sink.rows('hops').map(({ waited }) => waited)).toEqual([500 + 1000 + 1500, 0, 0, 0]);
    expect(sink.rows('messages')[0].recv_end).toBe(4 * 100 + 3 * 90 + 2000);
  });
});

describe('rows of hops', () => {
  it('are written in a scenario that asks for them, and in no other', async () => {
    const scenario = (hops: boolean) =>
      parseScenario({
        version: 1,
        title: 'three into one',
        network: { family: 'fat-tree', params: { ports: 4, pods: 4 } },
        routing: 'd-mod-k',
        jobs: [{ name: 'a', ranks: 16, workload: { kind: 'shift', shift: 4, bytes: 1000 } }],
        model: { kind: 'event' },
        output: { hops },
      });
    const asked = new MemorySink();
    await simulate(scenario(true), asked);
    expect(asked.rows('hops').length).toBe(16 * 6);
    const silent = new MemorySink();
    await simulate(scenario(false), silent);
    expect(silent.rows('hops')).toEqual([]);
    expect(silent.rows('messages')).toEqual(asked.rows('messages'));
  });

  it('are refused where the model knows no times of links', () => {
    const input = {
      version: 1,
      title: 'load',
      network: { family: 'fat-tree', params: { ports: 4, pods: 4 } },
      routing: 'd-mod-k',
      jobs: [{ name: 'a', ranks: 16, workload: { kind: 'shift', shift: 4, bytes: 1000 } }],
      output: { hops: true },
    };
    expect(() => parseScenario(input)).toThrow(
      'output.hops: only the event model knows when messages cross their links',
    );
  });

  it('stop at their bound with whole messages and count the others', async () => {
    const sink = new MemorySink();
    const rows = new HopRows(sink, 5);
    expect([3, 3, 1].map((hops) => rows.take(hops))).toEqual([0, -1, -1]);
    expect(rows.messagesLeftOut).toBe(2);
  });
});

describe('a replay', () => {
  it('has messages cross their links as a program that sends them at those times', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 60 }), async (list) => {
        const fabric = tree();
        const { hosts } = fabric.network;
        const between = list.filter(({ src, dst }) => src !== dst);
        const messages = between.sort((a, b) => a.start - b.start);
        const { sink } = await hopsOf(fabric, messages, plain);
        const replayed = new MemorySink();
        const { crossed } = await replayMessages(
          fabric,
          {
            id: Float64Array.from(messages.keys()),
            src: Int32Array.from(messages, ({ src }) => hosts[src]),
            dst: Int32Array.from(messages, ({ dst }) => hosts[dst]),
            bytes: Float64Array.from(messages, ({ bytes }) => bytes),
            sent: Float64Array.from(messages, ({ start }) => start),
          },
          replayed,
        );
        expect(crossed).toBe(messages.length);
        expect(replayed.rows('hops')).toEqual(sink.rows('hops'));
      }),
      { numRuns: 40 },
    );
  });
});
