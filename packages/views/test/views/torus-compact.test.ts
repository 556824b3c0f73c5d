import { drawSvg } from '@weft/draw';
import { parseRoles } from '@weft/layout';
import { buildNetwork, removeParts } from '@weft/network';
import { describe, expect, it } from 'vitest';
import { createCompactActions } from '../../src/views/torus/compact/compact-actions.ts';
import { compactCsv } from '../../src/views/torus/compact/compact-csv.ts';
import { cellsIn, itemAt, neighbourItem, placeOf } from '../../src/views/torus/compact/compact-item.ts';
import { createCompactPicture } from '../../src/views/torus/compact/compact-picture.ts';
import { planCompact } from '../../src/views/torus/compact/compact-plan.ts';
import { describeOpened } from '../../src/views/torus/compact/compare-cells.ts';
import { describeCompactItem } from '../../src/views/torus/compact/describe-compact-item.ts';
import { drawDifference } from '../../src/views/torus/compact/draw-difference.ts';
import { drawFigure } from '../../src/views/torus/compact/draw-figure.ts';
import { chosenRoles, createLinkColouring } from '../../src/views/torus/source/torus-source.ts';
import { alternating, sourceOf } from './torus-source.ts';

const example = buildNetwork('torus', { sizes: [4, 4, 4, 4, 2] });
const size = { width: 1200, gridsHeight: 160, zoomedWidth: 480, lowerHeight: 360 };

function pictureOf(set: Partial<Record<string, string>> = {}, network = example) {
  const source = sourceOf(network, alternating(network), set);
  const picture = createCompactPicture(source, chosenRoles(source), createLinkColouring(source), size);
  return { source, picture, actions: createCompactActions(source, picture) };
}

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

function planOf(sizes: readonly number[], kept = '') {
  const roles = parseRoles('', sizes);
  return planCompact({ names, sizes }, roles, { kept, section: '', cells: '' });
}

describe('which dimensions are lines and which are collapsed', () => {
  it('VT-19: three grids of two dimensions, the last alone', () => {
    expect(planOf([4, 4, 4, 4, 2]).grids).toEqual([[0, 1], [2, 3], [4]]);
    expect(planOf([4, 4, 4, 4, 2])).toMatchObject({ kept: [0, 1], inside: [2, 3, 4], rest: [] });
  });

  it('VT-22: six dimensions make the zoomed grid a cube, so that three are left for cuboids', () => {
    expect(planOf([4, 4, 4, 3, 2, 3])).toMatchObject({ kept: [0, 1, 5], inside: [2, 3, 4], rest: [] });
    expect(planOf([2, 2, 2, 2, 2, 2, 2])).toMatchObject({ kept: [0, 1, 6], inside: [2, 3, 4], rest: [5] });
  });

  it('takes any dimensions from the address, down to one node, and the standard ones for nonsense', () => {
    expect(planOf([4, 4, 4, 4, 2], '-').kept).toEqual([]);
    expect(planOf([4, 4, 4, 4, 2], 'ed').kept).toEqual([4, 3]);
    for (const text of ['aa', 'abcd', 'x', 'z!']) expect(planOf([4, 4, 4, 4, 2], text).kept).toEqual([0, 1]);
  });

  it('puts the smallest dimension behind', () => {
    expect(planOf([4, 4, 2, 8, 8]).inside).toEqual([3, 4, 2]);
  });
});

