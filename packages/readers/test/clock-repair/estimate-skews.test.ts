import { createRandom } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { SkewEstimator } from '../../src/index.ts';

describe('SkewEstimator', () => {
  it('finds offset and drift of clocks from messages both ways', () => {
    const random = createRandom('clocks');
    const ranks = 6;
    const truth = Array.from({ length: ranks }, (_, rank) => ({
      offset: rank === 0 ? 0 : random.normal() * 5e6,
      drift: rank === 0 ? 0 : random.normal() * 1e-5,
    }));
    const clock = (rank: number, time: number) => time + truth[rank].offset + truth[rank].drift * time;
    const messages = Array.from({ length: 20_000 }, () => {
      const src = random.below(ranks);
      const dst = (src + 1 + random.below(ranks - 1)) % ranks;
      const time = 1e8 + random.next() * 10e9;
      const delay = 2000 + random.next() * 50_000;
      return { src, dst, sent: clock(src, time), received: clock(dst, time + delay) };
    });
    const before = new SkewEstimator();
    for (const { src, dst, sent, received } of messages) before.add(src, dst, sent, received);
    expect(before.reversed).toBeGreaterThan(5000);
    const skews = before.skews();
    const after = new SkewEstimator();
    const repair = (rank: number, time: number) => {
      const { offset, drift } = skews.get(rank) ?? { offset: 0, drift: 0 };
      return time - offset - drift * time;
    };
    for (const { src, dst, sent, received } of messages)
      after.add(src, dst, repair(src, sent), repair(dst, received));
    expect(after.reversed).toBeLessThan(before.reversed / 100);
  });

  it('moves a one-way receiver no more than it must', () => {
    const estimator = new SkewEstimator();
    estimator.add(0, 1, 1000, 400);
    estimator.add(0, 1, 2000, 1500);
    expect(estimator.skews().get(1)).toEqual({ offset: -600, drift: 0 });
  });

  it('leaves clocks that agree alone', () => {
    const estimator = new SkewEstimator();
    for (let time = 0; time < 100; time++) {
      estimator.add(0, 1, time * 1e6, time * 1e6 + 500);
      estimator.add(1, 0, time * 1e6, time * 1e6 + 500);
    }
    expect(estimator.reversed).toBe(0);
    expect(estimator.skews().get(1)?.offset).toBeCloseTo(0, 3);
  });
});
