import { batchFromRows, messages } from '@weft/model';
import { expect, test } from 'vitest';
import { SentRows } from '../src/sent-rows.ts';

const row = { job: 0, src: 0, dst: 1, bytes: 10, count: 1, tag: 0, comm: 0, call: 'MPI_Send' };
const times = { send_end: -1, recv_start: -1, recv_end: -1 };
const batch = batchFromRows(messages, [
  { ...row, ...times, id: 5, send_start: 20 },
  { ...row, ...times, id: 6, send_start: 10, src: 1, dst: 0 },
  { ...row, ...times, id: 7, send_start: -1 },
  { ...row, ...times, id: 8, send_start: 30, dst: -1 },
  { ...row, ...times, id: 9, send_start: 30, count: 4 },
]);

test('keeps whole messages in the order they were sent, and counts the others', () => {
  const sent = new SentRows(10);
  sent.add(batch);
  expect([sent.count, sent.incomplete, sent.beyond, sent.last]).toEqual([2, 6, 0, 20]);
  const { id, src, dst } = sent.inOrder((_, rank) => 100 + rank);
  expect([[...id], [...src], [...dst]]).toEqual([
    [6, 5],
    [101, 100],
    [100, 101],
  ]);
});

test('counts what is beyond the most it keeps', () => {
  const sent = new SentRows(1);
  sent.add(batch);
  expect([sent.count, sent.beyond]).toEqual([1, 1]);
});
