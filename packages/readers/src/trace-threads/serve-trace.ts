import { threadId } from 'node:worker_threads';
import { createPartWriter, type PartWriter } from '@weft/parts';
import { serveThread } from '@weft/threads';
import {
  dropRows,
  type RowTarget,
  sendingOutput,
  type TraceMessage,
  type TraceWork,
} from './trace-output.ts';

export type ThreadTask<T> =
  | { readonly kind: 'work'; readonly task: T; readonly rows: RowTarget }
  /** Ends the parts this thread has written. */
  | { readonly kind: 'finish' };

/** A thread's half of `TraceThreads`, called once at the top level of its module. */
export function serveTrace<T, R>(work: TraceWork<T, R>): void {
  let parts: PartWriter | null = null;
  const writeTo = async (target: RowTarget) => {
    if (target.to === 'caller') return null;
    if (target.to === 'nowhere') return dropRows;
    parts ??= await createPartWriter(target.folder, { part: `job-${target.job}-thread-${threadId}` });
    return parts.write.bind(parts);
  };
  serveThread<ThreadTask<T>, TraceMessage, R | null>(async (input, { send }) => {
    if (input.kind === 'finish') {
      await parts?.finish();
      parts = null;
      return null;
    }
    const output = sendingOutput(send);
    const write = await writeTo(input.rows);
    return work(input.task, write ? { ...output, write } : output);
  });
}
