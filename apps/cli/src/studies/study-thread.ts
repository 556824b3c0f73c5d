import { generateStudy } from '@weft/simulate';
import { createDataset } from '@weft/store';
import { serveTasks } from '@weft/threads';

export interface StudyTask {
  readonly id: string;
  readonly path: string;
}

/** Simulates a study into its dataset, away from the thread that answers requests. */
serveTasks(async ({ id, path }: StudyTask, context) => {
  const writer = await createDataset(path, { overwrite: true });
  try {
    const { facts } = await generateStudy(id, writer, context);
    await writer.finish(facts);
  } catch (error) {
    await writer.abort();
    throw error;
  }
});
