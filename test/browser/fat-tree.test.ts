import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layoutFatTreeMatrix } from '@weft/layout';
import { decodeSelection, formatExact, type Selection, textAt } from '@weft/model';
import { type RouteChoice, selectedRoutes, switchLinks } from '@weft/network';
import { type RunningServer, startServer } from '@weft/server';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { fitMatrix, matrixArea } from '../../packages/views/src/views/fat-tree/matrix-picture.ts';
import { openBrowser, settle, watchFaults } from './open-browser.ts';
import { type Machine, writeMachine } from './write-machine.ts';

let folder: string;
let machine: Machine;
let browser: Browser;
let server: RunningServer;
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'weft-fat-tree-'));
  const path = join(folder, 'machine.weft');
  machine = await writeMachine(path);
  server = await startServer({ datasets: [path], page: inject('page') });
  browser = await openBrowser(inject('chromium'));
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
  page = await context.newPage();
  faults = watchFaults(page, new URL(server.url).origin);
});
afterEach(async () => {
  expect(faults).toEqual([]);
  await context.close();
});

async function open(query = ''): Promise<void> {
  await page.goto(`${server.url}#/d/machine${query}`);
  await settle(page);
}

function panel(view: string): Locator {
  return page.locator(`.panel[data-view="${view}"]`);
}

/** What the address says: the selection every view shows. */
function selection(): Selection {
  return decodeSelection(new URL(page.url()).hash.split('?')[1] ?? '');
}

async function remainder(): Promise<number> {
  await settle(page);
  const text = await page.locator('.remainder b').first().textContent();
  return Number(text?.replaceAll(',', ''));
}

async function chips(): Promise<string[]> {
  return page.locator('.chip-text').allTextContents();
}

async function routeNote(): Promise<string> {
  await settle(page);
  return (await page.locator('[data-field="routes"]').textContent()) ?? '';
}

/** Drags over a part of a view's last canvas; shares of the plot between its margins. */
async function drag(view: string, from: number, to: number, margins: [number, number]): Promise<void> {
  const box = (await panel(view).locator('canvas').last().boundingBox())!;
  const span = box.width - margins[0] - margins[1];
  const x = (share: number) => box.x + margins[0] + share * span;
  const y = box.y + box.height * 0.6;
  await page.mouse.move(x(from), y);
  await page.mouse.down();
  await page.mouse.move(x(to), y, { steps: 8 });
  await page.mouse.up();
  await settle(page);
}

const brushTime = (from: number, to: number) => drag('time-chart', from, to, [64, 16]);

async function pickFromMenu(view: string, item: string): Promise<void> {
  await panel(view).hover();
  await panel(view).getByRole('button', { name: 'Panel menu' }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

async function exported(view: string, format: string): Promise<string> {
  const download = page.waitForEvent('download');
  await pickFromMenu(view, `Export ${format}`);
  return readFileSync((await (await download).path())!, 'utf8');
}

/** Rows of a CSV export as objects. */
async function exportedRows(view: string): Promise<Record<string, string>[]> {
  const [header, ...lines] = (await exported(view, 'CSV')).trim().split('\r\n');
  const keys = header.split(',');
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((value, i) => [keys[i], value.replace(/^"|"$/g, '')])),
  );
}

/** Total of a link over the steps [first, last). */
function total(link: number, first = 0, last = machine.steps): number {
  let sum = 0;
  for (let step = first; step < last; step++) sum += machine.value(link, step);
  return sum;
}

