import { batchFromRows, checkBatch, tables } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { analyses } from '../src/index.ts';
import { runAnalysis, type SmallTables } from './reference/run-analysis.ts';

const vertex = { guid: null, pod: -1, bundle: -1, coord: [] };
const link = { src_port: 0, dst_port: 0, class: null, direction: null, capacity: 1e9 };
const message = { job: 0, bytes: 8, tag: 1, comm: 0, call: 'MPI_Send' };
const barrier = { job: 0, comm: 0, seq: 0, call: 'MPI_Barrier', root: -1, bytes: 0, exit: 90 };

/** Two hosts at one switch, two ranks that send to each other and meet at a barrier. */
const small: SmallTables = {
  vertices: batchFromRows(tables.vertices, [
    { ...vertex, id: 0, kind: 'host', name: 'a', level: 0 },
    { ...vertex, id: 1, kind: 'host', name: 'b', level: 0 },
    { ...vertex, id: 2, kind: 'switch', name: null, level: 1 },
  ]),
  links: batchFromRows(tables.links, [
    { ...link, id: 0, src: 0, dst: 2, reverse: 1 },
    { ...link, id: 1, src: 2, dst: 0, reverse: 0 },
    { ...link, id: 2, src: 1, dst: 2, src_port: 0, dst_port: 1, reverse: 3 },
    { ...link, id: 3, src: 2, dst: 1, src_port: 1, dst_port: 0, reverse: 2 },
  ]),
  jobs: batchFromRows(tables.jobs, [{ id: 0, name: 'j', user: null, state: null, start: 0, end: 100 }]),
  ranks: batchFromRows(tables.ranks, [
    { job: 0, rank: 0, host: 0 },
    { job: 0, rank: 1, host: 1 },
  ]),
  messages: batchFromRows(tables.messages, [
    { ...message, id: 0, src: 0, dst: 1, send_start: 10, send_end: 20, recv_start: 5, recv_end: 25 },
    { ...message, id: 1, src: 1, dst: 0, send_start: 30, send_end: 50, recv_start: 45, recv_end: 55 },
  ]),
  collectives: batchFromRows(tables.collectives, [
    { ...barrier, rank: 0, enter: 60 },
    { ...barrier, rank: 1, enter: 80 },
  ]),
  calls: batchFromRows(tables.calls, [
    { job: 0, rank: 0, call: 'MPI_Send', count: 1, bytes: 8, time: 10 },
    { job: 0, rank: 1, call: 'MPI_Recv', count: 1, bytes: 0, time: 20 },
  ]),
  spans: batchFromRows(tables.spans, [
    { job: 0, rank: 0, call: 'MPI_Send', enter: 10, exit: 20 },
    { job: 0, rank: 1, call: 'MPI_Recv', enter: 5, exit: 25 },
    { job: 0, rank: 0, call: 'MPI_Barrier', enter: 60, exit: 90 },
    { job: 0, rank: 1, call: 'MPI_Barrier', enter: 80, exit: 90 },
  ]),
};

/** Parameters that make an analysis fill tables which are empty otherwise. */
const choices: Readonly<Record<string, readonly object[]>> = {
  'call-profile': [{ time: [0, 100], openRank: 0 }, { openCall: 'MPI_Send' }],
  commgram: [{ collectives: true, timeModel: 'logical' }],
  'hottest-links': [{ metric: 'data_sent', time: [0, 50] }],
  'link-candidates': [{ links: [0] }],
  'link-pairs': [{ links: [0, 3] }],
  'link-shares': [{ links: [0, 3] }, { links: [1], source: 'counters' }],
  'matrix-tiles': [{ top: 5 }, { measure: 'waiting', top: 5, order: 'host' }],
  timeline: [{ source: 'events' }, { reading: 'window', job: 0, time: [0, 40] }],
  'timeline-call': [
    { rank: 1, time: 15 },
    { rank: 1, time: 15, job: 0, reading: 'window' },
  ],
};

describe.each(analyses.map((analysis) => [analysis.name, analysis] as const))('%s', (name, analysis) => {
  it.each([
    ['small tables', small],
    ['no rows', {}],
  ])('answers %s with the tables and columns it declares', async (_, given) => {
    for (const params of [{}, ...(choices[name] ?? [])]) {
      const answer = await runAnalysis(analysis, given, params);
      expect(Object.keys(answer).sort()).toEqual(Object.keys(analysis.result).sort());
      for (const [table, schema] of Object.entries(analysis.result)) checkBatch(schema, answer[table]);
    }
  });

  it('refuses a parameter it does not have', () => {
    expect(analysis.params.safeParse({ nonsense: 1 }).error?.issues[0].code).toBe('unrecognized_keys');
  });

  it('says of every column what it holds', () => {
    for (const [table, { name: own, doc, columns }] of Object.entries(analysis.result)) {
      expect([own, doc.length > 0]).toEqual([table, true]);
      for (const column of Object.values(columns)) expect(column.doc).not.toBe('');
    }
  });
});
