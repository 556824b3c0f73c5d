import { parseRoles } from '@weft/layout';
import { decodeSelection } from '@weft/model';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { placeOf } from '../../packages/views/src/views/torus/compact/compact-item.ts';
import { planCompact } from '../../packages/views/src/views/torus/compact/compact-plan.ts';
import { createCollapses } from '../../packages/views/src/views/torus/compact/create-collapses.ts';
import { parseBack } from '../../packages/views/src/views/torus/compact/layers-behind.ts';
import { layoutGrids } from '../../packages/views/src/views/torus/compact/layout-grids.ts';
import { layoutInside } from '../../packages/views/src/views/torus/compact/layout-inside.ts';
import { layoutZoomed } from '../../packages/views/src/views/torus/compact/layout-zoomed.ts';
import { settle } from './open-browser.ts';
import { askDataset } from './serve-pages.ts';
import { plain, serveAlternatingTorus } from './torus-page.ts';

const { pages, shape, view, path, field, address } = serveAlternatingTorus();
const { open } = pages;
const part = (name: string): Locator => view().getByRole('application', { name: new RegExp(`^${name}`) });

/** The figures as the page lays them out, in pixels of their part. */
async function laidOut(kept: string, cells: string) {
  const [grids, zoomed, inside] = await Promise.all(
    ['Navigation grids', 'Zoomed grid', 'Inside'].map((name) => part(name).boundingBox()),
  );
  const size = {
    width: grids!.width,
    gridsHeight: grids!.height,
    zoomedWidth: zoomed!.width,
    lowerHeight: zoomed!.height,
  };
  const plan = planCompact(shape, parseRoles('', shape.sizes), { kept, section: '', cells });
  const collapses = createCollapses(shape);
  const back = parseBack('');
  return {
    grids: { box: grids!, figures: layoutGrids(shape, plan, collapses, size) },
    zoomed: { box: zoomed!, figures: [layoutZoomed(shape, plan, collapses, size, back)] },
    inside: { box: inside!, figures: layoutInside(shape, plan, collapses, size, back) },
  };
}

type Part = Awaited<ReturnType<typeof laidOut>>['grids'];

function nodePlace({ box, figures }: Part, figure: number, cell: number) {
  const [x, y] = placeOf(figures, figure, cell)!;
  return { x: box.x + x, y: box.y + y };
}

async function hoverAt({ x, y }: { readonly x: number; readonly y: number }): Promise<string> {
  await pages.page.mouse.move(x - 25, y - 25);
  await pages.page.mouse.move(x, y);
  await settle(pages.page);
  return plain(await view().getByRole('tooltip').textContent());
}

const totalOf = (where: string): string =>
  `SELECT sum(c.value) FROM links l JOIN counters c ON c.link = l.id AND c.metric = 'data_sent' WHERE ${where}`;

describe('the compact part of the torus view', () => {
  it('VT-23: walks from the grids over the zoomed grid to the cuboids by mouse', async () => {
    await open('#/d/torus-alternating?metric=data_sent');
    await view().getByRole('button', { name: 'Compact' }).click();
    await settle(pages.page);
    expect(await field('kept')).toBe(
      'Kept at every step: lines a, b 17.2 GB + nodes c, d, e 24.2 GB = 41.3 GB',
    );

    const first = await laidOut('', '');
    const second = nodePlace(first.grids, 1, 0);
    expect(await hoverAt(second)).toContain('c = 0, d = 0: 32 nodes');
    await pages.page.mouse.click(second.x, second.y);
    await settle(pages.page);
    expect(address()).toContain('kept!cd');
    expect(address()).toContain('cells!c0d0');

    const back = nodePlace(first.grids, 0, 0);
    await pages.page.mouse.click(back.x, back.y);
    await settle(pages.page);
    const opened = await laidOut('ab', 'a0b0');
    const odd = nodePlace(opened.zoomed, 0, 1);
    expect(await hoverAt(odd)).toContain('+d8.39 MB');
    const [even] = await askDataset(path(), totalOf("l.direction[2] IN ('c', 'd', 'e') AND l.src % 16 = 0"));
    expect(await hoverAt(nodePlace(opened.zoomed, 0, 0))).toContain(`${even.toLocaleString('en-US')} B`);
    await pages.page.keyboard.down('Control');
    await pages.page.mouse.click(odd.x, odd.y);
    await pages.page.keyboard.up('Control');
    await settle(pages.page);
    expect(address()).toContain('cells!a0b0.a1b0');
    expect(await field('opened')).toBe(
      'They differ most in +d: 2.1 MB at a = 0, b = 0, 8.39 MB at a = 1, b = 0, 4.00 ×.',
    );
  });

  it('VT-21: tells and chooses a link of a cuboid, turns all of them by a drag, and undoes the choice', async () => {
    await open('#/d/torus-alternating?metric=data_sent&layout=torus~tab!compact~cells!a0b0.a1b0');
    const { inside } = await laidOut('', 'a0b0.a1b0');
    const { x, y } = nodePlace(inside, 0, 0);
    const plusD = { x: x + 1.5, y: y + inside.figures[0].lattice.pitch / 2 };
    expect(await hoverAt(plusD)).toContain('n0 → n64, +d');
    expect(await hoverAt(plusD)).toContain('2,097,152 B');
    await pages.page.mouse.click(plusD.x, plusD.y);
    await settle(pages.page);
    const chosen = () => decodeSelection(new URL(pages.page.url()).hash.split('?')[1] ?? '').links;
    expect(chosen()).toEqual([shape.linkAt[6]]);
    await pages.page.keyboard.press('Control+z');
    await settle(pages.page);
    expect(chosen()).toEqual([]);
    const free = inside.figures[0].lattice.pitch * 0.5;
    await pages.page.mouse.move(x + free, y + free * 1.1);
    await pages.page.mouse.down();
    await pages.page.mouse.move(x + free + 12, y + free * 1.1 + 6, { steps: 3 });
    await pages.page.mouse.up();
    await settle(pages.page);
    expect(address()).toMatch(/back!\d+_\d+/);
  });

  it('VT-18: collapses dimension by dimension down to one node and keeps the total', async () => {
    await open('#/d/torus-alternating?metric=data_sent&layout=torus~tab!compact');
    const toggle = (name: string) => view().getByRole('button', { name, exact: true });
    await toggle('b').click();
    await settle(pages.page);
    expect(await field('kept')).toBe(
      'Kept at every step: lines a 8.59 GB + nodes b, c, d, e 32.7 GB = 41.3 GB',
    );
    await toggle('a').click();
    await settle(pages.page);
    expect(address()).toContain('kept!-');
    expect(await field('kept')).toBe('Kept at every step: nodes a, b, c, d, e 41.3 GB = 41.3 GB');
  });

  it('opens nodes by keys', async () => {
    await open('#/d/torus-alternating?metric=data_sent&layout=torus~tab!compact');
    await part('Zoomed grid').focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await pages.page.keyboard.press(key);
    await settle(pages.page);
    expect(address()).toContain('cells!a1b0');
    const spoken = await view().locator('.kit-spoken').allTextContents();
    expect(plain(spoken.join(' '))).toContain('a = 1, b = 0: 32 nodes, +c 8.39 MB');
  });
});
