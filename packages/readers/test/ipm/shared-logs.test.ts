import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MemorySink } from '@weft/model';
import { describe, it } from 'vitest';
import { importFiles } from '../../src/index.ts';
import { sharedFixtures } from '../shared-fixtures.ts';
import { expectIpmTruth } from './ipm-truth.ts';

const { folder: shared, present } = sharedFixtures('ipm');

describe.skipIf(!present)('IPM logs beside the repository', () => {
  const logs = ['own', 'public'].flatMap((kind) =>
    present
      ? readdirSync(join(shared, kind))
          .filter((name) => name.endsWith('.xml'))
          .map((name) => join(shared, kind, name))
      : [],
  );
  it.each(logs)('%s', async (log) => {
    const sink = new MemorySink();
    await importFiles([log], sink);
    expectIpmTruth(log.replace(/\.xml$/, '.csv'), sink);
  });
});
