import type { Progress } from '@weft/model';
import { generateStudy } from '@weft/simulate';
import { createDataset } from '@weft/store';
import { serveThread } from '@weft/threads';

export interface StudyTask {
  readonly id: string;
  readonly path: string;
}

/** Simulates a study into its dataset, away from the thread that answers requests. */
serveThread<StudyTask, Progress, void>(async ({ id, path }, { signal, send }) => {
  const writer = await createDataset(path, { overwrite: true });
  try {
    const { facts } = await generateStudy(id, writer, {
      signal,
      onProgress: (progress) => void send(progress),
    });
    await writer.finish(facts);
  } catch (error) {
    await writer.abort();
    throw error;
  }
});
