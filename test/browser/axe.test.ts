import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importFiles } from '@weft/readers';
import { parseScenario, simulate } from '@weft/simulate';
import { createDataset } from '@weft/store';
import axe from 'axe-core';
import { afterAll, describe, expect, it } from 'vitest';
import { servePages } from './serve-pages.ts';
import { studyDatasets } from './weft-datasets.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-axe-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Two jobs on a dragonfly. */
async function writeDragonfly(): Promise<string> {
  const path = join(folder, 'groups.weft');
  const writer = await createDataset(path);
  const scenario = parseScenario({
    version: 1,
    title: 'Groups',
    network: { family: 'dragonfly', params: { hostsPerSwitch: 2, switchesPerGroup: 4, globalLinks: 2 } },
    routing: 'minimal',
    jobs: ['a', 'b'].map((name) => ({ name, ranks: 16, workload: { kind: 'all-to-all', bytes: 4096 } })),
    model: { kind: 'event' },
  });
  await writer.finish((await simulate(scenario, writer)).facts);
  return path;
}

/** A profile: totals of calls and messages without times. */
async function writeProfile(): Promise<string> {
  const path = join(folder, 'profile.weft');
  const writer = await createDataset(path);
  const log = fileURLToPath(new URL('../../fixtures/ipm/subcoll16.ipm.xml', import.meta.url));
  await writer.finish((await importFiles([log], writer, {})).facts);
  return path;
}

const pages = servePages(async () => [
  ...(await studyDatasets([
    'code-cactus',
    'pods-packed',
    'pods-fragmented',
    'torus-halo',
    'lanl-neighbours',
  ])),
  await writeDragonfly(),
  await writeProfile(),
]);

/** The start page, the workspaces that kinds of data open with, and a comparison. */
const PAGES: Readonly<Record<string, string>> = {
  gallery: '',
  torus: '#/d/torus-halo',
  dragonfly: '#/d/groups',
  'a profile without times': '#/d/profile',
  machine: '#/d/lanl-neighbours',
  'counters of a fat tree': '#/d/pods-packed',
  'a link of it': '#/d/pods-packed?links=[2000]',
  comparison: '#/d/pods-packed?compare=dataset:pods-fragmented',
  hive: '#/d/code-cactus?layout=hive',
  commgram: '#/d/code-cactus?layout=v(480:commgram,520:h(400:comm-matrix,600:timeline))',
  trace: '#/d/code-cactus?layout=v(620:timeline,380:call-profile)',
  network: '#/d/code-cactus?layout=h(620:fat-tree,380:machine)',
  phases: '#/d/code-cactus?layout=h(500:phase-graph,500:summary)',
};

/** What hinders somebody seriously, by rule and place. */
async function violations(): Promise<string[]> {
  await pages.page.evaluate(axe.source);
  const { violations: found } = await pages.page.evaluate<axe.AxeResults>(
    'axe.run({ resultTypes: ["violations"] })',
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`.trim()),
    );
}

describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
  it.each(Object.entries(PAGES))('axe finds nothing serious: %s', async (_, hash) => {
    await pages.page.emulateMedia({ colorScheme });
    await pages.open(hash);
    expect(await violations()).toEqual([]);
  });
});
