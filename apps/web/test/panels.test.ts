import type { Manifest } from '@weft/model';
import { views } from '@weft/views';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFakeFabric } from '../../../test/browser/fake-fabric.ts';
import { panelRects } from '../src/panels/panel-rects.ts';
import { parsePanels, printPanels } from '../src/panels/panel-text.ts';
import {
  closePanel,
  moveBorder,
  type PanelTree,
  panelsOf,
  replaceView,
  setOptions,
  splitPanel,
  swapPanels,
  toggleMaximised,
} from '../src/panels/panel-tree.ts';
import { presetPanels, presets } from '../src/panels/presets.ts';

const one: PanelTree = { root: { kind: 'panel', id: 1, view: 'a', options: {} }, maximised: null, nextId: 2 };

/** Any tree that a reader can make by clicking around. */
const anyTree = fc
  .array(
    fc.record({
      act: fc.constantFrom('right', 'below', 'close', 'view', 'border', 'swap', 'option'),
      at: fc.nat(20),
      value: fc.nat(99),
    }),
    { maxLength: 14 },
  )
  .map((acts) =>
    acts.reduce((tree, { act, at, value }) => {
      const panels = panelsOf(tree.root);
      const { id } = panels[at % panels.length];
      switch (act) {
        case 'right':
        case 'below':
          return splitPanel(tree, id, act);
        case 'close':
          return closePanel(tree, id);
        case 'view':
          return replaceView(tree, id, `view-${value}`);
        case 'option':
          return setOptions(tree, id, { sorted: value % 2 === 0, text: 'a~b!(c),%', n: value });
        case 'swap':
          return swapPanels(tree, id, panels[value % panels.length].id);
        default:
          return tree.root.kind === 'split' ? moveBorder(tree, tree.root.id, 0, value / 100) : tree;
      }
    }, one),
  );

describe('panel tree', () => {
  it('survives the way through an address', () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const text = printPanels(tree);
        expect(new URLSearchParams(`layout=${text}`).get('layout')).toBe(text);
        const parsed = parsePanels(text)!;
        expect(printPanels(parsed)).toBe(text);
        const content = (t: PanelTree) => panelsOf(t.root).map(({ view, options }) => ({ view, options }));
        expect(content(parsed)).toEqual(content(tree));
      }),
    );
  });

  it('fills the area without gap or overlap but for the hairlines', () => {
    fc.assert(
      fc.property(
        anyTree,
        fc.integer({ min: 640, max: 2000 }),
        fc.integer({ min: 400, max: 1200 }),
        (tree, w, h) => {
          const { panels, borders } = panelRects(tree, w, h);
          const rects = [...panels.values(), ...borders.map(({ rect }) => rect)];
          fc.pre(rects.every(({ width, height }) => width > 0 && height > 0));
          const area = rects.reduce((sum, { width, height }) => sum + width * height, 0);
          expect(area).toBe(w * h);
          for (const { x, y, width, height } of rects) {
            expect([x, y, width, height].every(Number.isInteger)).toBe(true);
            expect(x >= 0 && y >= 0 && x + width <= w && y + height <= h).toBe(true);
          }
        },
      ),
    );
  });

  it('stands panels below each other where the page is narrow', () => {
    const tree = parsePanels('v(190:time-chart,810:h(500:jobs,500:summary))')!;
    const { panels, borders } = panelRects(tree, 390, 700);
    expect([...panels.values()].map(({ x, y, width }) => [x, y, width])).toEqual([
      [0, 0, 390],
      [0, 181, 390],
      [0, 642, 390],
    ]);
    expect(borders).toEqual([]);
    expect([...panelRects(parsePanels('jobs')!, 390, 700).panels.values()][0].height).toBe(700);
  });

  it('shows the main view of a narrow page before the lists beside it, and a list as high as its rows', () => {
    const tree = parsePanels('v(190:time-chart,810:h(250:jobs,500:fat-tree,250:summary))')!;
    const { panels } = panelRects(tree, 390, 700, 3);
    const names = new Map(panelsOf(tree.root).map(({ id, view }) => [id, view]));
    const stacked = [...panels].sort(([, one], [, other]) => one.y - other.y);
    expect(stacked.map(([id, { height }]) => [names.get(id), height])).toEqual([
      ['time-chart', 180],
      ['fat-tree', 460],
      ['jobs', 220],
      ['summary', 460],
    ]);
    const many = panelRects(tree, 390, 700, 1000).panels;
    expect([...many].find(([id]) => names.get(id) === 'jobs')?.[1].height).toBe(460);
  });

  it('always keeps a panel, ids unique and shares whole', () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const ids = panelsOf(tree.root).map(({ id }) => id);
        expect(ids.length).toBeGreaterThan(0);
        expect(new Set(ids).size).toBe(ids.length);
        const check = (node: PanelTree['root']): void => {
          if (node.kind === 'panel') return;
          expect(node.children.length).toBeGreaterThan(1);
          expect(node.shares.reduce((a, b) => a + b)).toBeCloseTo(1);
          node.children.forEach(check);
        };
        check(tree.root);
      }),
    );
  });

  it('marks the maximised panel and gives it everything', () => {
    const tree = toggleMaximised(splitPanel(one, 1, 'right'), 1);
    expect(printPanels(tree)).toBe('h(500:*a,500:-)');
    expect([...panelRects(parsePanels('h(500:*a,500:-)')!, 100, 50).panels.values()]).toEqual([
      { x: 0, y: 0, width: 100, height: 50 },
    ]);
  });

  it('refuses text that makes no sense', () => {
    for (const text of ['', 'h(', 'h(500:a', 'h(a,b)', 'A B', 'v(1:a,2:b)x', `h(${'1:a,'.repeat(80)}1:a)`]) {
      expect(parsePanels(text)).toBeNull();
    }
  });
});

