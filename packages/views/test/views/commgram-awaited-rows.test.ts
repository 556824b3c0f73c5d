import { expect, it } from 'vitest';
import { awaitedRows } from '../../src/views/commgram/awaited-rows.ts';

const none = { routable: false, begun: true, metric: null };

it('keeps room for what is on its way, and for nothing that was not asked for', () => {
  expect(awaitedRows(none)).toBe(0);
  expect(awaitedRows({ ...none, traffic: null, metric: 'data_sent' })).toBe(1);
  expect(awaitedRows({ ...none, traffic: null })).toBe(0);
  expect(awaitedRows({ ...none, traffic: null, contention: null, metric: 'data_sent' })).toBe(2);
});

it('counts messages along their routes in place of the bytes of counters', () => {
  const routed = { ...none, routable: true, metric: 'data_sent', traffic: null, network: null };
  expect(awaitedRows(routed)).toBe(1);
  expect(awaitedRows({ ...routed, metric: 'packets_sent' })).toBe(2);
  expect(awaitedRows({ ...routed, routable: false })).toBe(1);
});
