import { WeftError } from '@weft/model';

interface TurnstileOptions {
  /** How many may be inside at once. */
  readonly places: number;
  /** How many may wait for them. */
  readonly waiting: number;
  /** Milliseconds one waits at most. */
  readonly patience: number;
  /** Says to one who cannot come in how many are before them. */
  readonly busy: (inside: number, waiting: number) => WeftError;
}

/** Lets in so many at once, in the order they came. */
interface Turnstile {
  /** Resolves when there is a place, with the way out. */
  enter(signal?: AbortSignal): Promise<() => void>;
}

export function createTurnstile(options: TurnstileOptions): Turnstile {
  const queue: (() => void)[] = [];
  let inside = 0;

  /** A place that becomes free goes to the first who waits. */
  const leave = (): void => {
    const next = queue.shift();
    if (next) next();
    else inside--;
  };
  const wait = (signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const settle = (finish: () => void) => () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        if (queue.includes(next)) queue.splice(queue.indexOf(next), 1);
        finish();
      };
      const next = settle(resolve);
      const giveUp = settle(() => reject(cancelled()));
      const timer = setTimeout(
        settle(() => reject(options.busy(inside, queue.length))),
        options.patience,
      );
      signal?.addEventListener('abort', giveUp);
      queue.push(next);
    });

  return {
    enter: async (signal) => {
      if (signal?.aborted) throw cancelled();
      if (inside >= options.places) {
        if (queue.length >= options.waiting) throw options.busy(inside, queue.length);
        await wait(signal);
      } else inside++;
      let left = false;
      return () => {
        if (!left) leave();
        left = true;
      };
    },
  };
}

function cancelled(): WeftError {
  return new WeftError({ code: 'CANCELLED', message: 'the client went away' });
}
