import { AXIS_ANGLES, COPY_ANGLE, hivePoint } from '@weft/layout';
import { decodeSelection } from '@weft/model';
import type { Locator } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { main } from '../../apps/cli/src/main.ts';
import { plotFrame } from '../../packages/views/src/views/hive/draw-plot-part.ts';
import { settle } from './open-browser.ts';
import { servePages } from './serve-pages.ts';
import { studyDatasets } from './weft-datasets.ts';

const CODES = ['cactus', 'ij', 'milc', 'namd', 'superlu', 'tgyro'];
const OTHERS = CODES.slice(1)
  .map((code) => `code-${code}`)
  .join('$20.');

interface HiveJson {
  readonly cuts: Record<string, { low: number; high: number }>;
  readonly runs: {
    readonly name: string;
    readonly measures: Record<string, number[]>;
    readonly axes: Record<string, number[]>;
  }[];
}

let told: HiveJson;
const pages = servePages(async () => {
  const paths = await studyDatasets(CODES.map((code) => `code-${code}`));
  told = JSON.parse(await printed(['hive', ...paths, '--json']));
  return paths;
});

/** What a command prints. */
async function printed(args: readonly string[]): Promise<string> {
  const written: string[] = [];
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text, ...rest) => {
    written.push(String(text));
    for (const done of rest) if (typeof done === 'function') done();
    return true;
  });
  try {
    expect(await main(args)).toBe(0);
  } finally {
    stdout.mockRestore();
  }
  return written.join('');
}

const measured = (code: string) => told.runs.find(({ name }) => name === `code-${code}`)!;

async function open(options = '', query = ''): Promise<void> {
  await pages.open(`#/d/code-cactus?${query}layout=hive~runs!${OTHERS}${options}`);
  await pages.page.getByText('of the other 12 pairs').waitFor();
  await settle(pages.page);
}

/** The canvas of a part that takes the pointer and the keys. */
const part = (name: string): Locator => pages.page.locator(`.${name} canvas[role=application]`);
const tooltip = async (): Promise<string> =>
  ((await pages.page.locator('.kit-tooltip').textContent()) ?? '').replaceAll('\u00a0', ' ');
const selected = (): readonly number[] => decodeSelection(pages.page.url().split('?')[1] ?? '').ranks;

/** A point on the left copy of an axis of the large plot. */
async function onAxis(axis: 0 | 1 | 2, place: number): Promise<[number, number]> {
  const box = (await part('hive-plot').boundingBox())!;
  const { x, y, radius } = plotFrame(box.width, box.height);
  const [px, py] = hivePoint(AXIS_ANGLES[axis] - COPY_ANGLE / 2, place);
  return [box.x + x + px * radius, box.y + y + py * radius];
}

async function drag(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const { mouse } = pages.page;
  await mouse.move(...from);
  await mouse.down();
  await mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  await mouse.move(...to);
  await mouse.up();
  await settle(pages.page);
}