/** Where a link, or the incoming half of a switch, stands on the page. */
async function placeOf(item: { link?: number; vertex?: number }): Promise<{ x: number; y: number }> {
  const box = (await panel('fat-tree').locator('canvas.kit-overlay').boundingBox())!;
  const whole = matrixArea(box.width, box.height, false);
  const matrix = layoutFatTreeMatrix(machine.network, {
    aspect: whole.width / whole.height,
    height: whole.height,
  });
  const strip = selection().sources.length + selection().destinations.length > 0;
  const { k, x, y } = fitMatrix(matrix, matrixArea(box.width, box.height, strip));
  const rects = item.link === undefined ? matrix.switchParts.rects : matrix.linkRects;
  const at = item.link ?? matrix.switchParts.vertex.indexOf(item.vertex!);
  const [left, top, width, height] = rects.subarray(at * 4, at * 4 + 4);
  return { x: box.x + (left + width / 2) * k + x, y: box.y + (top + height / 2) * k + y };
}

async function hover(item: { link?: number; vertex?: number }): Promise<string> {
  const { x, y } = await placeOf(item);
  await page.mouse.move(x - 40, y - 20);
  await page.mouse.move(x, y);
  await settle(page);
  return (await panel('fat-tree').getByRole('tooltip').textContent()) ?? '';
}

async function click(item: { link?: number; vertex?: number }, shift = false): Promise<void> {
  const { x, y } = await placeOf(item);
  if (shift) await page.keyboard.down('Shift');
  await page.mouse.click(x, y);
  if (shift) await page.keyboard.up('Shift');
  await settle(page);
}

async function clickJob(name: string, modifiers: ('Control' | 'Shift')[] = []): Promise<void> {
  await panel('jobs')
    .getByRole('row', { name: new RegExp(name) })
    .click({ modifiers });
  await settle(page);
}

const nothing: RouteChoice = { sources: [], destinations: [], jobHosts: [], through: [], switchesOf: 'any' };

/** What the page has to find, from the routing itself. */
function expectedRoutes(choice: Partial<RouteChoice>, epoch: 0 | 1 = 0) {
  const found = selectedRoutes(machine.routings[epoch], { ...nothing, ...choice })!;
  const links = switchLinks(machine.network, found);
  const switches = machine.network.switches.filter((vertex) => found.vertices[vertex] === 1);
  return { all: found.links.reduce((sum, mark) => sum + mark, 0), links, switches };
}

function switchesAt(level: number): number[] {
  return [...machine.network.switches].filter((vertex) => machine.network.vertices.level[vertex] === level);
}

function linkBetween(from: number, to: number): number {
  return machine.network.links.id.find(
    (link) => machine.network.links.src[link] === from && machine.network.links.dst[link] === to,
  )!;
}

function nameOf(vertex: number): string {
  return textAt(machine.network.vertices.name, vertex)!;
}

