import { setTimeout as pause } from 'node:timers/promises';

const TRIES = 600;
const PAUSE = 200;

/** What `look` gives as soon as it neither throws nor gives null; throws what it threw last after two minutes. */
export async function eventually<T>(look: () => T | null | Promise<T | null>): Promise<T> {
  let fault: unknown = new Error('did not come');
  for (let tried = 0; tried < TRIES; tried++) {
    try {
      const found = await look();
      if (found !== null) return found;
    } catch (error) {
      fault = error;
    }
    await pause(PAUSE);
  }
  throw fault;
}