async function save(item: string): Promise<string> {
  await pages.page.locator('.panel').hover({ position: { x: 600, y: 10 } });
  await pages.page.getByRole('button', { name: 'Panel menu' }).click();
  const download = pages.page.waitForEvent('download');
  await pages.page.getByRole('menuitem', { name: item, exact: true }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('latin1');
}

/** Largest difference of the shares of two lists that are at least x. */
function slowGap(one: readonly number[], two: readonly number[]): number {
  const share = (values: readonly number[], x: number): number =>
    values.filter((value) => value >= x * (1 - 1e-12)).length / values.length;
  return Math.max(...[...one, ...two].map((x) => Math.abs(share(one, x) - share(two, x))));
}

describe('the hive panel', () => {
  it('says which two codes differ in betweenness but not in degree, and the other way round', async () => {
    await open('~part!plot');
    const gap = (a: string, b: string, measure: string): string =>
      `(${slowGap(measured(a).measures[measure], measured(b).measures[measure]).toFixed(2)})`;
    const [ij, cactus] = [
      (measure: string) => gap('ij', 'namd', measure),
      (other: string, measure: string) => gap('cactus', other, measure),
    ];
    expect(await pages.page.locator('.hive-finding').allTextContents()).toEqual([
      `cactus and milc look alike by betweenness ${cactus('milc', 'betweenness')} and transitivity ${cactus('milc', 'transitivity')} and differ by degree ${cactus('milc', 'degree')}.`,
      `ij and namd look alike by degree ${ij('degree')} and PageRank ${ij('pagerank')} and differ by betweenness ${ij('betweenness')} and transitivity ${ij('transitivity')}.`,
      `cactus and tgyro look alike by degree ${cactus('tgyro', 'degree')} and differ by betweenness ${cactus('tgyro', 'betweenness')} and transitivity ${cactus('tgyro', 'transitivity')}.`,
    ]);
    await pages.page.locator('.hive-finding:nth-child(2) .hive-link', { hasText: 'transitivity' }).click();
    await settle(pages.page);
    await pages.page.getByText('namd by transitivity').waitFor();
    expect(pages.page.url()).toContain('~run!code-namd~measure!transitivity');
  });

  it('goes through ranks by keys, tells their numbers and selects one', async () => {
    await open('~part!plot~run!code-cactus~measure!degree');
    await part('hive-plot').focus();
    const { degree, betweenness } = measured('cactus').measures;
    const byDegree = [...degree.keys()].sort((a, b) => degree[a] - degree[b] || a - b);
    for (const rank of byDegree.slice(0, 3)) {
      await pages.page.keyboard.press('ArrowRight');
      await settle(pages.page);
      const text = await tooltip();
      expect(text).toContain(`rank ${rank} of cactus`);
      expect(text).toContain(`Degree (this plot)${degree[rank]}`);
      expect(text).toContain(`Betweenness${Number(betweenness[rank].toPrecision(6))}`);
    }
    await pages.page.keyboard.press('Enter');
    await settle(pages.page);
    expect(selected()).toEqual([byDegree[2]]);
    expect(await pages.page.locator('.chip-text').allTextContents()).toEqual([`rank ${byDegree[2]}`]);
    await pages.page.keyboard.press('ArrowDown');
    await settle(pages.page);
    expect(pages.page.url()).toContain('~measure!betweenness');
  });

  it('selects the ranks of a brushed part of an axis in every run, and undoes it', async () => {
    await open('~part!plot~run!code-cactus~measure!degree');
    await drag(await onAxis(0, 1), await onAxis(0, 0.6));
    const ranks = selected();
    const { degree } = measured('cactus').measures;
    const values = ranks.map((rank) => degree[rank]);
    const [from, to] = [Math.min(...values), Math.max(...values)];
    expect(ranks).toEqual([...degree.keys()].filter((rank) => degree[rank] >= from && degree[rank] <= to));
    expect(ranks.length).toBeGreaterThan(10);
    const others = CODES.map((code) => {
      const count = measured(code).measures.degree.filter((value) => value >= from && value <= to).length;
      return count > 0 ? [`${code} ${count}`] : [];
    });
    expect(await pages.page.locator('.hive-chip').textContent()).toBe(
      `degree ${from} to ${to}: ranks of ${others.flat().join(', ')}×`,
    );
    await pages.page.keyboard.press('Control+z');
    await settle(pages.page);
    expect(selected()).toEqual([]);
    expect(await pages.page.locator('.hive-chip').count()).toBe(0);
    await pages.page.keyboard.press('Control+Shift+z');
    await settle(pages.page);
    expect(selected()).toEqual(ranks);
    expect(await pages.page.locator('.hive-chip').count()).toBe(1);
  });

  it('selects by the curves, and comes back from the address', async () => {
    await open('~part!ccdf~measure!betweenness');
    const box = (await part('hive-ccdf').boundingBox())!;
    const y = box.y + box.height / 2;
    await drag([box.x + box.width * 0.75, y], [box.x + box.width - 15, y]);
    const [, brush] = /brush!betweenness\$20\.([\d.]+)\$20\.([\d.]+)/.exec(pages.page.url()) ?? [];
    const { betweenness } = measured('cactus').measures;
    const expected = [...betweenness.keys()].filter((rank) => betweenness[rank] >= Number(brush));
    expect(selected()).toEqual(expected);
    expect(expected.length).toBeGreaterThan(0);
    const said = await pages.page.locator('.hive-chip').textContent();
    await pages.page.reload();
    await pages.page.getByText('of the other 12 pairs').waitFor();
    await settle(pages.page);
    expect(await pages.page.locator('.hive-chip').textContent()).toBe(said);
    await pages.page.getByRole('button', { name: 'Clear the brushed values' }).click();
    await settle(pages.page);
    expect(selected()).toEqual([]);
  });

  it('shows a plot large by a click, orders the runs by likeness to one, and goes on by keys', async () => {
    await open('~part!panel');
    const canvas = part('hive-scroll');
    const box = (await canvas.boundingBox())!;
    const cell = (box.width - 134) / CODES.length;
    await pages.page.mouse.click(box.x + 134 + 1.5 * cell, box.y + 60);
    await settle(pages.page);
    expect(pages.page.url()).toContain('~run!code-ij~measure!degree');
    await pages.page.mouse.click(box.x + 134 + 1.5 * cell, box.y + 20);
    await settle(pages.page);
    expect(pages.page.url()).toContain('~order!near$20.code-ij');
    await canvas.focus();
    await pages.page.keyboard.press('ArrowRight');
    await settle(pages.page);
    expect(pages.page.url()).toContain('~run!code-namd');
  });

  it('takes runs in and out, says what is wrong with one, and shows the others', async () => {
    await pages.open('#/d/code-cactus?layout=hive~part!panel~runs!code-ij$20.nothing');
    await pages.page.getByText('Runs: 3').click();
    await pages.page.getByRole('checkbox', { name: 'milc on 64 ranks' }).click();
    await settle(pages.page);
    expect(pages.page.url()).toContain('runs!code-ij$20.nothing$20.code-milc');
    await pages.page.getByText('Runs: 4').click();
    expect(await pages.page.locator('.hive-beside').textContent()).toContain('of the other 2 pairs');
  });

  it('says which code it is and refuses a claim with what differs', async () => {
    await open('~part!identity~run!code-milc');
    const card = pages.page.locator('.hive-identity');
    expect(await card.locator('.hive-verdict').textContent()).toContain('nearest is');
    await card.getByLabel('Claimed to be').selectOption('lammps');
    await settle(pages.page);
    expect(await card.locator('.hive-claim').textContent()).toContain('Claim lammps: refused.');
    const rows = card.getByRole('table', { name: 'What differs from the claim' }).locator('tbody tr');
    expect(await rows.count()).toBeGreaterThan(2);
  });

  it('saves the same bytes every time, and the numbers of weft hive', async () => {
    await open('~part!panel~colour!bytes');
    for (const format of ['Export SVG', 'Export PNG']) expect(await save(format)).toBe(await save(format));
    const [header, ...rows] = (await save('Export CSV'))
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    expect(rows).toHaveLength(64 * CODES.length);
    for (const [run, rank, ...values] of rows) {
      const { measures, axes } = told.runs.find(({ name }) => name === run)!;
      header.slice(2).forEach((name, at) => {
        const list = name.endsWith('_axis') ? axes[name.replace('_axis', '')] : measures[name];
        expect(values[at]).toBe(String(list[Number(rank)]));
      });
    }
  });
});
