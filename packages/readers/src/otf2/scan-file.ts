import { setImmediate } from 'node:timers/promises';
import type { TraceOutput } from '../trace-threads/index.ts';
import { createEventBatch } from './event-batch.ts';
import { EventFile, type EventFileSpec, type EventLoss } from './event-file.ts';
import type { ClockOffsets } from './local-definitions.ts';
import { LocationClock, type TimeScale } from './location-clock.ts';
import type { ScanCounts } from './scan-counts.ts';

/** Chunks of one event file to read and count. */
export interface ScanTask {
  readonly file: EventFileSpec;
  readonly clock: ClockOffsets;
  readonly scale: TimeScale;
}

export interface ScanResult {
  readonly scan: ScanCounts;
  readonly losses: readonly EventLoss[];
  /** The end mark of the file was in these chunks: chunks behind them do not count. */
  readonly ended: boolean;
}

const BATCH_ROWS = 2048;
/** Bytes after which the thread looks after its other duties. */
const BREATH = 4e6;

/** Decodes every record and keeps nothing but counts. */
export async function scanFile(task: ScanTask, { progress }: TraceOutput): Promise<ScanResult> {
  const file = new EventFile(task.file, new LocationClock(task.scale, task.clock));
  const batch = createEventBatch(BATCH_ROWS);
  let reported = (task.file.chunks?.[0] ?? 0) * task.file.chunkSize;
  try {
    while (file.next(batch)) {
      if (file.position - reported < BREATH) continue;
      await progress(file.position - reported);
      reported = file.position;
      await setImmediate();
    }
    await progress(Math.max(0, file.position - reported));
  } finally {
    file.close();
  }
  return { scan: file.scanner.counts, losses: file.losses, ended: file.ended };
}
