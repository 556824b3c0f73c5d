import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentOf } from '../../apps/cli/test/dataset-content.ts';
import { type SlurmCluster, startSlurm, whyNoSlurm } from './slurm-cluster.ts';
import { startWeft } from './weft-command.ts';

const missing = whyNoSlurm();
if (missing) console.log(`all traces on Slurm are skipped: ${missing}`);

const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));
const traces = ['dumpi', 'otf2'].flatMap((format) =>
  readdirSync(join(fixtures, format), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(format, name)),
);

let cluster: SlurmCluster;
let folder: string;

describe.skipIf(missing !== null)('every trace on a real Slurm', () => {
  beforeAll(async () => {
    cluster = await startSlurm({ MaxArraySize: 100 });
    folder = mkdtempSync(join(tmpdir(), 'weft-equal-'));
  });
  afterAll(() => {
    cluster?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it.each(traces)('%s as one slice, as three, and as many as ranks', async (name) => {
    const trace = join(fixtures, name);
    const third = bytesOf(trace) / 3e6;
    const slices = [1e6, third.toFixed(6), 0.000_001].map((size) => ['--on', `slurm:slice=${size}`]);
    const options = [[], ...slices];
    const ended = await Promise.all(options.map((flags, at) => importAs(trace, `${at}.weft`, flags)));
    expect(ended.map(({ code, err }) => [code, err])).toEqual(ended.map(() => [0, '']));
    const whole = await contentOf(join(folder, '0.weft'));
    for (const at of slices.keys()) expect(await contentOf(join(folder, `${at + 1}.weft`))).toEqual(whole);
    expect(readdirSync(folder)).toEqual(options.map((_, at) => `${at}.weft`));
    for (const dataset of readdirSync(folder)) rmSync(join(folder, dataset), { recursive: true });
  });
});

const importAs = (trace: string, dataset: string, flags: readonly string[]) =>
  startWeft(cluster.env, ['import', trace, '-o', join(folder, dataset), '--keep-going', ...flags]).ended;

function bytesOf(trace: string): number {
  return readdirSync(trace, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
