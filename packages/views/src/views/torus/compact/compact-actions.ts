import type { ReadonlySignal } from '@preact/signals';
import type { TorusSource } from '../source/torus-source.ts';
import { type CompactFigure, valuesOfCell } from './compact-figure.ts';
import type { CompactItem } from './compact-item.ts';
import type { CompactPicture } from './compact-picture.ts';
import {
  type CompactPlan,
  keptWith,
  printCells,
  printKept,
  printSection,
  toggleKept,
} from './compact-plan.ts';
import { singleLink, singleNode } from './describe-compact-item.ts';
import { parseBack, printBack } from './layers-behind.ts';

type Cells = readonly (readonly number[])[];

/** What clicks and drags do: each changes options of the view or the one selection. */
export function createCompactActions(source: TorusSource, picture: ReadonlySignal<CompactPicture>) {
  const { shape, options, workspace } = source;
  const setKept = (kept: readonly number[], cells: Cells, section: string): void => {
    options.kept.value = printKept(kept, shape);
    options.cells.value = printCells(cells, shape);
    options.section.value = section;
  };
  const plan = (): CompactPlan => picture.peek().plan;
  return {
    /** Step one: this grid is shown large; a node of it is opened at once, in the front layer. */
    zoomGrid(grid: number, cell: number | null): void {
      const { grids } = plan();
      const kept = keptWith(grids[grid], grids.flat());
      const values = cell === null ? null : valuesOfCell(picture.peek().grids[grid], cell);
      const opened = values?.map((value, d) => (kept.includes(d) ? Math.max(0, value) : -1));
      setKept(kept, opened ? [opened] : [], '');
    },
    /** Only these cells of a grid are shown large. */
    zoomSection(grid: number, cells: readonly number[]): void {
      if (cells.length === 0) return;
      const { grids } = plan();
      const figure = picture.peek().grids[grid];
      const values = cells.map((cell) => valuesOfCell(figure, cell));
      const spans = grids[grid].map((d) => {
        const along = values.map((value) => value[d]);
        return [Math.min(...along), Math.max(...along)] as const;
      });
      setKept(keptWith(grids[grid], grids.flat()), [], printSection(spans, grids[grid], shape));
    },
    collapse(dimension: number): void {
      setKept(toggleKept(plan().kept, dimension), [], '');
    },
    setSection(axis: number, span: readonly [number, number]): void {
      const section = plan().section.map((old, i) => (i === axis ? span : old));
      options.section.value = printSection(section, plan().kept, shape);
    },
    /** Step two: these nodes are opened. */
    openCells(figure: CompactFigure, cells: readonly number[], add: boolean): void {
      const before = plan().cells;
      const wanted = cells.map((cell) => valuesOfCell(figure, cell));
      options.cells.value = printCells(add ? toggled(before, wanted) : replaced(before, wanted), shape);
    },
    closeCells(): void {
      options.cells.value = '';
    },
    /** Step three: a node or link of the machine itself joins the one selection. */
    select(figure: CompactFigure, item: CompactItem, add: boolean): void {
      const { links, sources } = workspace.selection.peek();
      if (item.kind === 'line') {
        const link = singleLink(picture.peek(), figure, item);
        if (link >= 0) workspace.select({ links: chosen(links, link, add) }, 'commit');
      } else {
        const vertex = shape.vertexAt[singleNode(picture.peek(), figure, item.cell)] ?? -1;
        if (vertex >= 0) workspace.select({ sources: chosen(sources, vertex, add) }, 'commit');
      }
    },
    /** The layers behind move by so many steps, in every cuboid. */
    turn(from: string, right: number, up: number): void {
      const [x, y] = parseBack(from);
      options.back.value = printBack([x + right, y + up]);
    },
  };
}

export type CompactActions = ReturnType<typeof createCompactActions>;

function same(a: readonly number[], b: readonly number[]): boolean {
  return a.every((value, i) => value === b[i]);
}

/** Those that are open already are closed where all of them are, else the others join them. */
function toggled(before: Cells, wanted: Cells): Cells {
  const open = (values: readonly number[]): boolean => before.some((other) => same(other, values));
  if (wanted.every(open)) return before.filter((other) => !wanted.some((values) => same(values, other)));
  return [...before, ...wanted.filter((values) => !open(values))];
}

/** The only open one is closed by a second click. */
function replaced(before: Cells, wanted: Cells): Cells {
  return before.length === 1 && wanted.length === 1 && same(before[0], wanted[0]) ? [] : wanted;
}

function chosen(list: readonly number[], id: number, add: boolean): number[] {
  if (add) return list.includes(id) ? list.filter((other) => other !== id) : [...list, id];
  return list.length === 1 && list[0] === id ? [] : [id];
}
