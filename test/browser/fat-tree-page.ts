import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layoutLinkMatrix } from '@weft/layout';
import { decodeSelection, type Selection, textAt } from '@weft/model';
import { NOTHING_CHOSEN, type RouteChoice, selectedRoutes, switchLinks } from '@weft/network';
import { afterAll } from 'vitest';
import { fitMatrix, matrixArea } from '../../packages/views/src/views/fat-tree/matrix-picture.ts';
import { exportPanel, exportRows } from './export-panel.ts';
import { settle } from './open-browser.ts';
import { servePages } from './serve-pages.ts';
import { type Machine, writeMachine } from './write-machine.ts';

interface Item {
  readonly link?: number;
  readonly vertex?: number;
}

type Modifier = 'Control' | 'Shift';

/** The 1296-node machine in its workspace: what a reader does there, what the page shows, and what it has to show. */
export function serveFatTree() {
  const folder = mkdtempSync(join(tmpdir(), 'weft-fat-tree-'));
  let machine: Machine;
  const pages = servePages(async () => {
    const path = join(folder, 'machine.weft');
    machine = await writeMachine(path);
    return [path];
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const { panel } = pages;

  /** What the address says: the selection every view shows. */
  function selection(): Selection {
    return decodeSelection(new URL(pages.page.url()).hash.split('?')[1] ?? '');
  }

  async function remainder(): Promise<number> {
    await settle(pages.page);
    const text = await pages.page.locator('.remainder b').first().textContent();
    return Number(text?.replaceAll(',', ''));
  }

  async function routeNote(): Promise<string> {
    await settle(pages.page);
    return (await pages.page.locator('[data-field="routes"]').textContent()) ?? '';
  }

  /** Drags over a part of a view's last canvas; shares of the plot between its margins. */
  async function drag(view: string, from: number, to: number, margins: [number, number]): Promise<void> {
    const { mouse } = pages.page;
    const box = (await panel(view).locator('canvas').last().boundingBox())!;
    const span = box.width - margins[0] - margins[1];
    const x = (share: number) => box.x + margins[0] + share * span;
    const y = box.y + box.height * 0.6;
    await mouse.move(x(from), y);
    await mouse.down();
    await mouse.move(x(to), y, { steps: 8 });
    await mouse.up();
    await settle(pages.page);
  }

  const exported = async (view: string, format: string): Promise<string> =>
    (await exportPanel(panel(view), format)).toString();
  const exportedRows = (view: string): Promise<Record<string, string>[]> => exportRows(panel(view));

  /** The links between switches that are not faded. */
  async function shownLinks(): Promise<number[]> {
    return (await exportedRows('fat-tree')).filter((row) => row.shown === '1').map((row) => Number(row.link));
  }

  /** Total of a link over the steps [first, last). */
  function total(link: number, first = 0, last = machine.steps): number {
    let sum = 0;
    for (let step = first; step < last; step++) sum += machine.value(link, step);
    return sum;
  }

  /** Where a link, or the incoming half of a switch, stands on the page. */
  async function placeOf(item: Item): Promise<{ x: number; y: number }> {
    const box = (await panel('fat-tree').locator('canvas.kit-overlay').boundingBox())!;
    const whole = matrixArea(box.width, box.height, false);
    const matrix = layoutLinkMatrix(machine.network, {
      aspect: whole.width / whole.height,
      height: whole.height,
    })!;
    const { k, x, y } = fitMatrix(matrix, box.width, box.height);
    const rects = item.link === undefined ? matrix.switchParts.rects : matrix.linkRects;
    const at = item.link ?? matrix.switchParts.vertex.indexOf(item.vertex!);
    const [left, top, width, height] = rects.subarray(at * 4, at * 4 + 4);
    return { x: box.x + (left + width / 2) * k + x, y: box.y + (top + height / 2) * k + y };
  }

  async function hover(item: Item): Promise<string> {
    const { x, y } = await placeOf(item);
    await pages.page.mouse.move(x - 40, y - 20);
    await pages.page.mouse.move(x, y);
    await settle(pages.page);
    return (await panel('fat-tree').getByRole('tooltip').textContent()) ?? '';
  }

  async function click(item: Item, modifier?: Modifier): Promise<void> {
    const { x, y } = await placeOf(item);
    if (modifier) await pages.page.keyboard.down(modifier);
    await pages.page.mouse.click(x, y);
    if (modifier) await pages.page.keyboard.up(modifier);
    await settle(pages.page);
  }

  async function clickJob(name: string, modifiers: Modifier[] = []): Promise<void> {
    await panel('jobs')
      .getByRole('row', { name: new RegExp(name) })
      .click({ modifiers });
    await settle(pages.page);
  }

  /** What the page has to find, from the routing itself. */
  function expectedRoutes(choice: Partial<RouteChoice>, epoch: 0 | 1 = 0) {
    const found = selectedRoutes(machine.routings[epoch], { ...NOTHING_CHOSEN, ...choice })!;
    const links = switchLinks(machine.network, found);
    const switches = machine.network.switches.filter((vertex) => found.vertices[vertex] === 1);
    return { all: found.links.reduce((sum, mark) => sum + mark, 0), links, switches };
  }

  function switchesAt(level: number): number[] {
    return [...machine.network.switches].filter((vertex) => machine.network.vertices.level[vertex] === level);
  }

  function linkBetween(from: number, to: number): number {
    const { id, src, dst } = machine.network.links;
    return id.find((link) => src[link] === from && dst[link] === to)!;
  }

  return {
    get page() {
      return pages.page;
    },
    get machine() {
      return machine;
    },
    panel,
    open: (query = '') => pages.open(`#/d/machine${query}`),
    selection,
    remainder,
    chips: () => pages.page.locator('.chip-text').allTextContents(),
    routeNote,
    drag,
    brushTime: (from: number, to: number) => drag('time-chart', from, to, [64, 16]),
    exported,
    exportedRows,
    shownLinks,
    total,
    hover,
    click,
    clickJob,
    expectedRoutes,
    switchesAt,
    linkBetween,
    nameOf: (vertex: number) => textAt(machine.network.vertices.name, vertex)!,
  };
}
