import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashText, type Progress, WeftError, type WorkContext } from '@weft/model';
import type { OfferedStudy } from '@weft/server';
import { listStudies, loadStudy } from '@weft/simulate';
import { discardStaging } from '@weft/store';
import { ThreadPool } from '@weft/threads';
import { dataFolder } from '../data-folder.ts';
import type { StudyTask } from './study-thread.ts';

/** Milliseconds in which a cancelled study removes what it has written. */
const GRACE = 1500;

/** The case studies as the server offers them: each generated in a worker thread when it is first opened. */
export function studyCatalog(): OfferedStudy[] {
  return listStudies().map(({ id, ...facts }) => {
    const path = studyPath(id);
    return {
      id,
      ...facts,
      path,
      picture: studyPicture(id),
      generate: (context) => generate({ id, path }, context),
    };
  });
}

/** Pictures are taken by tools/take-pictures.ts. */
function studyPicture(id: string): string | undefined {
  const path = fileURLToPath(new URL(`../../../../studies/pictures/${id}.png`, import.meta.url));
  return existsSync(path) ? path : undefined;
}

export function isGenerated({ path }: OfferedStudy): boolean {
  return existsSync(path);
}

/** A changed scenario gives another path, so an old dataset is never mistaken for it. */
function studyPath(id: string): string {
  const version = hashText(JSON.stringify(loadStudy(id).scenario))
    .toString(16)
    .padStart(8, '0');
  return join(dataFolder(), 'studies', `${id}-${version}.weft`);
}

async function generate(task: StudyTask, context: WorkContext): Promise<void> {
  makeStudyFolder(join(dataFolder(), 'studies'));
  const module = new URL('./study-thread.ts', import.meta.url);
  const pool = new ThreadPool<StudyTask, Progress, void>(module, { size: 1, grace: GRACE });
  try {
    await pool.run(task, { signal: context.signal, onMessage: context.onProgress });
  } finally {
    await pool.close();
    await discardStaging(task.path);
  }
}

function makeStudyFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    throw new WeftError(
      {
        code: 'HOME-NOT-WRITABLE',
        message: 'studies cannot be kept here',
        file: folder,
        advice: 'Set WEFT_HOME to a folder that can be written.',
      },
      { cause },
    );
  }
}
