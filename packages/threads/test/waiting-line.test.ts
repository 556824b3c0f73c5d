import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WaitingLine } from '../src/waiting-line.ts';

it('is an array from which the first is taken and any is removed', () => {
  const steps = fc.array(fc.oneof(fc.constant('add'), fc.constant('take'), fc.nat(20)), { maxLength: 200 });
  fc.assert(
    fc.property(steps, (taken) => {
      const line = new WaitingLine<number>();
      let items: number[] = [];
      for (const [item, step] of taken.entries()) {
        if (step === 'add') {
          line.add(item);
          items.push(item);
        } else if (step === 'take') {
          expect(line.take()).toBe(items.shift());
        } else {
          line.leave(items[Number(step)] ?? -1);
          items = items.filter((_, index) => index !== step);
        }
        expect([...line]).toEqual(items);
        expect(line.length).toBe(items.length);
      }
    }),
  );
});