describe('the fat-tree workspace', () => {
  it('T1: a brush over time sums every link over its steps', async () => {
    await open();
    const [leaf] = switchesAt(1);
    const [middle] = switchesAt(2);
    const link = linkBetween(leaf, middle);
    expect(await hover({ link })).toContain(formatExact(total(link), 'B'));
    await brushTime(0.25, 0.5);
    const [from, to] = selection().time!.map((time) => Math.round(time / machine.stepLength));
    expect([from, to]).toEqual([6, 12]);
    const text = await hover({ link });
    expect(text).toContain(formatExact(total(link, 6, 12), 'B'));
    expect(text).toContain(`${nameOf(leaf)} → ${nameOf(middle)}`);
    expect(text).toContain('L1-L2 up');
    const between = [...machine.network.links.id].filter(
      (each) => textAt(machine.network.links.class, each) !== 'L0-L1',
    );
    const largest = Math.max(...between.map((each) => total(each, 6, 12)));
    expect(text).toContain(`${((100 * total(link, 6, 12)) / largest).toFixed(1)} %`);
  });

  it('T2: a brush over the distribution keeps the links of its range, or the others', async () => {
    await open();
    await drag('histogram', 0.3, 0.7, [48, 16]);
    const [low, high] = selection().value!;
    const totals = [...machine.network.links.id].map((link) => total(link));
    const inside = totals.filter((value) => value >= low && value <= high).length;
    expect(inside).toBeGreaterThan(0);
    expect(await remainder()).toBe(inside);
    await panel('histogram').getByLabel('outside').check();
    expect(await remainder()).toBe(machine.network.linkCount - inside);
    expect((await chips()).at(-1)).toMatch(/^not /);
  });

  it('T3: six lines and six stacks, whose numbers add up', async () => {
    await open();
    await panel('time-chart').getByRole('button', { name: 'Both' }).click();
    await panel('histogram').getByRole('button', { name: 'Both' }).click();
    await settle(page);
    const [first] = await exportedRows('time-chart');
    const lines = Object.keys(first).filter((key) => /^L\d-L\d (up|down)/.test(key));
    expect(lines.length).toBe(6);
    const ofClass = (name: string) =>
      [...machine.network.links.id].filter(
        (link) =>
          `${textAt(machine.network.links.class, link)} ${textAt(machine.network.links.direction, link)}` ===
          name,
      );
    for (const line of lines) {
      const values = ofClass(line.replace(/ \(.*/, '')).map((link) => machine.value(link, 0));
      expect(Number(first[line])).toBe(Math.max(...values));
    }
    const counts = new Map<string, number>();
    for (const row of await exportedRows('histogram'))
      counts.set(row.links, (counts.get(row.links) ?? 0) + Number(row.count));
    expect([...counts.values()]).toEqual(new Array(6).fill(1296));
  });

  it('T4: the matrix shows every switch link once, with its total, and fades what is out of range', async () => {
    await open('?value=%5B1000000000,15000000000%5D&time=%5B0,3600000000000%5D');
    const rows = await exportedRows('fat-tree');
    expect(rows.length).toBe(5184);
    expect(new Set(rows.map((row) => row.link)).size).toBe(5184);
    for (const row of rows) {
      const value = total(Number(row.link), 0, 6);
      expect([row['total (B)'], row.shown]).toEqual([
        String(value),
        value >= 1e9 && value <= 15e9 ? '1' : '0',
      ]);
    }
    const [leaf] = switchesAt(1);
    const largest = Math.max(
      ...[...machine.network.links.id]
        .filter((link) => machine.network.links.dst[link] === leaf)
        .map((link) => total(link, 0, 6)),
    );
    expect(await hover({ vertex: leaf })).toContain(`largest link into it${formatExact(largest, 'B')}`);
  });

  it('T5: jobs are stacked on their switches in proportion to their nodes', async () => {
    await open();
    await clickJob('milc');
    await clickJob('qball', ['Control']);
    await panel('fat-tree').getByRole('button', { name: 'Jobs' }).click();
    // the fourth leaf has nodes 54-71: 54-63 run milc, and all of them qball
    const text = await hover({ vertex: switchesAt(1)[3] });
    expect(text).toContain('milc10 nodes');
    expect(text).toContain('qball18 nodes');
    const free = await hover({ vertex: switchesAt(1)[10] });
    expect(free).not.toContain('nodes');
  });

  it('T6: a job sets the time range to its run, and the table shrinks to concurrent jobs', async () => {
    await open();
    await panel('jobs').getByLabel('in time range').check();
    await panel('jobs').getByRole('row', { name: /amg/ }).dblclick();
    await settle(page);
    expect(selection().time).toEqual([18, 24].map((step) => step * machine.stepLength));
    expect(await panel('jobs').getByRole('status').textContent()).toContain('1 of 3 jobs');
    const link = linkBetween(switchesAt(1)[0], switchesAt(2)[1]);
    await page.locator('.chip[data-key="jobs"] button').click();
    expect(await hover({ link })).toContain(formatExact(total(link, 18, 24), 'B'));
  });

  it('T7: footprints of jobs, by the paper and by the released tool (TS-30, TS-33)', async () => {
    await open();
    await clickJob('milc');
    expect(await routeNote()).toContain('136 switch links, 22 switches');
    const hosts = 2 * 64;
    expect(await remainder()).toBe(136 + hosts);
    await clickJob('qball');
    expect(await routeNote()).toContain('154 switch links');
    await clickJob('milc', ['Control']);
    expect(await routeNote()).toContain('86 switch links, 24 switches');
    await panel('fat-tree').getByLabel('Switches of').selectOption('all');
    const all = expectedRoutes({ jobHosts: machine.jobHosts.slice(0, 2), switchesOf: 'all' });
    expect(all.switches.length).toBeLessThan(24);
    expect(await routeNote()).toContain(`86 switch links, ${all.switches.length} switches`);
    await clickJob('amg');
    expect(await routeNote()).toContain('264 switch links');
    const rows = (await exportedRows('fat-tree')).filter((row) => row.shown === '1');
    const count = (name: string) => rows.filter((row) => `${row.class} ${row.direction}` === name).length;
    expect(['L1-L2 up', 'L2-L3 up', 'L2-L3 down', 'L1-L2 down'].map(count)).toEqual([72, 64, 64, 64]);
  });

  it('T8: click a source, shift-click a destination; the routing table of the active time', async () => {
    await open();
    const [source] = switchesAt(1);
    const destination = switchesAt(1)[40];
    await click({ vertex: source });
    await click({ vertex: destination }, true);
    expect(await chips()).toEqual([`from ${nameOf(source)}`, `to ${nameOf(destination)}`]);
    const choice = { sources: [source], destinations: [destination] };
    const early = expectedRoutes(choice);
    expect(await routeNote()).toBe(
      `${early.links.length} switch links, ${early.switches.length} switches on routes (routing table)`,
    );
    expect(await remainder()).toBe(early.all);
  });

  it('T8: routes follow the forwarding tables of the active time', async () => {
    const choice = { sources: [0], destinations: [700] };
    await open('?sources=%5B0%5D&destinations=%5B700%5D');
    const shown = async () =>
      (await exportedRows('fat-tree')).filter((row) => row.shown === '1').map((row) => Number(row.link));
    const [early, late] = [expectedRoutes(choice, 0).links, expectedRoutes(choice, 1).links];
    expect(early).not.toEqual(late);
    expect(await shown()).toEqual([...early]);
    await brushTime(0.6, 0.9);
    expect(await shown()).toEqual([...late]);
  });

  it('T8: a port shows all routes it carries, and hosts of a chosen switch are reachable', async () => {
    await open();
    const [leaf] = switchesAt(1);
    const [, middle] = switchesAt(2);
    const port = linkBetween(leaf, middle);
    await click({ link: port });
    expect(selection().links).toEqual([port]);
    expect(await remainder()).toBe(expectedRoutes({ through: [port] }).all);
    await page.locator('.chip[data-key="links"] button').click();
    await click({ vertex: leaf });
    const box = (await panel('fat-tree').locator('canvas.kit-overlay').boundingBox())!;
    await page.mouse.move(box.x + 136 + 5, box.y + box.height - 40);
    await settle(page);
    const host = machine.network.hosts[0];
    const text = await panel('fat-tree').getByRole('tooltip').textContent();
    expect(text).toContain(nameOf(host));
    expect(text).toContain(formatExact(total(linkBetween(host, leaf)), 'B'));
    await page.mouse.click(box.x + 136 + 5, box.y + box.height - 40);
    await settle(page);
    expect(selection().sources).toEqual([leaf, host]);
  });

  it('T9: a job, then a port: only its routes through that port', async () => {
    await open();
    await clickJob('milc');
    const { links } = expectedRoutes({ jobHosts: [machine.jobHosts[0]] });
    await click({ link: links[0] });
    const both = expectedRoutes({ jobHosts: [machine.jobHosts[0]], through: [links[0]] });
    expect(both.links.length).toBeLessThan(136);
    expect(await routeNote()).toContain(`${both.links.length} switch links`);
    expect(await remainder()).toBe(both.all);
  });

  it('works by keyboard alone, and says where it is', async () => {
    await open();
    await panel('fat-tree').locator('canvas.kit-overlay').focus();
    const spoken = panel('fat-tree').locator('[aria-live=polite]').last();
    await page.keyboard.press('ArrowRight');
    await settle(page);
    const first = await spoken.textContent();
    expect(first).toMatch(/^Link from L1-0 to L2-0, /);
    await page.keyboard.press('ArrowRight');
    expect(await spoken.textContent()).toMatch(/^Link from L1-0 to L2-1, /);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    expect(await spoken.textContent()).toMatch(/^Switch L1-0, outgoing, largest link /);
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+Enter');
    await settle(page);
    expect(await chips()).toEqual(['from L1-0', 'to L1-1']);
    const { links } = expectedRoutes({ sources: [switchesAt(1)[0]], destinations: [switchesAt(1)[1]] });
    expect(await routeNote()).toContain(`${links.length} switch links`);
    await page.keyboard.press('Delete');
    await settle(page);
    expect(await chips()).toEqual([]);
    await page.keyboard.press('=');
    await settle(page);
    expect(await panel('fat-tree').getByRole('button', { name: 'Show all' }).count()).toBe(1);
    await page.keyboard.press('0');
    await settle(page);
    expect(await panel('fat-tree').getByRole('button', { name: 'Show all' }).count()).toBe(0);
  });

  it('brings what a search found into the middle', async () => {
    await open();
    const target = switchesAt(3)[7];
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: /Search hosts/ }).fill(nameOf(target));
    await page
      .getByRole('option', { name: nameOf(target) })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await settle(page);
    expect(await chips()).toEqual([`from ${nameOf(target)}`]);
    expect(await panel('fat-tree').getByRole('button', { name: 'Show all' }).count()).toBe(1);
    const box = (await panel('fat-tree').locator('canvas.kit-overlay').boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + (box.height - 8) / 2 + 4);
    await settle(page);
    expect(await panel('fat-tree').getByRole('tooltip').textContent()).toContain(nameOf(target));
  });

  it('lets the reader set range, mid point and maps, and keeps them in the address', async () => {
    await open();
    const legend = (await panel('fat-tree')
      .getByLabel(/^Colour legend/)
      .first()
      .boundingBox())!;
    await page.mouse.move(legend.x + legend.width - 8, legend.y + 26);
    await page.mouse.down();
    await page.mouse.move(legend.x + legend.width / 2, legend.y + 26, { steps: 5 });
    await page.mouse.up();
    await settle(page);
    expect(page.url()).toMatch(/range!0\.\.\d/);
    await panel('fat-tree').getByLabel('Scale').selectOption('diverging');
    await panel('fat-tree').getByRole('button', { name: 'Colours…' }).click();
    const middle = panel('fat-tree').getByLabel('middle');
    await middle.fill('5 GB');
    await middle.press('Enter');
    await panel('fat-tree').getByLabel('links up').selectOption('BrBG');
    await settle(page);
    expect(page.url()).toContain('middle!5000000000');
    expect(page.url()).toContain('up!BrBG');
    await page.reload();
    await settle(page);
    await panel('fat-tree').getByRole('button', { name: 'Colours…' }).click();
    expect(await panel('fat-tree').getByLabel('middle').inputValue()).toBe('5\u00a0GB');
    await panel('fat-tree')
      .getByRole('button', { name: /Own range/ })
      .click();
    await settle(page);
    expect(page.url()).not.toMatch(/range!\d/);
  });

  it('exports the same picture with its legends', async () => {
    await open();
    const svg = await exported('fat-tree', 'SVG');
    for (const text of ['Pod 3', 'bundle 1', 'L1', 'L2', 'L3', 'links up', 'out of switch', 'idle'])
      expect(svg).toContain(`>${text}<`);
  });
});
