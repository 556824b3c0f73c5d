import type { Progress } from '@weft/model';
import { serveThread } from '@weft/threads';
import { placeDataset } from '../place/place-dataset.ts';
import { usualPlacing } from '../place/placing-flags.ts';

export interface PlaceTask {
  readonly from: string;
  readonly path: string;
}

/** Puts the ranks of a trace on a network, away from the thread that answers requests. */
serveThread<PlaceTask, Progress, void>(async ({ from, path }, { signal, send }) => {
  const onProgress = (progress: Progress) => void send(progress);
  await placeDataset(from, path, usualPlacing, { signal, onProgress });
});
