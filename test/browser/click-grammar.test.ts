import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeSelection, isNarrowing, narrowingKeys, type Selection } from '@weft/model';
import type { Locator } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { settle } from './open-browser.ts';
import { servePages } from './serve-pages.ts';
import { studyDatasets } from './weft-datasets.ts';
import { writeDragonfly } from './write-dragonfly.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-clicks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const pages = servePages(async () => {
  const groups = join(folder, 'groups.weft');
  await writeDragonfly(groups);
  return [groups, ...(await studyDatasets(['code-cactus', 'torus-alternating']))];
});

/** Views in which something can be clicked, with a dataset that each can show. */
const SHOWN: Readonly<Record<string, string>> = {
  summary: 'code-cactus?layout=summary',
  hive: 'code-cactus?layout=hive~part!plot',
  torus: 'torus-alternating?layout=torus~planes!detailed',
  'hottest-links': 'code-cactus?layout=hottest-links',
  'fat-tree': 'code-cactus?layout=fat-tree',
  dragonfly: 'groups?layout=dragonfly',
  machine: 'code-cactus?layout=machine~space!2d',
  'comm-matrix': 'code-cactus?layout=comm-matrix',
  commgram: 'code-cactus?layout=commgram',
  timeline: 'code-cactus?layout=timeline',
};

/** Views with room beside everything that can be clicked. */
const WITH_GROUND = ['hive', 'torus', 'fat-tree', 'dragonfly', 'machine', 'comm-matrix', 'commgram'];

interface Place {
  readonly x: number;
  readonly y: number;
  /** What a click there selects while nothing else is, and what the bar below says of it. */
  readonly selects: string;
  readonly says: string;
}

const selection = (): Selection => decodeSelection(new URL(pages.page.url()).hash.split('?')[1] ?? '');

/** What the address narrows the data to, item by item. */
function selected(chosen = selection()): string {
  return narrowingKeys
    .flatMap((key) => (isNarrowing(chosen, key) ? [`${key} ${chosen[key]?.join(' ')}`] : []))
    .join('; ');
}

/** The items of a selection, whatever they are to the routes: where they start, where they end, or what they pass. */
function itemsOf(text: string): string[] {
  return text
    .split('; ')
    .filter((part) => !part.startsWith('time '))
    .flatMap((part) => part.split(' ').slice(1));
}

function timeOf(text: string): [number, number] {
  const [, from, to] = /time (\S+) (\S+?)(;|$)/.exec(text) ?? [];
  return from === undefined
    ? [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    : [Number(from), Number(to)];
}

const barText = (): Promise<string> =>
  pages.page
    .locator('.chips, .bottom-bar .hint, .remainder')
    .allTextContents()
    .then((texts) => texts.join(' | '));

async function click({ x, y }: Pick<Place, 'x' | 'y'>, key?: 'Control' | 'Shift'): Promise<void> {
  const { keyboard, mouse } = pages.page;
  if (key) await keyboard.down(key);
  await mouse.click(x, y);
  if (key) await keyboard.up(key);
  await settle(pages.page);
}

async function undoAll(): Promise<void> {
  const undo = pages.page.getByRole('button', { name: 'Undo', exact: true });
  while (await undo.isEnabled()) {
    await pages.page.keyboard.press('Control+z');
    await settle(pages.page);
  }
}

/** Two places of the view whose clicks select different things. */
async function twoPlaces(view: string): Promise<Place[]> {
  const rows = await pages.panel(view).locator('[role=row][aria-rowindex]').all();
  const boxes = await boxesOf(
    rows.length > 0 ? rows.slice(0, 3) : await pages.panel(view).locator('canvas').all(),
  );
  const points = rows.length > 0 ? boxes.map(middleOf) : gridOver(boxes.reduce(larger));
  const found: Place[] = [];
  let told = '';
  for (const { x, y } of points) {
    if (rows.length === 0) {
      await pages.page.mouse.move(x, y);
      const tips = await pages.panel(view).getByRole('tooltip').allTextContents();
      if (tips.join() === '' || tips.join() === told) continue;
      told = tips.join();
    }
    await click({ x, y });
    const selects = selected();
    if (selects !== '' && !found.some((place) => place.selects === selects))
      found.push({ x, y, selects, says: await barText() });
    await undoAll();
    if (found.length === 2) break;
  }
  return found;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

async function boxesOf(found: readonly Locator[]): Promise<Box[]> {
  const boxes = await Promise.all(found.map((element) => element.boundingBox()));
  return boxes.filter((box) => box !== null);
}

const larger = (a: Box, b: Box): Box => (b.width * b.height > a.width * a.height ? b : a);

const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

function gridOver({ x, y, width, height }: Box) {
  const points: Pick<Place, 'x' | 'y'>[] = [];
  for (let row = 3; row < 30; row += 2) {
    for (let column = 3; column < 30; column++)
      points.push({ x: x + (width * (column + row * 0.13)) / 34, y: y + (height * row) / 31 });
  }
  return points;
}

/** A corner of the view in which nothing is pointed at. */
async function groundOf(view: string): Promise<Pick<Place, 'x' | 'y'>> {
  const { x, y, width, height } = (await boxesOf(await pages.panel(view).locator('canvas').all())).reduce(
    larger,
  );
  for (const [across, down] of [
    [0.99, 0.985],
    [0.01, 0.985],
    [0.99, 0.02],
    [0.01, 0.02],
    [0.5, 0.985],
  ]) {
    const place = { x: x + width * across, y: y + height * down };
    await pages.page.mouse.move(place.x, place.y);
    const tips = await pages.panel(view).getByRole('tooltip').allTextContents();
    if (tips.join('') === '') return place;
  }
  throw new Error(`no ground in ${view}`);
}

async function clickBoth(places: readonly Place[], key?: 'Control' | 'Shift'): Promise<void> {
  await undoAll();
  await click(places[0]);
  await click(places[1], key);
}

describe.each(Object.keys(SHOWN))('in %s', (view) => {
  it('a click replaces what is selected, ctrl and shift add, one on the ground lets go, undo brings back', async () => {
    await pages.open(`#/d/${SHOWN[view]}`);
    const nothing = await barText();
    const places = await twoPlaces(view);
    const [first, second] = places;
    await clickBoth(places);
    expect([selected(), await barText()]).toEqual([second.selects, second.says]);
    await pages.page.keyboard.press('Control+z');
    await settle(pages.page);
    expect([selected(), await barText()]).toEqual([first.selects, first.says]);
    for (const key of ['Control', 'Shift'] as const) {
      await clickBoth(places, key);
      const now = selected();
      expect(itemsOf(now)).toEqual(
        expect.arrayContaining([first, second].flatMap(({ selects }) => itemsOf(selects))),
      );
      const times = [first, second].map(({ selects }) => timeOf(selects));
      expect(timeOf(now)).toEqual([
        Math.min(...times.map(([from]) => from)),
        Math.max(...times.map(([, to]) => to)),
      ]);
    }
    if (!WITH_GROUND.includes(view)) return;
    const before = [selected(), await barText()];
    await click(await groundOf(view));
    expect([selected(), await barText()]).toEqual(['', nothing]);
    await pages.page.keyboard.press('Control+z');
    await settle(pages.page);
    expect([selected(), await barText()]).toEqual(before);
  });
});
