import { WeftError } from '@weft/model';
import { servePool } from '../src/index.ts';

/** Sends the numbers below `input`; fails at 13, never ends at -1. */
servePool<number, Float64Array, string>(async (input, send) => {
  if (input === 13) throw new WeftError({ code: 'UNLUCKY', message: 'thirteen', file: 'a', offset: 13 });
  if (input < 0) await new Promise(() => setInterval(() => {}, 1000));
  for (let at = 0; at < input; at++) await send(Float64Array.of(at));
  return `counted to ${input}`;
});
