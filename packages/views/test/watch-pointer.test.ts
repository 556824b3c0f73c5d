import { expect, it } from 'vitest';
import { watchPointer } from '../src/kit/watch-pointer.ts';

it('tells whether a drag is under way, until it is stopped', () => {
  const target = new EventTarget();
  const pointer = watchPointer(target);
  const after = (type: string) => {
    target.dispatchEvent(new Event(type));
    return pointer.isPressed();
  };
  expect(pointer.isPressed()).toBe(false);
  expect(after('pointerdown')).toBe(true);
  expect(after('pointermove')).toBe(true);
  expect(after('pointerup')).toBe(false);
  expect(after('pointerdown')).toBe(true);
  expect(after('pointercancel')).toBe(false);
  pointer.stop();
  expect(after('pointerdown')).toBe(false);
});
