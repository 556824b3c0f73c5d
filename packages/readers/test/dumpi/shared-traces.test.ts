import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MemorySink } from '@weft/model';
import { describe, it } from 'vitest';
import { importFiles } from '../../src/index.ts';
import { sharedFixtures } from '../shared-fixtures.ts';
import { expectTruth } from './dumpi-truth.ts';

const { folder: shared, present } = sharedFixtures('dumpi');

describe.skipIf(!present)('DUMPI traces beside the repository', () => {
  const folders = ['own', 'public'].flatMap((kind) =>
    present ? readdirSync(join(shared, kind)).map((name) => join(shared, kind, name)) : [],
  );
  it.each(folders)('%s', async (folder) => {
    const sink = new MemorySink();
    const report = await importFiles([folder], sink);
    expectTruth(folder, report, sink);
  });
});
