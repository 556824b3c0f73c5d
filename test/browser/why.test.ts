import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explainJob, explainLink, readLinkEvidence, readRun } from '@weft/cause';
import { formatExact } from '@weft/model';
import { parseFaults, parseScenario, simulate } from '@weft/simulate';
import { createDataset, openDataset } from '@weft/store';
import { expect, it } from 'vitest';
import { settle } from './open-browser.ts';
import { askDataset, servePages } from './serve-pages.ts';

const STUCK = 128;

/** Two jobs on a fat tree of 128 hosts, one of whose leaves sends all that goes up by one port. */
async function stuckMachine(): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), 'weft-why-')), 'stuck.weft');
  const halo = { kind: 'halo', axes: 3, periodic: true, bytes: '256 KiB' };
  const scenario = parseScenario({
    version: 1,
    title: 'A leaf that sends by one port',
    seed: 3,
    network: { family: 'fat-tree', params: { ports: 8, pods: 8 } },
    routing: 'd-mod-k',
    jobs: [
      { name: 'solver', workload: halo, ranks: 64, placement: 'random' },
      { name: 'render', workload: { kind: 'all-to-all', bytes: '64 KiB' }, ranks: 48, placement: 'random' },
    ],
    model: { kind: 'event' },
    counters: { interval: '100 us' },
  });
  const writer = await createDataset(path);
  const faults = parseFaults({ stuck: [{ switch: STUCK }] });
  const { facts } = await simulate(scenario, writer, {}, {}, { faults });
  await writer.finish(facts);
  return path;
}

let path: string;
const pages = servePages(async () => {
  path = await stuckMachine();
  return [path];
});
const { open, panel } = pages;

it('goes from a hot link by tests to the culprit, with the numbers of the command line', async () => {
  const [link] = await askDataset(
    path,
    `SELECT o.link FROM loads o JOIN links l ON l.id = o.link WHERE l.src = ${STUCK} AND l.direction = 'up'
      GROUP BY 1 ORDER BY sum(bytes) DESC, 1 LIMIT 1`,
  );
  const dataset = await openDataset(path);
  const expected = await explainLink(await readLinkEvidence(dataset, String(link)));
  await dataset.close();
  expect(expected.verdict).toMatchObject({ kind: 'routing', confidence: 'proven', switch: STUCK });

  await open(`#/d/stuck?links=[${link}]`);
  await pages.page.locator('.why-button').click();
  await settle(pages.page);
  const why = panel('why');
  const verdict = why.locator('.why-verdict');
  expect(await verdict.getAttribute('data-confidence')).toBe('open');
  const again = why.locator('li[data-suspect="routing:d-mod-k"]');
  await again.getByRole('button').click();
  await again.locator('.why-bars').waitFor();
  expect(await verdict.getAttribute('data-kind')).toBe('routing');
  expect(await verdict.getAttribute('data-confidence')).toBe('likely');

  await why.getByRole('button', { name: 'Test all' }).click();
  await why.locator('.why-verdict[data-confidence=proven]').waitFor();
  const shown = await why.locator('li[data-suspect]').evaluateAll((items) =>
    items.map((item) => ({
      change: item.querySelector('.why-change')?.textContent,
      before: Number(item.querySelector('.why-bars')?.getAttribute('data-before')),
      after: Number(item.querySelector('.why-bars')?.getAttribute('data-after')),
    })),
  );
  expect(shown).toEqual(expected.tests.map(({ change, before, after }) => ({ change, before, after })));
  const target = await why.locator('[data-field=target]').getAttribute('title');
  expect(Number(target?.replace(/[^\d]/g, ''))).toBe(expected.target.value);
  expect(pages.page.url()).toContain('why');

  await why.getByRole('combobox').selectOption('tables of d-mod-k computed again');
  await why.locator('.why-open').click();
  await settle(pages.page);
  expect(pages.page.url()).toContain('compare=dataset');
  expect(await panel('fat-tree', 'a').count()).toBe(1);
  expect(await panel('fat-tree', 'b').count()).toBe(1);
});

it('answers why a job is slow with shares at once, then with the tests of the command line', async () => {
  const dataset = await openDataset(path);
  const expected = await explainJob(await readRun(dataset), 'solver');
  await dataset.close();
  expect(expected.verdict).toMatchObject({ kind: 'routing', switch: STUCK });

  await open('#/d/stuck?jobs=[0]');
  await pages.page.locator('.why-button').click();
  const why = panel('why');
  const verdict = why.locator('.why-verdict');
  await verdict.waitFor();
  expect(await verdict.getAttribute('data-confidence')).toBe('open');
  const causes = await why.locator('.why-shares li').allTextContents();
  expect(causes.some((text) => text.includes('own traffic'))).toBe(true);

  const [suspect] = expected.tests;
  await why.getByRole('button', { name: `Test: ${suspect.change}` }).click();
  await why.locator('.why-bars').first().waitFor();
  await why.getByRole('button', { name: 'Test all' }).click();
  await why.locator(`.why-verdict[data-confidence=${expected.verdict.confidence}]`).waitFor();
  const shown = await why
    .locator('.why-bars')
    .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('data-after'))));
  expect(shown).toEqual(expected.tests.map(({ after }) => after));
  const target = await why.locator('[data-field=target]').getAttribute('title');
  expect(target).toBe(formatExact(expected.target.value, 'ns'));
  expect(pages.page.url()).toContain('why');
});

it('asks about the phase of a job that takes most of a time', async () => {
  const dataset = await openDataset(path);
  const run = await readRun(dataset);
  await dataset.close();
  const phase = await explainJob(run, 'render', { phase: 0 });
  await open(`#/d/stuck?jobs=[1]&time=[0,${Math.floor(phase.target.value / 2)}]`);
  await pages.page.locator('.why-button').click();
  const why = panel('why');
  await why.locator('.why-verdict').waitFor();
  expect(await why.locator('h3').textContent()).toBe('Why is phase 0 of render slow?');
  const target = await why.locator('[data-field=target]').getAttribute('title');
  expect(target).toBe(formatExact(phase.target.value, 'ns'));
});
