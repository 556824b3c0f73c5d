import { setImmediate } from 'node:timers/promises';
import { WeftError } from '@weft/model';

/** Lets signals and timers have their turn, and ends work that was cancelled. */
export async function pause(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate();
  if (!signal?.aborted) return;
  if (signal.reason instanceof WeftError) throw signal.reason;
  throw new WeftError({ code: 'CANCELLED', message: 'the work was cancelled' });
}
