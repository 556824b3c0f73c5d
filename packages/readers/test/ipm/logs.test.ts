import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MemorySink } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { importFiles } from '../../src/index.ts';
import { expectIpmTruth } from './ipm-truth.ts';

const fixtures = fileURLToPath(new URL('../../../../fixtures/ipm', import.meta.url));

describe('IPM logs', () => {
  it.each(['bswap8', 'subcoll16'])('%s gives the truth', async (name) => {
    const sink = new MemorySink();
    const report = await importFiles([`${fixtures}/${name}.ipm.xml`], sink);
    expectIpmTruth(`${fixtures}/${name}.ipm.csv`, sink);
    expect(JSON.parse(JSON.stringify(report.sets[0]).replaceAll(fixtures, 'fixtures'))).toMatchSnapshot();
    expect(sink.rows('calls').slice(0, 8)).toMatchSnapshot();
  });

  it('leaves out a run time that cannot be one', async () => {
    const text = readFileSync(`${fixtures}/bswap8.ipm.xml`, 'latin1');
    const folder = mkdtempSync(join(tmpdir(), 'weft-ipm-'));
    try {
      const damaged = join(folder, 'log.xml');
      writeFileSync(damaged, text.replace(/stamp_init="\d+/, 'stamp_init="1'), 'latin1');
      const sink = new MemorySink();
      const report = await importFiles([damaged], sink);
      expect(report.facts.timeRange).toBeNull();
      expect(sink.rows('jobs')[0]).toMatchObject({ start: -1, end: -1 });
      expect(report.sets[0].diagnostics).toContainEqual(expect.objectContaining({ code: 'STAMPS-DAMAGED' }));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('places ranks on the hosts the log names', async () => {
    const sink = new MemorySink();
    await importFiles([`${fixtures}/bswap8.ipm.xml`], sink);
    expect(sink.rows('vertices').map((row) => row.kind)).toEqual(['host']);
    expect(sink.rows('ranks').map((row) => row.host)).toEqual(Array(8).fill(0));
  });
});
