import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashText, tables } from '@weft/model';
import { generateStudy, loadStudy } from '@weft/simulate';
import { createDataset } from '@weft/store';

/** Datasets of studies, generated once and kept between runs; a changed scenario or table gives another folder. */
export async function studyDatasets(ids: readonly string[]): Promise<string[]> {
  const paths: string[] = [];
  for (const id of ids) paths.push(await studyDataset(id));
  return paths;
}

async function studyDataset(id: string): Promise<string> {
  const version = hashText(JSON.stringify([loadStudy(id).scenario, tables])).toString(16);
  const folder = join(tmpdir(), 'weft-browser-tests', version);
  const path = join(folder, `${id}.weft`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const writer = await createDataset(path, { overwrite: true });
  try {
    const { facts } = await generateStudy(id, writer);
    await writer.finish(facts);
  } catch (error) {
    await writer.abort();
    throw error;
  }
  return path;
}
