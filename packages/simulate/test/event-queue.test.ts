import { createRandom } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventQueue } from '../src/engine/event-queue.ts';

/** Pushes and pops as a simulation does, never into the past; returns the times in the order they came out. */
function drain(count: number, spread: number, seed: number): { pushed: number[]; popped: number[] } {
  const random = createRandom(seed);
  const queue = new EventQueue();
  const pushed: number[] = [];
  const popped: number[] = [];
  let now = 0;
  const add = () => {
    const scale = random.next() < 0.05 ? spread * 1000 : spread;
    const time = now + Math.floor(random.next() ** 2 * scale);
    queue.push(time, 0, pushed.push(time) - 1);
  };
  for (let i = 0; i < 50; i++) add();
  while (queue.size > 0) {
    const event = queue.pop();
    now = queue.time;
    expect(pushed[event]).toBe(now);
    popped.push(now);
    while (pushed.length < count && random.next() < 0.55) add();
  }
  return { pushed, popped };
}

describe('the event queue', () => {
  it('gives out every event once, in the order of time, for narrow and wide spreads', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(0, 3, 1e3, 1e6, 1e9, 1e12),
        fc.integer({ min: 1, max: 1e6 }),
        (spread, seed) => {
          const { pushed, popped } = drain(10_000, spread, seed);
          expect(popped).toEqual([...pushed].sort((a, b) => a - b));
        },
      ),
      { numRuns: 8 },
    );
  });
});
