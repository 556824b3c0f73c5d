import { formatExact, textAt } from '@weft/model';
import { tracePath } from '@weft/network';
import { describe, expect, it } from 'vitest';
import { serveFatTree } from './fat-tree-page.ts';
import { settle } from './open-browser.ts';

const view = serveFatTree();
const { panel, open, selection, remainder, chips, routeNote, drag, brushTime, hover, click, clickJob } = view;
const { exported, exportedRows, shownLinks, total, expectedRoutes, switchesAt, linkBetween, nameOf } = view;

describe('the fat-tree workspace', () => {
  it('T1: a brush over time sums every link over its steps', async () => {
    await open();
    const [leaf] = switchesAt(1);
    const [middle] = switchesAt(2);
    const link = linkBetween(leaf, middle);
    expect(await hover({ link })).toContain(formatExact(total(link), 'B'));
    await brushTime(0.25, 0.5);
    const [from, to] = selection().time!.map((time) => Math.round(time / view.machine.stepLength));
    expect([from, to]).toEqual([6, 12]);
    const text = await hover({ link });
    expect(text).toContain(formatExact(total(link, 6, 12), 'B'));
    expect(text).toContain(`${nameOf(leaf)} → ${nameOf(middle)}`);
    expect(text).toContain('L1-L2 up');
    const between = [...view.machine.network.links.id].filter(
      (each) => textAt(view.machine.network.links.class, each) !== 'L0-L1',
    );
    const largest = Math.max(...between.map((each) => total(each, 6, 12)));
    expect(text).toContain(`${((100 * total(link, 6, 12)) / largest).toFixed(1)} %`);
  });

  it('T2: a brush over the distribution keeps the links of its range, or the others', async () => {
    await open();
    await drag('histogram', 0.3, 0.7, [48, 16]);
    const [low, high] = selection().value!;
    const totals = [...view.machine.network.links.id].map((link) => total(link));
    const inside = totals.filter((value) => value >= low && value <= high).length;
    expect(inside).toBeGreaterThan(0);
    expect(await remainder()).toBe(inside);
    await panel('histogram').getByLabel('outside').check();
    expect(await remainder()).toBe(view.machine.network.linkCount - inside);
    expect((await chips()).at(-1)).toMatch(/^not /);
  });

  it('T3: six lines and six stacks, whose numbers add up', async () => {
    await open();
    await panel('time-chart').getByRole('button', { name: 'Both' }).click();
    await panel('histogram').getByRole('button', { name: 'Both' }).click();
    await settle(view.page);
    const [first] = await exportedRows('time-chart');
    const lines = Object.keys(first).filter((key) => /^L\d-L\d (up|down)/.test(key));
    expect(lines.length).toBe(6);
    const ofClass = (name: string) =>
      [...view.machine.network.links.id].filter(
        (link) =>
          `${textAt(view.machine.network.links.class, link)} ${textAt(view.machine.network.links.direction, link)}` ===
          name,
      );
    for (const line of lines) {
      const values = ofClass(line.replace(/ \(.*/, '')).map((link) => view.machine.value(link, 0));
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
      ...[...view.machine.network.links.id]
        .filter((link) => view.machine.network.links.dst[link] === leaf)
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

  it('T6: jobs set the time range to their run and give the earlier one back', async () => {
    const steps = (first: number, last: number) =>
      [first, last].map((step) => step * view.machine.stepLength);
    const { page } = view;
    await open();
    await brushTime(0.25, 0.5);
    await panel('jobs').getByLabel('in time range').check();
    await clickJob('milc');
    expect(selection()).toMatchObject({ time: steps(0, 8), jobs: [0] });
    const link = linkBetween(switchesAt(1)[0], switchesAt(2)[1]);
    expect(await hover({ link })).toContain(nameOf(switchesAt(2)[1]));
    expect(await panel('jobs').getByRole('status').textContent()).toContain('2 of 3 jobs, 1 selected');
    await clickJob('qball', ['Control']);
    expect(selection()).toMatchObject({ time: steps(0, 12), jobs: [0, 1] });
    await page.keyboard.press('Control+z');
    await settle(page);
    expect(selection()).toMatchObject({ time: steps(0, 8), jobs: [0] });
    await page.locator('.chip[data-key="jobs"] button').click();
    await settle(page);
    expect(selection()).toMatchObject({ time: steps(6, 12), jobs: [] });
    expect(await hover({ link })).toContain(formatExact(total(link, 6, 12), 'B'));
    await panel('jobs').getByLabel('range follows jobs').uncheck();
    await clickJob('milc');
    expect(selection()).toMatchObject({ time: steps(6, 12), jobs: [0] });
    await panel('jobs').getByRole('row', { name: /milc/ }).dblclick();
    await settle(page);
    expect(selection().time).toEqual(steps(0, 8));
  });

  it('T7: footprints of jobs, by the paper and by the released tool (TS-30, TS-33)', async () => {
    await open();
    // The numbers are those of the first forwarding tables; amg runs under the second.
    await panel('jobs').getByLabel('range follows jobs').uncheck();
    await clickJob('milc');
    expect(await routeNote()).toContain('136 switch links, 22 switches');
    const hosts = 2 * 64;
    expect(await remainder()).toBe(136 + hosts);
    await clickJob('qball');
    expect(await routeNote()).toContain('154 switch links');
    await clickJob('milc', ['Control']);
    expect(await routeNote()).toContain('86 switch links, 24 switches');
    await panel('fat-tree').getByLabel('Switches of').selectOption('all');
    const all = expectedRoutes({ jobHosts: view.machine.jobHosts.slice(0, 2), switchesOf: 'all' });
    expect(all.switches.length).toBeLessThan(24);
    expect(await routeNote()).toContain(`86 switch links, ${all.switches.length} switches`);
    expect(selection().switchesOf).toBe('all');
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
    await click({ vertex: destination }, 'Shift');
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
    const [early, late] = [expectedRoutes(choice, 0).links, expectedRoutes(choice, 1).links];
    expect(early).not.toEqual(late);
    expect(await shownLinks()).toEqual([...early]);
    await brushTime(0.6, 0.9);
    expect(await shownLinks()).toEqual([...late]);
  });

  it('T8: a port is a source by click, a destination by shift-click, a way by ctrl-click', async () => {
    await open();
    const [leaf, , , far] = switchesAt(1);
    const [, middle] = switchesAt(2);
    const up = linkBetween(leaf, middle);
    const down = linkBetween(middle, far);
    await click({ link: up });
    expect(selection().sourcePorts).toEqual([up]);
    expect(await chips()).toEqual([`from port ${nameOf(leaf)} → ${nameOf(middle)}`]);
    expect(await remainder()).toBe(expectedRoutes({ sourcePorts: [up] }).all);
    await click({ link: down }, 'Shift');
    const between = expectedRoutes({ sourcePorts: [up], destinationPorts: [down] });
    expect([...between.links]).toEqual([up, down].sort((a, b) => a - b));
    expect(await shownLinks()).toEqual([...between.links]);
    const detail = panel('link-detail');
    expect(await detail.locator('h3').textContent()).toContain(`${nameOf(middle)} → ${nameOf(far)}`);
    await view.page.keyboard.press('Escape');
    await view.page.keyboard.press('Escape');
    await settle(view.page);
    expect(await chips()).toEqual([]);
    await click({ link: up }, 'Control');
    expect(selection().links).toEqual([up]);
    expect(await remainder()).toBe(expectedRoutes({ through: [up] }).all);
    await detail.getByRole('button', { name: 'through' }).click();
    await settle(view.page);
    expect(await chips()).toEqual([]);
  });

  it('T8: hosts of a chosen switch are reachable, and sources themselves', async () => {
    await open();
    const [leaf] = switchesAt(1);
    await click({ vertex: leaf });
    const box = (await panel('fat-tree').locator('canvas.kit-overlay').boundingBox())!;
    await view.page.mouse.move(box.x + 136 + 5, box.y + box.height - 24);
    await settle(view.page);
    const host = view.machine.network.hosts[0];
    const text = await panel('fat-tree').getByRole('tooltip').textContent();
    expect(text).toContain(nameOf(host));
    expect(text).toContain(formatExact(total(linkBetween(host, leaf)), 'B'));
    await view.page.keyboard.down('Control');
    await view.page.mouse.click(box.x + 136 + 5, box.y + box.height - 24);
    await view.page.keyboard.up('Control');
    await settle(view.page);
    expect(selection().sources).toEqual([leaf, host]);
  });

  it('T9: a job, then a port: routes through it alone, to d(l) and N(J)', async () => {
    await open();
    await clickJob('milc');
    const nodes = [...view.machine.jobHosts[0]];
    const leaf = switchesAt(1)[2];
    const { src, dst } = view.machine.network.links;
    const port = [...expectedRoutes({ jobHosts: [view.machine.jobHosts[0]] }).links].find(
      (link) => src[link] === leaf,
    )!;
    await click({ link: port });
    const [slow, path] = [new Set<number>(), new Int32Array(16)];
    for (const a of nodes) {
      for (const b of nodes) {
        const length = a === b ? 0 : tracePath(view.machine.routings[0], a, b, path);
        const route = [...path.subarray(0, length)];
        if (route.includes(port)) for (const link of route.slice(route.indexOf(port))) slow.add(link);
      }
    }
    const toHosts = [...slow].filter((link) => nodes.includes(dst[link]));
    const carried = nodes.filter((host) => view.machine.routings[0].nextLink(leaf, host, nodes[0]) === port);
    expect(toHosts.map((link) => dst[link]).sort((a, b) => a - b)).toEqual(carried);
    const between = [...slow].filter((link) => !toHosts.includes(link)).sort((a, b) => a - b);
    expect(await shownLinks()).toEqual(between);
    expect(await remainder()).toBe(slow.size);
    expect(await routeNote()).toContain(`${between.length} switch links`);
  });

  it('T9: a source counts by its nodes of the job', async () => {
    await open('?jobs=%5B0%5D');
    const [, , , mixed, free] = switchesAt(1);
    await click({ vertex: mixed });
    const own = view.machine.jobHosts[0].filter((host) => linkBetween(host, mixed) !== undefined);
    expect(own.length).toBe(10);
    const expected = expectedRoutes({ jobHosts: [view.machine.jobHosts[0]], sources: [...own] });
    expect(await remainder()).toBe(expected.all);
    await view.page.locator('.chip[data-key="sources"] button').click();
    await settle(view.page);
    await click({ vertex: free });
    expect(await routeNote()).toContain('No route between what is chosen');
    expect(await remainder()).toBe(0);
  });

  it('brings what a search found into the middle', async () => {
    await open();
    const target = switchesAt(3)[7];
    await view.page.keyboard.press('/');
    await view.page.getByRole('combobox', { name: /Search hosts/ }).fill(nameOf(target));
    await view.page
      .getByRole('option', { name: nameOf(target) })
      .first()
      .waitFor();
    await view.page.keyboard.press('Enter');
    await settle(view.page);
    expect(await chips()).toEqual([`from ${nameOf(target)}`]);
    expect(await panel('fat-tree').getByRole('button', { name: 'Show all' }).count()).toBe(1);
    const box = (await panel('fat-tree').locator('canvas.kit-overlay').boundingBox())!;
    await view.page.mouse.move(box.x + box.width / 2, box.y + (box.height - 8) / 2 + 4);
    await settle(view.page);
    expect(await panel('fat-tree').getByRole('tooltip').textContent()).toContain(nameOf(target));
  });

  it('goes nowhere when it is drawn again long after a search', async () => {
    await open();
    const target = nameOf(switchesAt(3)[7]);
    await view.page.keyboard.press('/');
    await view.page.getByRole('combobox', { name: /Search hosts/ }).fill(target);
    await view.page.getByRole('option', { name: target }).first().waitFor();
    await view.page.keyboard.press('Enter');
    await settle(view.page);
    await panel('fat-tree').getByRole('button', { name: 'Show all' }).click();
    await settle(view.page);
    const before = view.page.url();
    expect(before).not.toContain('zoom!');
    await panel('fat-tree').hover();
    await panel('fat-tree').getByRole('button', { name: 'Close' }).click();
    await settle(view.page);
    await view.page.getByRole('button', { name: 'Undo', exact: true }).click();
    await settle(view.page);
    expect(view.page.url()).toBe(before);
    expect(await view.page.getByRole('button', { name: 'Redo', exact: true }).isEnabled()).toBe(true);
  });

  it('lets the reader set range, mid point and maps, and keeps them in the address', async () => {
    await open();
    const legend = (await panel('fat-tree')
      .getByLabel(/^Colour legend/)
      .first()
      .boundingBox())!;
    await view.page.mouse.move(legend.x + legend.width - 8, legend.y + 26);
    await view.page.mouse.down();
    await view.page.mouse.move(legend.x + legend.width / 2, legend.y + 26, { steps: 5 });
    await view.page.mouse.up();
    await settle(view.page);
    expect(view.page.url()).toMatch(/range!0\.\.\d/);
    await panel('fat-tree').getByLabel('Colour', { exact: true }).selectOption('four');
    await panel('fat-tree').getByLabel('Scale').selectOption('diverging');
    await panel('fat-tree').getByRole('button', { name: 'Colours…' }).click();
    const middle = panel('fat-tree').getByLabel('middle');
    await middle.fill('5 GB');
    await middle.press('Enter');
    await panel('fat-tree').getByLabel('links up').selectOption('BrBG');
    await settle(view.page);
    expect(view.page.url()).toContain('middle!5000000000');
    expect(view.page.url()).toContain('up!BrBG');
    await view.page.reload();
    await settle(view.page);
    expect(await panel('fat-tree').getByLabel('middle').inputValue()).toBe('5\u00a0GB');
    await panel('fat-tree')
      .getByRole('button', { name: /Own range/ })
      .click();
    await settle(view.page);
    expect(view.page.url()).not.toMatch(/range!\d/);
  });

  it('exports the same picture with its legends', async () => {
    await open();
    await panel('fat-tree').getByLabel('Colour', { exact: true }).selectOption('four');
    await settle(view.page);
    const svg = await exported('fat-tree', 'SVG');
    for (const text of ['Pod 3', 'bundle 1', 'L1', 'L2', 'L3', 'links up', 'out of switch', 'idle'])
      expect(svg).toContain(`>${text}<`);
  });
});
