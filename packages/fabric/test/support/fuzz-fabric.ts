import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Batch,
  checkBatch,
  createRandom,
  type TableName,
  type TableSink,
  tableSchema,
  WeftError,
} from '@weft/model';
import { openSources } from '@weft/readers';
import { mutateBytes } from '../../../readers/test/mutate-bytes.ts';
import { importSite } from '../../src/index.ts';

export interface FabricFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Imports damaged copies of the files of a fabric. Each must end in tables that fit, or in an error that says where; anything else throws. */
export async function fuzzFabric(
  files: readonly FabricFile[],
  folder: string,
  cases: number,
  seed: string,
): Promise<{ imported: number; refused: number }> {
  const random = createRandom(seed);
  const outcome = { imported: 0, refused: 0 };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { name, bytes } of files) writeFileSync(join(folder, name), bytes);
  for (let turn = 0; turn < cases; turn++) {
    const victim = files[random.below(files.length)];
    writeFileSync(join(folder, victim.name), mutateBytes(victim.bytes, random));
    const imported = await importOnce(folder, random.below(2) === 0, `${seed}, case ${turn}`);
    outcome[imported ? 'imported' : 'refused']++;
    writeFileSync(join(folder, victim.name), victim.bytes);
  }
  return outcome;
}

const sink: TableSink = {
  async write(table: TableName, batch: Batch) {
    checkBatch(tableSchema(table), batch);
  },
};

async function importOnce(folder: string, keepGoing: boolean, label: string): Promise<boolean> {
  const sources = await openSources([folder]);
  try {
    await importSite(sources.files, sink, { keepGoing });
    return true;
  } catch (error) {
    const located = error instanceof WeftError && error.file !== undefined && error.code !== 'BAD-BATCH';
    if (!located) throw new Error(`${label}: ${String(error)}`, { cause: error });
    return false;
  } finally {
    await sources.close();
  }
}
