import { threadId } from 'node:worker_threads';
import { createPartWriter, type PartWriter } from '@weft/parts';
import { serveThread } from '@weft/threads';
import {
  dropRows,
  performWork,
  type RowTarget,
  sendingOutput,
  type TraceMessage,
  type TraceWork,
  type WorkItem,
  type WorkKinds,
} from './trace-output.ts';

export type ThreadTask<K extends WorkKinds> =
  | { readonly item: WorkItem<K>; readonly rows: RowTarget }
  /** Ends the parts this thread has written. */
  | 'finish';

/** A thread's half of `TraceThreads`, called once at the top level of its module. */
export function serveTrace<K extends WorkKinds>(work: TraceWork<K>): void {
  let parts: PartWriter | null = null;
  const writeTo = async (target: RowTarget) => {
    if (target.to === 'caller') return null;
    if (target.to === 'nowhere') return dropRows;
    parts ??= await createPartWriter(target.folder, {
      part: `${target.name}-thread-${threadId}`,
      overview: target.overview,
      growth: target.growth,
    });
    return parts.write.bind(parts);
  };
  serveThread<ThreadTask<K>, TraceMessage, K[keyof K]['result'] | null>(async (input, { send }) => {
    if (input === 'finish') {
      await parts?.finish();
      parts = null;
      return null;
    }
    const output = sendingOutput(send);
    const write = await writeTo(input.rows);
    return performWork(work, input.item, write ? { ...output, write } : output);
  });
}
