import { layoutCompositePlanes, layoutDetailedPlanes, parseRoles } from '@weft/layout';
import { decodeSelection, formatExact } from '@weft/model';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { planesArea } from '../../packages/views/src/views/torus/planes/planes-picture.ts';
import { settle } from './open-browser.ts';
import { askDataset } from './serve-pages.ts';
import { plain, serveAlternatingTorus } from './torus-page.ts';

const { pages, shape, view, path, field, address } = serveAlternatingTorus();
const { open } = pages;
const canvas = (): Locator => view().getByRole('application', { name: /^Planes of the torus/ });
const chip = (name: string): Locator => view().locator(`[data-dimension=${name}]`);
const selection = () => decodeSelection(new URL(pages.page.url()).hash.split('?')[1] ?? '');

/** Middle of the line that holds a link of the shape, on the page. */
async function placeOf(slot: number, mode: 'detailed' | 'composite', roles: string) {
  const box = (await canvas().boundingBox())!;
  const layout = mode === 'detailed' ? layoutDetailedPlanes : layoutCompositePlanes;
  const area = planesArea(box.width, box.height, 2);
  const { lines } = layout(shape, parseRoles(roles, shape.sizes), area);
  const [x, y, width, height] = lines.rects.subarray(lines.lineOf[slot] * 4);
  const along = mode === 'composite' ? 0.2 : 0.5;
  return { x: box.x + x + width * (width > height ? along : 0.5), y: box.y + y + height / 2 };
}

async function hover(slot: number, mode: 'detailed' | 'composite', roles: string): Promise<string> {
  const { x, y } = await placeOf(slot, mode, roles);
  await pages.page.mouse.move(x - 30, y - 20);
  await pages.page.mouse.move(x, y);
  await settle(pages.page);
  return plain(await view().getByRole('tooltip').textContent());
}

async function dragChip(name: string, role: number): Promise<void> {
  const from = (await chip(name).boundingBox())!;
  const to = (await view().locator(`[data-role="${role}"]`).boundingBox())!;
  const { mouse } = pages.page;
  await mouse.move(from.x + 10, from.y + 10);
  await mouse.down();
  await mouse.move(to.x + 20, to.y + to.height - 8, { steps: 6 });
  await mouse.up();
  await settle(pages.page);
}

/** Place of the +d link of a node in the shape. */
const PLUS_D = (node: number) => node * 10 + 6;

