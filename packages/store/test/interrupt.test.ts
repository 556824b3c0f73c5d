import { expect, test, vi } from 'vitest';
import { interruptWhenAborted } from '../src/duckdb/create-duckdb.ts';

test('a query is interrupted again and again once it is aborted, since it may begin only then, until it has ended', () => {
  vi.useFakeTimers();
  const connection = { interrupt: vi.fn() };
  const controller = new AbortController();
  const stop = interruptWhenAborted(connection, controller.signal);
  vi.advanceTimersByTime(1000);
  expect(connection.interrupt).not.toHaveBeenCalled();
  controller.abort();
  vi.advanceTimersByTime(1000);
  const calls = connection.interrupt.mock.calls.length;
  expect(calls).toBeGreaterThan(5);
  stop();
  vi.advanceTimersByTime(1000);
  expect(connection.interrupt).toHaveBeenCalledTimes(calls);
  vi.useRealTimers();
});
