import { constants } from 'node:os';
import { WeftError } from '@weft/model';

/** Ctrl-C, the end of a service, and a terminal that was closed. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

let cancelledBy: (typeof stopSignals)[number] | null = null;

/** The exit code of a command that a signal cancelled, as shells count it: 130 after Ctrl-C; null where none did. */
export function signalExitCode(): number | null {
  return cancelledBy && 128 + constants.signals[cancelledBy];
}

/** Runs work that the first signal cancels in order: threads, temporary files and the unfinished dataset go. */
export async function cancelOnSignals<R>(
  what: string,
  work: (signal: AbortSignal) => Promise<R>,
  remains = 'nothing was written',
): Promise<R> {
  const controller = new AbortController();
  const reason = new WeftError({
    code: 'CANCELLED',
    message: `${what} was cancelled; ${remains}`,
  });
  const onSignal = (name: (typeof stopSignals)[number]) => {
    cancelledBy = name;
    controller.abort(reason);
  };
  for (const name of stopSignals) process.on(name, onSignal);
  try {
    return await work(controller.signal);
  } finally {
    for (const name of stopSignals) process.removeListener(name, onSignal);
  }
}
