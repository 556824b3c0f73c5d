import { setInterval } from 'node:timers/promises';
import { releaseMemory } from '@weft/store';

/** Milliseconds between two looks at the memory of the process. */
const EVERY = 20_000;
/** Bytes by which it must have grown since the last look that freed some. */
const GROWTH = 8 * 2 ** 20;

/** Frees what answers leave behind while they come and go; ends with the signal. */
export async function keepMemoryLow(signal: AbortSignal): Promise<void> {
  let least = process.memoryUsage.rss();
  for await (const _ of setInterval(EVERY, undefined, { ref: false, signal })) {
    if (process.memoryUsage.rss() - least < GROWTH) continue;
    await releaseMemory();
    least = process.memoryUsage.rss();
  }
}
