import { formatQuantity, textAt } from '@weft/model';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { serveFatTree } from './fat-tree-page.ts';
import { settle } from './open-browser.ts';

const view = serveFatTree();
const { panel, open, selection, remainder, chips, routeNote, total, expectedRoutes } = view;
const { switchesAt, linkBetween, nameOf } = view;

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await view.page.keyboard.press(key);
  await settle(view.page);
}

/** Tab until the element has the focus: what Tab does not reach, the keyboard does not either. */
async function tabTo(target: Locator): Promise<void> {
  for (let stop = 0; stop < 120; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await view.page.keyboard.press('Tab');
  }
  throw new Error('Tab does not reach it');
}

const matrix = () => panel('fat-tree').locator('canvas.kit-overlay');
const spoken = async () =>
  (await panel('fat-tree').locator('[aria-live=polite]').last().textContent())!.replaceAll('\u00a0', ' ');
const amount = (value: number) => formatQuantity(value, 'B').replaceAll('\u00a0', ' ');

describe('the fat-tree workspace without a mouse', () => {
  it('T1, T2, T4: moves the time range and the value range, and the matrix follows', async () => {
    await open();
    await tabTo(panel('time-chart').locator('canvas').last());
    await press('ArrowRight');
    await press(...Array(8).fill('Shift+ArrowRight'));
    const [first, last] = selection().time!.map((time) => Math.round(time / view.machine.stepLength));
    expect(last - first).toBeGreaterThan(8);
    await tabTo(matrix());
    await press('ArrowRight', 'ArrowRight');
    const link = linkBetween(switchesAt(1)[0], switchesAt(2)[1]);
    const text = `Link from L1-0 to L2-1, ${amount(total(link, first, last))}`;
    expect(await spoken()).toBe(text);
    await tabTo(panel('histogram').locator('canvas').last());
    await press('ArrowRight', 'ArrowRight');
    const [low, high] = selection().value!;
    const totals = [...view.machine.network.links.id].map((each) => total(each, first, last));
    const inside = totals.filter((value) => value >= low && value <= high).length;
    expect(await remainder()).toBe(inside);
    await tabTo(panel('histogram').getByLabel('outside'));
    await press(' ');
    expect(await remainder()).toBe(totals.length - inside);
    await press(' ');
    await tabTo(matrix());
    await press('ArrowRight', 'ArrowLeft');
    const kept = totals[link] >= low && totals[link] <= high;
    expect(await spoken()).toBe(kept ? text : `${text}, not in the selection`);
  });

  it('T3: splits by level and direction, and keeps one part of the summary', async () => {
    await open();
    for (const name of ['time-chart', 'histogram']) {
      const both = panel(name).getByRole('button', { name: 'Both' });
      await tabTo(both);
      await press('Enter');
      expect(await both.getAttribute('aria-pressed')).toBe('true');
    }
    await tabTo(panel('summary').locator('canvas'));
    await press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
    expect([selection().classes, selection().directions]).toEqual([['L1-L2'], ['down']]);
    const { links } = view.machine.network;
    const own = [...links.id].filter(
      (link) => textAt(links.class, link) === 'L1-L2' && textAt(links.direction, link) === 'down',
    );
    expect(await remainder()).toBe(own.length);
  });

  it('T5, T6, T7: chooses jobs, sees where they lie and what they use', async () => {
    await open();
    const table = panel('jobs').getByRole('grid');
    await tabTo(table);
    await press(' ');
    expect(selection()).toMatchObject({
      jobs: [0],
      time: [0, 8].map((step) => step * view.machine.stepLength),
    });
    expect(await routeNote()).toContain('136 switch links, 22 switches');
    await press('ArrowDown', ' ');
    expect(selection()).toMatchObject({
      jobs: [0, 1],
      time: [0, 12].map((step) => step * view.machine.stepLength),
    });
    expect(await routeNote()).toContain('86 switch links, 24 switches');
    const jobs = panel('fat-tree').getByRole('button', { name: 'Jobs' });
    await tabTo(jobs);
    await press('Enter');
    await tabTo(matrix());
    await press('ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowDown', 'ArrowDown');
    const text = await spoken();
    expect(text).toMatch(/^Switch L1-3, /);
    expect(text).toContain('milc 10 nodes');
    expect(text).toContain('qball 18 nodes');
  });

  it('T8: chooses switches, ports and hosts as sources and destinations, and says so', async () => {
    await open();
    await tabTo(matrix());
    await press('ArrowRight');
    expect(await spoken()).toMatch(/^Link from L1-0 to L2-0, /);
    await press('ArrowLeft');
    expect(await spoken()).toMatch(/^Switch L1-0, outgoing, largest link /);
    await press('Enter');
    expect(await spoken()).toBe('L1-0 is a source');
    await press('ArrowDown', 'Shift+Enter');
    expect(await spoken()).toBe('L1-1 is a destination');
    expect(await chips()).toEqual(['from L1-0', 'to L1-1']);
    const [leaf, next] = switchesAt(1);
    const { links } = expectedRoutes({ sources: [leaf], destinations: [next] });
    expect(await routeNote()).toContain(`${links.length} switch links`);
    await press('Delete');
    expect(await chips()).toEqual([]);
    await press('ArrowUp', 'ArrowRight', 'Enter');
    expect(await spoken()).toBe('Port L1-0 to L2-0 is a source');
    const port = linkBetween(leaf, switchesAt(2)[0]);
    expect(await remainder()).toBe(expectedRoutes({ sourcePorts: [port] }).all);
    expect(await panel('link-detail').locator('h3').textContent()).toContain('L1-0 → L2-0');
    await press('Enter', 'Shift+Enter');
    expect(await remainder()).toBe(expectedRoutes({ destinationPorts: [port] }).all);
    await press('Shift+Enter', ' ');
    expect(await spoken()).toBe('Port L1-0 to L2-0 is to be passed');
    expect(await remainder()).toBe(expectedRoutes({ through: [port] }).all);
  });

  it('T8: reaches the hosts of a switch', async () => {
    await open();
    await tabTo(matrix());
    await press('ArrowRight', 'ArrowLeft', 'Enter', 'h', 'ArrowRight');
    const [leaf] = switchesAt(1);
    const host = view.machine.network.hosts[1];
    expect(await spoken()).toBe(`Host ${nameOf(host)}`);
    await press('Control+Enter');
    expect(selection().sources).toEqual([leaf, host]);
    await press('ArrowUp');
    expect(await spoken()).toMatch(/^Switch L1-0/);
  });

  it('T9: a job, then a port', async () => {
    await open();
    await tabTo(panel('jobs').getByRole('grid'));
    await press(' ');
    await tabTo(matrix());
    await press('ArrowRight', 'Enter');
    const port = linkBetween(switchesAt(1)[0], switchesAt(2)[0]);
    const expected = expectedRoutes({ jobHosts: [view.machine.jobHosts[0]], sourcePorts: [port] });
    expect(await remainder()).toBe(expected.all);
    expect(await routeNote()).toContain(`${expected.links.length} switch links`);
  });

  it('zooms and shows all again', async () => {
    await open();
    await tabTo(matrix());
    const all = panel('fat-tree').getByRole('button', { name: 'Show all' });
    await press('=');
    expect(await all.count()).toBe(1);
    await press('0');
    expect(await all.count()).toBe(0);
  });
});