describe('presets', () => {
  const { manifest } = createFakeFabric({ id: 'x', title: 'X' });
  const rows = (count: number) => ({ rows: count, parts: [] });
  const shown = (change: Partial<Manifest>, ...views: string[]) =>
    printPanels(presetPanels({ id: 'x', manifest: { ...manifest, ...change } }, views));

  it('are all readable and name only views that exist', () => {
    const known = views.map(({ id }) => id);
    for (const { main, panels } of presets) {
      const tree = parsePanels(panels)!;
      expect(printPanels(tree)).toBe(panels);
      expect(known).toEqual(expect.arrayContaining(panelsOf(tree.root).map(({ view }) => view)));
      if (main !== null) expect(known).toContain(main);
    }
  });

  it('leave out views that refuse the dataset', () => {
    expect(shown({}, 'time-chart', 'summary')).toBe('v(190:time-chart,810:summary)');
    expect(shown({}, 'other')).toBe('other');
    expect(shown({})).toBe('-');
  });

  it('suit the kind of data, as far as their main view exists', () => {
    const all = ['time-chart', 'commgram', 'timeline', 'fat-tree', 'machine', 'summary'];
    const program = { tables: { messages: rows(5), jobs: rows(1), counters: rows(9) } };
    expect(shown({}, ...all)).toContain('fat-tree');
    expect(shown(program, ...all)).toBe('v(480:commgram,520:timeline)');
    expect(shown({ tables: { spans: rows(5), jobs: rows(1) } }, ...all)).toBe('timeline');
    const trace = { tables: { ...program.tables, spans: rows(5), links: rows(8) } };
    const onNetwork = ['hottest-links', ...all];
    expect(shown(trace, ...onNetwork)).toBe('v(540:h(620:fat-tree,380:hottest-links),460:timeline)');
    expect(shown(trace, ...onNetwork, 'torus')).toContain('fat-tree');
    const torus = { ...trace, network: { family: 'torus', params: {} } };
    expect(shown(torus, ...onNetwork, 'torus')).toBe('v(540:h(620:torus,380:hottest-links),460:timeline)');
    const graph = { ...trace, network: { family: 'graph', params: {} } };
    expect(shown(graph, ...onNetwork)).toBe(
      'v(540:h(620:machine~colour!total,380:hottest-links),460:timeline)',
    );
    const undated = { code: 'TIMES-ABSENT', text: 'messages without times', count: 5 };
    const totals = { diagnostics: [undated], tables: { messages: rows(5), jobs: rows(1) } };
    expect(shown(totals, 'commgram', 'comm-matrix', 'call-profile')).toBe(
      'h(560:comm-matrix,440:call-profile)',
    );
    const placed = {
      diagnostics: [undated],
      tables: { ...totals.tables, links: rows(8), counters: rows(9) },
    };
    expect(shown(placed, 'fat-tree', 'hottest-links', 'comm-matrix', 'call-profile')).toBe(
      'v(540:h(620:fat-tree,380:hottest-links),460:h(400:comm-matrix,600:call-profile))',
    );
    expect(shown(program, 'time-chart', 'summary')).toBe('v(190:time-chart,810:summary)');
    expect(shown({ tables: { vertices: rows(5), links: rows(8) } }, 'machine', 'summary')).toBe(
      'h(720:machine,280:summary)',
    );
  });

  it('give way to the workspace a study asks for', () => {
    const layout = 'h(300:summary,700:gone,500:machine)';
    const panels = presetPanels({ id: 'x', manifest, layout }, ['summary', 'machine']);
    expect(printPanels(panels)).toBe('h(375:summary,625:machine)');
  });
});
