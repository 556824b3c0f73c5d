import { WeftError } from '@weft/model';

/** Ctrl-C, the end of a service, and a terminal that was closed. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs work that the first signal cancels in order: threads, temporary files and the unfinished dataset go. */
export async function cancelOnSignals<R>(
  what: string,
  work: (signal: AbortSignal) => Promise<R>,
): Promise<R> {
  const controller = new AbortController();
  const reason = new WeftError({
    code: 'CANCELLED',
    message: `${what} was cancelled; nothing was written`,
  });
  const onSignal = () => controller.abort(reason);
  for (const name of stopSignals) process.on(name, onSignal);
  try {
    return await work(controller.signal);
  } finally {
    for (const name of stopSignals) process.removeListener(name, onSignal);
  }
}
