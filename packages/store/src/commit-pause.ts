import { setTimeout } from 'node:timers/promises';

const PAUSE_MS = 60_000;

/** Waits at a step of the commit that WEFT_TEST_COMMIT_PAUSE names, so that a test can kill the process there. */
export async function pauseInCommit(step: 'before' | 'between' | 'after'): Promise<void> {
  if (process.env.WEFT_TEST_COMMIT_PAUSE !== step) return;
  process.stderr.write(`paused ${step}\n`);
  await setTimeout(PAUSE_MS);
}
