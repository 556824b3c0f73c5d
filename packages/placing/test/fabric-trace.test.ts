import { batchFromRows, createRandom, MemorySink, NONE, networkTables, tables, textAt } from '@weft/model';
import { buildNetwork, routeNetwork, routesBatch, tracePath } from '@weft/network';
import { expect, it } from 'vitest';
import { FabricSink, FabricTraceSink } from '../src/index.ts';

const network = buildNetwork('fat-tree', { ports: 4, pods: 2 });
const routing = routeNetwork(network, 'd-mod-k', { random: createRandom(1), activeHosts: null });
const hosts = [...network.hosts];
const nameOf = (host: number) => textAt(network.vertices.name, host);
/** Hosts of the ranks: the last one is on a host that the fabric does not have. */
const places = [hosts[0], hosts[3], hosts[5], NONE];
const sent = [
  { src: 0, dst: 1, bytes: 100, send_start: 10 },
  { src: 1, dst: 2, bytes: 40, send_start: 20 },
  { src: 0, dst: 2, bytes: 7, send_start: 1500 },
  { src: 0, dst: 3, bytes: 5, send_start: 10 },
];
const SHIFT = { time: 1_000_000, jobs: 2 };

it('counts messages of a trace on the links that the tables of the fabric lead over, on its clock', async () => {
  const sink = new MemorySink();
  const site = new FabricSink(sink);
  const { vertices, links } = networkTables(network);
  await site.write('vertices', vertices);
  await site.write('links', links);
  await site.write('routes', routesBatch(routing, 0));
  const target = new FabricTraceSink(sink, SHIFT);
  const unsaid = { guid: null, level: NONE, pod: NONE, bundle: NONE, coord: [] };
  await target.write(
    'vertices',
    batchFromRows(
      tables.vertices,
      places.map((host, id) => ({ ...unsaid, id, kind: 'host', name: nameOf(host) ?? 'elsewhere' })),
    ),
  );
  await target.write(
    'ranks',
    batchFromRows(
      tables.ranks,
      places.map((_, rank) => ({ job: 0, rank, host: rank })),
    ),
  );
  const rest = {
    job: 0,
    count: 1,
    tag: 0,
    comm: 0,
    call: null,
    send_end: NONE,
    recv_start: NONE,
    recv_end: NONE,
  };
  await target.write(
    'messages',
    batchFromRows(
      tables.messages,
      sent.map((own, id) => ({ id, ...rest, ...own })),
    ),
  );
  expect(await target.finish(network)).toMatchObject([{ code: 'UNKNOWN-HOST', count: 1 }]);
  const { routing: told, told: isTold } = site.routing(network, SHIFT.time);
  expect([isTold, site.isMeasured]).toEqual([true, false]);
  expect(await target.writeLoads(told)).toEqual({ interval: 1000, carried: 147, lost: 5 });

  const expected = new Map<string, number>();
  const path = new Int32Array(64);
  for (const { src, dst, bytes, send_start } of sent.slice(0, 3)) {
    const end = SHIFT.time + (Math.floor(send_start / 1000) + 1) * 1000;
    const hops = tracePath(routing, places[src], places[dst], path);
    for (const link of path.subarray(0, hops))
      expected.set(`${end} ${link}`, (expected.get(`${end} ${link}`) ?? 0) + bytes);
  }
  const counted = sink.rows('counters').map(({ time, link, value }) => [`${time} ${link}`, value] as const);
  expect(new Map(counted)).toEqual(expected);
  const loads = sink.rows('loads');
  expect(new Map(loads.map(({ time, link, bytes }) => [`${time} ${link}`, bytes]))).toEqual(expected);
  expect(new Set(loads.map(({ job }) => job))).toEqual(new Set([2]));
});
