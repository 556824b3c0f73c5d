import { errorFacts } from '@weft/model';
import type { FromThread, ToThread } from './thread-messages.ts';
import { findPort } from './thread-port.ts';

/** Hands a copy of a message to the caller; resolves when the caller may take more, which is the back-pressure. */
export type Send<M> = (message: M) => Promise<void>;

export interface ThreadContext<M> {
  /** Aborted when the caller no longer wants the result. */
  readonly signal: AbortSignal;
  readonly send: Send<M>;
}

interface ThreadOptions<R> {
  /** Memory that moves to the caller with a result. */
  readonly transfer?: (result: R) => ArrayBuffer[];
  /** Whether a new thread does the next task better; asked after each, with the code of its error. */
  readonly isSpent?: (code: string | null) => boolean;
}

type ThreadWork<I, M, R> = (input: I, context: ThreadContext<M>) => Promise<R> | R;

/** Messages a thread may have under way before it waits. */
export const WINDOW = 8;

/** The thread's half of a `ThreadPool`, called once at the top level of the pool's module. */
export function serveThread<I, M, R>(
  work: ThreadWork<I, M, R>,
  { transfer = () => [], isSpent = () => false }: ThreadOptions<R> = {},
): void {
  const port = findPort();
  if (!port) return;
  const post = (reply: FromThread<M, R>, buffers: ArrayBuffer[] = []) => port.post(reply, buffers);
  let current = new AbortController();
  let underway = 0;
  const waiting: (() => void)[] = [];
  const send: Send<M> = async (message) => {
    post({ kind: 'message', message });
    underway++;
    while (underway >= WINDOW) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const countHandled = () => {
    underway--;
    for (const resume of waiting.splice(0)) resume();
  };
  const perform = async (input: I) => {
    current = new AbortController();
    try {
      const result = await work(input, { signal: current.signal, send });
      post({ kind: 'result', result, isSpent: isSpent(null) }, transfer(result));
    } catch (error) {
      const facts = errorFacts(error);
      post({ kind: 'error', facts, isSpent: isSpent(facts.code) });
    }
  };
  port.onMessage((message: ToThread<I>) => {
    if (message.kind === 'task') void perform(message.input);
    else if (message.kind === 'cancel') current.abort();
    else countHandled();
  });
}
