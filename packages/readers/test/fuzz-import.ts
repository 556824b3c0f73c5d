import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Batch,
  checkBatch,
  createRandom,
  isBatchOf,
  type TableName,
  tableSchema,
  WeftError,
} from '@weft/model';
import { importFiles } from '../src/index.ts';
import { mutateBytes } from './mutate-bytes.ts';

export interface FuzzFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Imports damaged copies of a data set. Each must end in tables whose counts add up or in an error that names
 * the file and the place; anything else throws. Returns how many ended which way.
 */
export async function fuzzImport(
  files: readonly FuzzFile[],
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
    if (imported) outcome.imported++;
    else outcome.refused++;
    writeFileSync(join(folder, victim.name), victim.bytes);
  }
  return outcome;
}

async function importOnce(folder: string, keepGoing: boolean, label: string): Promise<boolean> {
  let messages = 0;
  const sink = {
    async write(table: TableName, batch: Batch) {
      checkBatch(tableSchema(table), batch);
      if (isBatchOf('messages', table, batch)) for (const count of batch.columns.count) messages += count;
    },
  };
  try {
    const { sets } = await importFiles([folder], sink, { keepGoing, threads: 1 });
    const sends = sets.reduce((sum, set) => sum + set.counts.sends + (set.counts.transfers ?? 0), 0);
    if (messages !== sends) throw new Error(`${label}: ${messages} messages of ${sends} sends`);
    return true;
  } catch (error) {
    const foreseen = error instanceof WeftError && !['BAD-BATCH', 'READER-FAILED'].includes(error.code);
    if (!foreseen || error.file === undefined)
      throw new Error(`${label}: ${String(error)}`, { cause: error });
    return false;
  }
}
