import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { servePages } from './serve-pages.ts';
import { studyDatasets } from './weft-datasets.ts';

const pages = servePages(() =>
  studyDatasets(['code-cactus', 'pods-packed', 'pods-fragmented', 'torus-halo']),
);

/** The start page, the workspaces that kinds of data open with, and a comparison. */
const PAGES: Readonly<Record<string, string>> = {
  gallery: '',
  torus: '#/d/torus-halo',
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
