import { MemorySink } from '@weft/model';
import { importFiles } from '../../src/import-files.ts';
import { otf2Reader } from '../../src/otf2/index.ts';
import type { ReadReport } from '../../src/reader.ts';

export interface ImportedArchive {
  readonly sink: MemorySink;
  readonly report: ReadReport;
}

/** Imports an archive into memory. */
export async function importArchive(
  path: string,
  options: { keepGoing?: boolean; threads?: number; dryRun?: boolean; memory?: number } = {},
): Promise<ImportedArchive> {
  const sink = new MemorySink();
  const { sets } = await importFiles([path], sink, { ...options, readers: [otf2Reader] });
  return { sink, report: sets[0] };
}
