import { decodeSelection, narrowingKeys } from '@weft/model';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { settle } from './open-browser.ts';
import { servePages } from './serve-pages.ts';
import { studyDatasets } from './weft-datasets.ts';

const pages = servePages(() => studyDatasets(['code-cactus', 'torus-alternating']));

/** Views in which something can be clicked, with a dataset that each can show. */
const SHOWN: Readonly<Record<string, string>> = {
  summary: 'code-cactus?layout=summary',
  hive: 'code-cactus?layout=hive~part!plot',
  torus: 'torus-alternating?layout=torus~planes!detailed',
  'hottest-links': 'code-cactus?layout=hottest-links',
};

interface Place {
  readonly x: number;
  readonly y: number;
  /** What a click there selects while nothing else is. */
  readonly selects: readonly string[];
}

/** What the address narrows the data to, item by item. */
function selected(): string[] {
  const selection = decodeSelection(new URL(pages.page.url()).hash.split('?')[1] ?? '');
  return narrowingKeys.flatMap((key) => (selection[key] ?? []).map((item) => `${key} ${item}`)).sort();
}

/** The same whatever an item is to the routes: where they start, where they end, or what they pass. */
const itemsOf = (list: readonly string[]): string[] => list.map((text) => text.split(' ').slice(1).join(' '));

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
    if (selects.length > 0 && !found.some((place) => place.selects.join() === selects.join()))
      found.push({ x, y, selects });
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

describe('in views of links, ranks and rows', () => {
  it.each(Object.keys(SHOWN))('a click in %s replaces what is selected, ctrl and shift add', async (view) => {
    await pages.open(`#/d/${SHOWN[view]}`);
    const [first, second] = await twoPlaces(view);
    await click(first);
    await click(second);
    expect(selected()).toEqual(second.selects);
    for (const key of ['Control', 'Shift'] as const) {
      await undoAll();
      await click(first);
      await click(second, key);
      const now = itemsOf(selected());
      for (const item of itemsOf([...first.selects, ...second.selects])) expect(now).toContain(item);
    }
  });
});
