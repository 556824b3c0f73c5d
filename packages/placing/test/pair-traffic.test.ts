import { batchFromRows, messages } from '@weft/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PairTraffic } from '../src/pair-traffic.ts';

test('keeps every byte at its pair and time, however often bins double', () => {
  const message = fc.record({
    job: fc.nat(1),
    src: fc.nat(3),
    dst: fc.nat(3),
    bytes: fc.nat(1000),
    send_start: fc.integer({ min: -1, max: 500_000 }),
  });
  fc.assert(
    fc.property(fc.array(message, { maxLength: 60 }), (list) => {
      const traffic = new PairTraffic({ bins: 8, entries: 20 });
      const unknown = { tag: 0, comm: 0, send_end: -1, recv_start: -1, recv_end: -1 };
      const rows = list.map((row, id) => ({ ...unknown, ...row, id, call: 'MPI_Send' }));
      traffic.add(batchFromRows(messages, rows));
      const found = [...traffic.entries()].map(({ bin, pair, bytes }) => ({
        key: [bin, traffic.job[pair], traffic.src[pair], traffic.dst[pair]].join(' '),
        bytes,
      }));
      const expected = new Map<string, number>();
      for (const { job, src, dst, bytes, send_start } of list) {
        const bin = Math.floor(Math.max(0, send_start) / traffic.interval);
        const key = [bin, job, src, dst].join(' ');
        expected.set(key, (expected.get(key) ?? 0) + bytes);
      }
      expect(new Map(found.map(({ key, bytes }) => [key, bytes]))).toEqual(expected);
      expect(found.length).toBe(expected.size);
      expect(found.every(({ key }) => Number(key.split(' ')[0]) < 8)).toBe(true);
    }),
  );
});