describe('the torus view', () => {
  it('opens a torus with what stands out, and finds the order that shows it by mouse', async () => {
    await open('#/d/torus-alternating?metric=data_sent');
    expect(await field('finding')).toContain(
      '+d where a = 0 or 2 is low: 256 links carry 2.1 MB on average.',
    );
    expect(await field('roles')).toBe(
      '32 planes of 16 nodes, 8 groups; 128 c, 32 d, 32 e lines. Means hide 100 % of the spread of +d',
    );
    expect(await hover(PLUS_D(0), 'composite', 'abcde')).toContain('+d: mean of 16 links');
    await dragChip('a', 2);
    expect(address()).toContain('roles!bcade');
    expect(await field('roles')).toContain('128 a, 32 d, 32 e lines. Means hide 0 % of the spread of +d');
    const [low] = await askDataset(
      path(),
      "SELECT avg(total) FROM (SELECT l.id, l.src, sum(c.value) AS total FROM links l JOIN counters c ON c.link = l.id AND c.metric = 'data_sent' WHERE l.direction = '+d' AND l.src % 2 = 0 GROUP BY 1, 2)",
    );
    expect(await hover(PLUS_D(0), 'composite', 'bcade')).toContain(plain(formatExact(low, 'B')));
    expect(await hover(PLUS_D(1), 'composite', 'bcade')).toContain('8,388,608 B');
  });

  it('moves roles by keys, keeps the focus on the dimension, and brings them back from the address', async () => {
    await open('#/d/torus-alternating?metric=data_sent');
    await chip('a').focus();
    for (const roles of ['bacde', 'bcade']) {
      await pages.page.keyboard.press('ArrowRight');
      await pages.page.waitForFunction((text) => location.hash.includes(text), `roles!${roles}`);
      await pages.page.waitForFunction(() => document.activeElement?.getAttribute('data-dimension') === 'a');
    }
    await pages.page.reload();
    await settle(pages.page);
    expect(await field('roles')).toContain('128 a');
    await canvas().focus();
    await pages.page.keyboard.press('ArrowRight');
    await settle(pages.page);
    const spoken = plain(await view().locator('.kit-spoken').first().textContent());
    expect(spoken).toMatch(/^\+a: mean of 4 links, sum of data_sent per link 8,388,608 B/);
    await pages.page.keyboard.press('Enter');
    await settle(pages.page);
    expect(address()).toContain('group!d0e0');
  });

  it('VT-25: shows single links of (a x d) planes, chooses one, and undoes it', async () => {
    await open('#/d/torus-alternating?metric=data_sent&layout=torus~planes!detailed~roles!adbce');
    expect(await field('roles')).toBe('32 planes of 16 nodes; 512 a, 512 d lines');
    expect(await hover(PLUS_D(2), 'detailed', 'adbce')).toContain('n2 → n66, +d');
    expect(await hover(PLUS_D(2), 'detailed', 'adbce')).toContain('2,097,152 B');
    const { x, y } = await placeOf(PLUS_D(2), 'detailed', 'adbce');
    await pages.page.mouse.click(x, y);
    await settle(pages.page);
    expect(selection().links).toEqual([shape.linkAt[PLUS_D(2)]]);
    await pages.page.keyboard.press('Control+z');
    await settle(pages.page);
    expect(selection().links).toEqual([]);
  });

  it('magnifies a group by a click, and draws polygons of the nodes dragged over', async () => {
    await open('#/d/torus-alternating?metric=data_sent&layout=torus~roles!bcade');
    const box = (await canvas().boundingBox())!;
    await pages.page.mouse.click(box.x + 66, box.y + 30);
    await settle(pages.page);
    expect(address()).toContain('group!d0e0');
    const group = view().getByRole('application', { name: /^Magnified group/ });
    const place = (await group.boundingBox())!;
    await pages.page.mouse.move(place.x + 4, place.y + 30);
    await pages.page.mouse.down();
    await pages.page.mouse.move(place.x + place.width * 0.28, place.y + place.height * 0.9, { steps: 4 });
    await pages.page.mouse.up();
    await settle(pages.page);
    const chosen = selection().sources;
    expect(chosen.length).toBeGreaterThan(0);
    expect(chosen.every((node) => node % 4 === 0 && node < 64)).toBe(true);
    const polygons = view().getByRole('application', { name: 'Polygons of the chosen nodes' });
    const { x, y } = (await polygons.boundingBox())!;
    await pages.page.mouse.move(x + 20, y + 40);
    await pages.page.mouse.move(x + 40, y + 60);
    await settle(pages.page);
    const tip = plain(await view().getByRole('tooltip').textContent());
    expect(tip).toContain('n0 (0, 0, 0, 0, 0)');
    expect(tip).toContain('+dout 2.1 MB, in 8.39 MB');
    expect(tip).toContain('−dout 8.39 MB, in 2.1 MB');
    await view().getByRole('button', { name: 'Close the magnified group' }).click();
    await settle(pages.page);
    expect(address()).not.toContain('group!d');
  });

  it('has quartiles per direction and a table of variance', async () => {
    await open('#/d/torus-alternating?metric=data_sent&layout=torus~tab!statistics');
    const cells = await view().locator('.torus-variance tbody tr').first().locator('td').allTextContents();
    expect(cells.map(plain)).toEqual(['direction and coordinate a', '40', '100.0 %', '100.0 %', '–']);
    await view().getByRole('button', { name: 'Show +d' }).click();
    await settle(pages.page);
    expect(selection().directions).toEqual(['+d']);
  });

  it('follows the time range', async () => {
    await open('#/d/torus-alternating?metric=data_sent&time=[0,100000]&layout=torus~roles!bcade');
    const [low] = await askDataset(
      path(),
      "SELECT avg(total) FROM (SELECT l.id, sum(c.value) AS total FROM links l JOIN counters c ON c.link = l.id AND c.metric = 'data_sent' WHERE l.direction = '+d' AND l.src % 2 = 0 AND c.time <= 100000 GROUP BY 1)",
    );
    expect(await hover(PLUS_D(0), 'composite', 'bcade')).toContain(plain(formatExact(low, 'B')));
  });
});
