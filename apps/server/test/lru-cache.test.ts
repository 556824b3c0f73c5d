import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLruCache } from '../src/lru-cache.ts';

const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('drops the least recently used where there is no room, and takes nothing that is larger than all of it', () => {
  const cache = createLruCache<number>(10, (bytes) => bytes);
  cache.set('a', 4);
  cache.set('b', 5);
  expect(cache.get('a')).toBe(4);
  cache.set('c', 2);
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([4, undefined, 2]);
  cache.set('d', 11);
  expect(['a', 'c', 'd'].map((key) => cache.get(key))).toEqual([4, 2, undefined]);
});

it('drops what nobody has asked for for a minute, and its bytes with it', () => {
  const cache = createLruCache<number>(10, (bytes) => bytes);
  cache.set('asked for', 5);
  cache.set('left', 5);
  vi.advanceTimersByTime(0.75 * MINUTE);
  expect(cache.get('asked for')).toBe(5);
  vi.advanceTimersByTime(0.25 * MINUTE + 1);
  expect(cache.get('left')).toBe(undefined);
  cache.set('new', 5);
  expect(cache.get('asked for')).toBe(5);
  vi.advanceTimersByTime(MINUTE + 1);
  expect(cache.get('new')).toBe(undefined);
});
