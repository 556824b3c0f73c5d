import {
  batchFromRows,
  createRandom,
  type Frame,
  type Network,
  networkTables,
  type TextColumn,
  tables,
  textAt,
} from '@weft/model';
import { addRoutes, buildNetwork, type Routing, routeNetwork, routesBatch } from '@weft/network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findAnalysis } from '../src/registry.ts';

const network = buildNetwork('fat-tree', { ports: 4, pods: 4 });
const options = { random: createRandom(1), activeHosts: null };
const modulo = routeNetwork(network, 'd-mod-k', options);
const shortest = routeNetwork(network, 'min-hop-random', options);

interface Sent {
  readonly src: number;
  readonly dst: number;
  readonly bytes: number;
  readonly time: number;
}

/** Ranks sit on the hosts in reverse order, so that rank and host differ. */
function hostOf(rank: number): number {
  return network.hosts[network.hosts.length - 1 - rank];
}

function inputsOf(sent: readonly Sent[], routes: Frame): Record<string, Frame> {
  const none = { recv_start: -1, recv_end: -1, comm: -1 };
  return {
    ...networkTables(network),
    routes,
    ranks: batchFromRows(
      tables.ranks,
      Array.from(network.hosts, (_, rank) => ({ job: 0, rank, host: hostOf(rank) })),
    ),
    messages: batchFromRows(
      tables.messages,
      sent.map(({ src, dst, bytes, time }, id) => ({
        ...none,
        id,
        job: 0,
        src,
        dst,
        bytes,
        tag: id % 3,
        call: id % 2 ? 'MPI_Send' : 'MPI_Isend',
        send_start: time,
        send_end: time + 1,
      })),
    ),
    jobs: batchFromRows(tables.jobs, [
      { id: 0, name: 'first', user: null, state: null, start: 0, end: 100 },
      { id: 1, name: 'later', user: null, state: null, start: 50, end: -1 },
    ]),
  };
}

function run(name: string, inputs: Record<string, Frame>, params: unknown): Record<string, Frame> {
  const analysis = findAnalysis(name)!;
  return analysis.run(inputs, analysis.params.parse(params), {}) as Record<string, Frame>;
}

function numbers(frame: Frame, column: string): number[] {
  return [...(frame.columns[column] as Float64Array)];
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const messages = fc.array(
  fc.record({
    src: fc.nat(15),
    dst: fc.nat(15),
    bytes: fc.integer({ min: 1, max: 1e9 }),
    time: fc.nat(199),
  }),
  { minLength: 1, maxLength: 60 },
);

function loadsOf(routing: Routing, sent: readonly Sent[]): Float64Array {
  const loads = new Float64Array(network.linkCount);
  addRoutes(
    routing,
    {
      src: Int32Array.from(sent, ({ src }) => hostOf(src)),
      dst: Int32Array.from(sent, ({ dst }) => hostOf(dst)),
      weight: Float64Array.from(sent, ({ bytes }) => bytes),
    },
    loads,
  );
  return loads;
}

describe('link-pairs', () => {
  it('gives each link exactly the bytes that routing message by message puts on it, over two tables', () => {
    const first = routesBatch(modulo, 0);
    const second = routesBatch(shortest, 100);
    const join = (name: string): Float64Array | Int32Array => {
      const [a, b] = [first, second].map(({ columns }) => columns[name as 'port']);
      return name === 'epoch' ? Float64Array.from([...a, ...b]) : Int32Array.from([...a, ...b]);
    };
    const routes: Frame = {
      rows: first.rows + second.rows,
      columns: { epoch: join('epoch'), switch: join('switch'), dest: join('dest'), port: join('port') },
    };
    fc.assert(
      fc.property(messages, fc.nat(network.linkCount - 1), (sent, link) => {
        const before = loadsOf(
          modulo,
          sent.filter(({ time }) => time < 100),
        );
        const after = loadsOf(
          shortest,
          sent.filter(({ time }) => time >= 100),
        );
        const { pairs, calls, summary } = run('link-pairs', inputsOf(sent, routes), { links: [link] });
        const expected = before[link] + after[link];
        expect(sum(numbers(pairs, 'bytes'))).toBe(expected);
        expect(sum(numbers(calls, 'bytes'))).toBe(expected);
        expect(numbers(summary, 'bytes')).toEqual([expected]);
        expect(textAt(summary.columns.origin as TextColumn, 0)).toBe('routing table');
      }),
      { numRuns: 60 },
    );
  });

  it('adds several links up to bytes times hops, and says what it assumed without tables', () => {
    const sent = [
      { src: 0, dst: 15, bytes: 10, time: 0 },
      { src: 0, dst: 15, bytes: 5, time: 1 },
      { src: 0, dst: 1, bytes: 7, time: 2 },
      { src: 3, dst: 3, bytes: 100, time: 3 },
    ];
    const routes = { rows: 0, columns: {} };
    const links = [...network.links.id];
    const { pairs, summary } = run('link-pairs', inputsOf(sent, routes), { links });
    expect(numbers(pairs, 'bytes')).toEqual([15 * 6, 7 * 2]);
    expect(numbers(pairs, 'messages')).toEqual([2, 1]);
    expect(numbers(summary, 'failed')).toEqual([0]);
    expect(textAt(summary.columns.origin as TextColumn, 0)).toMatch(/^assumed: /);
  });

  it('keeps the whole sum when only the largest pairs are listed', () => {
    const sent = Array.from({ length: 15 }, (_, dst) => ({ src: 15, dst, bytes: dst + 1, time: 0 }));
    const up = modulo.nextLink(hostOf(15), hostOf(0), hostOf(15));
    const { pairs, summary } = run('link-pairs', inputsOf(sent, { rows: 0, columns: {} }), {
      links: [up],
      limit: 2,
    });
    expect(numbers(pairs, 'bytes')).toEqual([15, 14]);
    expect(numbers(summary, 'bytes')).toEqual([120]);
    expect(numbers(summary, 'pairs')).toEqual([15]);
  });
});

describe('link-candidates', () => {
  it('ranks jobs by their crossing pairs times the time they run in the range', () => {
    const inputs = inputsOf([], { rows: 0, columns: {} });
    const ranks = [
      ...Array.from({ length: 4 }, (_, rank) => ({ job: 0, rank, host: network.hosts[rank] })),
      ...Array.from({ length: 16 }, (_, rank) => ({ job: 1, rank, host: network.hosts[rank] })),
    ];
    const up = firstUpLink(network);
    const found = run(
      'link-candidates',
      { ...inputs, ranks: batchFromRows(tables.ranks, ranks) },
      { links: [up], time: [0, 60] },
    ).candidates;
    // Host 0 sends to 3 others for 60 ns in job 0, to 15 others for 10 ns in job 1.
    expect(numbers(found, 'job')).toEqual([0, 1]);
    expect(numbers(found, 'pairs')).toEqual([3, 15]);
    expect(numbers(found, 'of_pairs')).toEqual([12, 240]);
    expect(numbers(found, 'time')).toEqual([60, 10]);
    const late = run(
      'link-candidates',
      { ...inputs, ranks: batchFromRows(tables.ranks, ranks) },
      { links: [up], time: [100, 120] },
    ).candidates;
    expect(numbers(late, 'job')).toEqual([1]);
  });
});

function firstUpLink({ outLinks, outOffsets, hosts }: Network): number {
  return outLinks[outOffsets[hosts[0]]];
}