describe('the compact part of the torus view', () => {
  it('VT-20: segments are means of a collapsed direction, and say so', () => {
    const { picture } = pictureOf();
    const { title, lines } = describeCompactItem(picture.value, [picture.value.zoomed], {
      figure: 0,
      kind: 'node',
      cell: 0,
    });
    expect(plain(title)).toBe('a = 0, b = 0: 32 nodes');
    expect(lines.map(({ label, value }) => plain(`${label} ${value}`))).toEqual([
      '+c 8.39 MB',
      '−c 8.39 MB',
      '+d 2.1 MB',
      '−d 8.39 MB',
      '+e 8.39 MB',
      '−e 8.39 MB',
      'collapsed, together 1,409,286,144 B',
    ]);
  });

  it('VT-25: the grid c × d has mixed +d lines of 5.24 MB', () => {
    const { picture } = pictureOf();
    const grid = picture.value.grids[1];
    const line = [...grid.lattice.lines].indexOf(1);
    const { title, lines } = describeCompactItem(picture.value, [grid], {
      figure: 0,
      kind: 'line',
      line,
      sign: 0,
    });
    expect(title).toBe('+d: mean of 32 links');
    expect(plain(lines[0].value)).toBe('5.24 MB ◇ 2.1 MB – 8.39 MB');
  });

  it('walks grids, zoomed grid and cuboids, and keeps what is chosen as text', () => {
    const { source, picture, actions } = pictureOf();
    actions.zoomGrid(1, 5);
    expect([source.options.kept.value, source.options.cells.value]).toEqual(['cd', 'c1d1']);
    actions.openCells(picture.value.zoomed, [6], true);
    expect(source.options.cells.value).toBe('c1d1.c2d1');
    expect(picture.value.inside.slice(0, 2).map(({ title, about }) => [title, about])).toEqual([
      ['c = 1, d = 1', 'a × b × e'],
      ['c = 2, d = 1', 'a × b × e'],
    ]);
    actions.openCells(picture.value.zoomed, [5, 6], true);
    expect(source.options.cells.value).toBe('');
    actions.zoomSection(0, [0, 1, 4, 5]);
    expect(source.options.section.value).toBe('a0-1b0-1');
    expect([...picture.value.zoomed.lattice.cells]).toEqual([0, 1, 4, 5]);
    for (const dimension of [0, 1]) actions.collapse(dimension);
    expect(source.options.kept.value).toBe('-');
    expect(picture.value.zoomed.torus.cellCount).toBe(1);
  });

  it('VT-21: two cuboids side by side, their slices, and where they differ', () => {
    const { picture } = pictureOf({ cells: 'a0b0.a1b0' });
    expect(picture.value.inside.map(({ title }) => title)).toEqual([
      'a = 0, b = 0',
      'a = 1, b = 0',
      ...['e = 0', 'e = 1', 'e = 0', 'e = 1'],
    ]);
    expect(picture.value.inside[0].lattice.lines).toHaveLength(96);
    expect(plain(describeOpened(picture.value))).toBe(
      'They differ most in +d: 2.1 MB at a = 0, b = 0, 8.39 MB at a = 1, b = 0, 4.00 ×.',
    );
    const svg = drawSvg(400, 300, 'difference', (target) => drawDifference(target, picture.value, 0));
    expect(plain(svg)).toContain('>+6.29 MB<');
  });

  it('chooses a single link and node of a cuboid', () => {
    const { source, picture, actions } = pictureOf({ cells: 'a1b0' });
    const chosen: unknown[] = [];
    source.workspace.select = (change) => chosen.push(change);
    const [cuboid] = picture.value.inside;
    const down = [...cuboid.lattice.lines].indexOf(1);
    actions.select(cuboid, { figure: 0, kind: 'line', line: down, sign: 0 }, false);
    actions.select(cuboid, { figure: 0, kind: 'node', cell: 0 }, false);
    expect(chosen).toEqual([{ links: [source.shape.linkAt[1 * 10 + 6]] }, { sources: [1] }]);
    const told = describeCompactItem(picture.value, [cuboid], {
      figure: 0,
      kind: 'line',
      line: down,
      sign: 0,
    });
    expect(told.title).toBe('n1 → n65, +d');
  });

  it('finds nodes and both tracks of a line under the pointer, and the next node for an arrow key', () => {
    const { picture } = pictureOf();
    const { zoomed } = picture.value;
    const [x, y] = placeOf([zoomed], 0, 0)!;
    expect(itemAt([zoomed], true, x, y)).toEqual({ figure: 0, kind: 'node', cell: 0 });
    const half = zoomed.lattice.pitch / 2;
    expect(itemAt([zoomed], true, x + half, y - 3)).toMatchObject({ kind: 'line', sign: 0 });
    expect(itemAt([zoomed], true, x + half, y + 3)).toMatchObject({ kind: 'line', sign: 1 });
    expect(neighbourItem([zoomed], { figure: 0, kind: 'node', cell: 0 }, 1, 0)).toMatchObject({ cell: 1 });
    expect(neighbourItem([zoomed], { figure: 0, kind: 'node', cell: 0 }, 0, 1)).toMatchObject({ cell: 4 });
    expect(cellsIn(zoomed, [x - 1, y - 1, x + 2 * half + 1, y + 1])).toEqual([0, 1]);
  });

  it('exports every direction of the zoomed grid; the sums are those of all links', () => {
    const { picture, source } = pictureOf();
    const rows = compactCsv(picture.value).trim().split('\n');
    expect(rows).toHaveLength(1 + 16 * 10);
    const sum = rows.slice(1).reduce((all, row) => all + Number(row.split(',')[6]), 0);
    expect(sum).toBe(source.workspace.linkValues.totals.value!.reduce((all, value) => all + value));
  });

  it('draws missing cables dashed and tells how many are missing', () => {
    const { network } = removeParts(buildNetwork('torus', { sizes: [4, 4] }), { links: [0] });
    const { picture } = pictureOf({ kept: 'ab' }, network);
    const svg = drawSvg(1200, 400, 'torus', (target) =>
      drawFigure(target, picture.value.zoomed, picture.value),
    );
    expect(svg.match(/stroke-dasharray/g)).toHaveLength(2);
  });

  it('draws one to seven dimensions', () => {
    for (const sizes of [
      [5],
      [1, 3],
      [2, 2],
      [4, 1, 2],
      [3, 3, 2, 2],
      [2, 3, 2, 2, 2, 3],
      [2, 2, 1, 2, 2, 2, 2],
    ]) {
      const { picture } = pictureOf({}, buildNetwork('torus', { sizes }));
      const { grids, zoomed } = picture.value;
      for (const figure of [...grids, zoomed])
        expect(
          drawSvg(1200, 400, 'torus', (target) => drawFigure(target, figure, picture.value)),
        ).not.toMatch(/NaN|Infinity/);
    }
  });

  it('tells only names where nothing was measured', () => {
    const source = sourceOf(example, new Float64Array(0), { cells: 'a0b0.a1b0' });
    const picture = createCompactPicture(source, chosenRoles(source), createLinkColouring(source), size);
    const { zoomed } = picture.value;
    const told = describeCompactItem(picture.value, [zoomed], { figure: 0, kind: 'node', cell: 0 });
    expect(told).toEqual({ title: 'a = 0, b = 0: 32 nodes', lines: [] });
    expect(describeOpened(picture.value)).toBe('2 nodes are opened: the c × d × e inside.');
  });

  it('marks the nodes that hold what is selected', () => {
    const { picture } = pictureOf({ sources: '[5]' });
    expect([...picture.value.zoomed.holding]).toEqual([5]);
  });
});
