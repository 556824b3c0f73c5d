import { readdirSync, readFileSync } from 'node:fs';
import { openDataset } from '@weft/store';
import { describe, expect, it } from 'vitest';
import { settle } from './open-browser.ts';
import { askDataset, servePages } from './serve-pages.ts';
import { studyDatasets } from './weft-datasets.ts';

const studies = [
  'ftree-vs-sar',
  'pods-fragmented',
  'pods-packed',
  'binary-swap-4',
  'binary-swap-8',
  'pipeline-432',
  'pipeline-432-async',
  'amr-advection',
  'amr-polytropic',
  'fat-tree-1296',
  'lanl-uniform',
  'lanl-neighbours',
  'torus-alternating',
  'torus-halo',
  'torus-halo-random',
  'code-cactus',
  'code-ij',
  'code-namd',
];
/** Of the same program on ten times as many ranks: the same questions have answers. */
const pathOf = (study: string): string => paths[studies.indexOf(study.replace('4320', '432'))];
const folder = new URL('../../studies/tours/', import.meta.url);

let paths: string[];
const pages = servePages(async () => {
  paths = await studyDatasets(studies);
  return paths;
});

async function ask(study: string, query: string): Promise<number> {
  const [value] = await askDataset(pathOf(study), query);
  return value;
}

async function start(study: string): Promise<void> {
  await pages.open(`#/d/${study}`);
  await pages.page.keyboard.press('?');
  await pages.page.getByRole('button', { name: /Two-minute tour/ }).click();
  await pages.page.locator('.tour-card').waitFor();
  await settle(pages.page);
}

async function next(): Promise<void> {
  const before = await pages.page.locator('.tour-count').textContent();
  await pages.page.keyboard.press('Enter');
  await pages.page.waitForFunction(
    (count) => document.querySelector('.tour-count')?.textContent !== count,
    before,
  );
  await settle(pages.page);
}

const shownLinks = () => pages.page.locator('.remainder b').first().textContent();
const text = async () => (await pages.page.locator('.tour-text').textContent())!.replace(/\u00a0/g, ' ');

describe('tours', () => {
  it('have an answer of the data for every number, and no number of their own', async () => {
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
      const tour = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
      for (const [name, number] of Object.entries<{ sql: string; dataset?: string }>(tour.numbers)) {
        const dataset = await openDataset(pathOf(number.dataset ?? tour.study));
        const { rows } = await dataset.sql(number.sql, {});
        await dataset.close();
        expect(rows, `${file}: ${name}`).toBe(1);
      }
      for (const step of tour.steps) {
        const plain = `${step.title} ${step.text}`.replace(/\{[\w.]+\}/g, '').replace(/\bL\d\b/g, '');
        expect(plain, `${file}: a number typed in`).not.toMatch(/\d/);
      }
    }
  }, 120_000);

  it('there is one for every study', () => {
    const tours = readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')));
    const led = new Set(
      tours.flatMap(({ study, also = [], steps }) => [
        study,
        ...also,
        ...steps.map((step: { dataset?: string }) => step.dataset),
      ]),
    );
    const index = JSON.parse(readFileSync(new URL('../index.json', folder), 'utf8'));
    const without = index.studies.filter(({ id }: { id: string }) => !led.has(id));
    expect(without.map(({ id }: { id: string }) => id)).toEqual([]);
  });

  it('walks through ftree against SAR by keyboard alone, with numbers of the data', async () => {
    await start('ftree-vs-sar');
    expect(await text()).toContain('1,296 nodes and 180 switches');
    expect(await text()).toMatch(/took 47 min, sar.qball 55 min. So it was 17(\.0)? ?% faster/);
    await next();
    expect(await text()).toContain('busiest link carried 1.78 TB');
    await next();
    const hot = await ask(
      'ftree-vs-sar',
      `SELECT count(*) FROM (SELECT c.link FROM counters c JOIN links l ON l.id = c.link AND l.class <> 'L0-L1'
        WHERE c.metric = 'data_sent' AND c.time > 6 * 3600e9 AND c.time <= 407 * 60e9
        GROUP BY c.link HAVING sum(c.value) >= 1e12)`,
    );
    expect(await text()).toContain(`: ${hot} of 7,776`);
    expect(await shownLinks()).toBe(String(hot));
    await next();
    const [, up, down] = /(\d\.\d\d) times the mean.* (\d\.\d\d) times the mean/.exec(await text())!;
    expect(Number(down)).toBeGreaterThan(1.5 * Number(up));
    await next();
    expect(pages.page.url()).toContain('compare=job');
    expect(await pages.page.locator('.side-name').count()).toBe(8);
    await next();
    expect(await pages.page.locator('.panel[data-view="link-detail"] .link-name').first().textContent()).toBe(
      'sar.qball',
    );
    await pages.page.keyboard.press('Enter');
    await pages.page.locator('.tour-card').waitFor({ state: 'detached' });
    expect(pages.page.url()).not.toContain('tour=');
  });

  it('reads ribbons in binary swap, on few processes and on more', async () => {
    await start('binary-swap-8');
    expect(await text()).toContain('4 processes swap halves of a picture in 2 stages');
    await next();
    await next();
    expect(await text()).toContain('At 3 phases the stages stand apart');
    expect(await pages.page.getByRole('spinbutton', { name: 'Phases, number' }).inputValue()).toBe('3');
    await next();
    expect(await pages.page.locator('.panel[data-view="phase-graph"]').count()).toBe(1);
  });

  it('goes through pods, to the other dataset and back, and closes by Esc', async () => {
    await start('pods-fragmented');
    await next();
    const [, culprit] = /largest part is (\w+)/.exec(await text())!;
    expect(await text()).toContain(`: ${await shownLinks()} of 19,200`);
    await next();
    expect(await text()).toContain(
      `routes of ${culprit} that are hot remain: ${await shownLinks()} of 19,200`,
    );
    expect(await pages.page.locator('.chip[data-key=jobs]').textContent()).toContain(`job ${culprit}`);
    await next();
    await next();
    expect(await text()).toMatch(/: 22 of the 40 L2 switches of both pods are used, and 4 of 80 L3/);
    await next();
    await next();
    expect(pages.page.url()).toContain('#/d/pods-packed');
    const top = await ask(
      'pods-packed',
      "SELECT sum(bytes) / 1e9 FROM loads o JOIN links l ON l.id = o.link WHERE l.class = 'L2-L3'",
    );
    expect(await text()).toContain(`carry ${top.toPrecision(3)} GB instead of`);
    await pages.page.getByRole('button', { name: 'Back' }).click();
    await pages.page.waitForFunction(() => location.hash.startsWith('#/d/pods-fragmented'));
    await settle(pages.page);
    expect(await pages.page.locator('.tour-count').textContent()).toBe('6 of 8');
    await pages.page.reload();
    await settle(pages.page);
    expect(await pages.page.locator('.tour-count').textContent()).toBe('6 of 8');
    await pages.page.keyboard.press('Escape');
    await pages.page.locator('.tour-card').waitFor({ state: 'detached' });
    expect(await pages.page.locator('.chip').count()).toBeGreaterThan(0);
  });
});
