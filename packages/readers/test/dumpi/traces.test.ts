import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MemorySink } from '@weft/model';
import { afterAll, describe, expect, it } from 'vitest';
import { importFiles } from '../../src/index.ts';
import { expectTruth } from './dumpi-truth.ts';

const fixtures = fileURLToPath(new URL('../../../../fixtures', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'weft-test-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const traces = readdirSync(join(fixtures, 'dumpi')).filter((name) => !name.endsWith('.md'));

async function importOf(path: string) {
  const sink = new MemorySink();
  return { report: await importFiles([path], sink), sink };
}

describe('DUMPI traces', () => {
  it.each(traces)('%s gives the truth', async (name) => {
    const folder = join(fixtures, 'dumpi', name);
    const { report, sink } = await importOf(folder);
    expectTruth(folder, report, sink);
  });

  it('reads the text of dumpi2ascii to the same', async () => {
    const folder = join(fixtures, 'dumpi-text', 'bswap8');
    const { report, sink } = await importOf(folder);
    expect(report.sets[0].format).toBe('dumpi-text');
    expectTruth(folder, report, sink);
  });

  it('recognises files whose names say nothing; ranks come from MPI_Comm_rank', async () => {
    const folder = join(fixtures, 'dumpi', 'bswap8');
    const hidden = join(scratch, 'hidden');
    mkdirSync(hidden);
    const bins = readdirSync(folder).filter((name) => name.endsWith('.bin'));
    bins.reverse().forEach((name, at) => {
      copyFileSync(join(folder, name), join(hidden, `file ${at} ü`));
    });
    const { report, sink } = await importOf(hidden);
    expect(report.sets.map((set) => set.format)).toEqual(['dumpi']);
    expectTruth(folder, report, sink);
  });

  it('believes what the program was told about its rank more than the name of the file', async () => {
    const folder = join(fixtures, 'dumpi', 'bswap8');
    const renamed = join(scratch, 'renamed');
    mkdirSync(renamed);
    for (const name of readdirSync(folder).filter((name) => /\.(bin|meta)$/.test(name))) {
      const other = name.replace(/-000([12])\.bin$/, (_, rank) => `-000${3 - rank}.bin`);
      copyFileSync(join(folder, name), join(renamed, other.replace('-0007.bin', '-0070.bin')));
    }
    const { report, sink } = await importOf(renamed);
    expectTruth(folder, report, sink);
    expect(report.sets[0].diagnostics.find(({ code }) => code === 'FILES-MISNAMED')?.count).toBe(3);
  });

  it('accepts the .meta file or a glob for the whole trace', async () => {
    const folder = join(fixtures, 'dumpi', 'bswap8');
    const meta = readdirSync(folder).find((name) => name.endsWith('.meta')) as string;
    for (const path of [join(folder, meta), join(folder, '*-000?.bin'), join(folder, '*.{bin,meta}')]) {
      const { report, sink } = await importOf(path);
      expectTruth(folder, report, sink);
    }
  });

  it('writes readable rows', async () => {
    const { sink } = await importOf(join(fixtures, 'dumpi', 'misc6'));
    const few = (table: 'messages' | 'collectives' | 'communicators' | 'ranks' | 'jobs' | 'calls') =>
      sink
        .rows(table)
        .slice(0, 12)
        .map((row) => Object.values(row).join(' '));
    expect({
      jobs: few('jobs'),
      ranks: few('ranks'),
      messages: few('messages'),
      collectives: few('collectives'),
      communicators: few('communicators'),
      calls: few('calls'),
    }).toMatchSnapshot();
  });
});
