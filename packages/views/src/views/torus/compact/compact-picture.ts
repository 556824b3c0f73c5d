import { computed, type ReadonlySignal } from '@preact/signals';
import type { TorusRoles } from '@weft/layout';
import { describeTotals } from '../../../kit/describe-totals.ts';
import type { LineFigure } from '../source/torus-options.ts';
import type { LinkColouring, TorusSource } from '../source/torus-source.ts';
import type { CompactFigure } from './compact-figure.ts';
import { type CompactPlan, planCompact } from './compact-plan.ts';
import { createCollapses } from './create-collapses.ts';
import { parseBack } from './layers-behind.ts';
import { layoutGrids } from './layout-grids.ts';
import { layoutInside } from './layout-inside.ts';
import { layoutZoomed } from './layout-zoomed.ts';

/** The compact dimension approach: navigation grids, one of them large, and cuboids of its opened nodes. */
export interface CompactPicture extends LinkColouring, Pick<TorusSource, 'network' | 'shape'> {
  readonly plan: CompactPlan;
  readonly grids: readonly CompactFigure[];
  readonly zoomed: CompactFigure;
  /** One for each opened node, then their slices. */
  readonly inside: readonly CompactFigure[];
  readonly totals: Float64Array;
  readonly figure: LineFigure;
  readonly apart: boolean;
  readonly unit: string;
  readonly title: string;
  readonly chosenLinks: ReadonlySet<number>;
}

export interface CompactSize {
  readonly width: number;
  readonly gridsHeight: number;
  readonly zoomedWidth: number;
  readonly lowerHeight: number;
}

const none = new Float64Array(0);

export function createCompactPicture(
  source: TorusSource,
  roles: ReadonlySignal<TorusRoles>,
  look: ReadonlySignal<LinkColouring>,
  size: CompactSize,
): ReadonlySignal<CompactPicture> {
  const { network, shape, dataset, workspace, options } = source;
  const collapses = createCollapses(shape);
  const plan = computed(() =>
    planCompact(shape, roles.value, {
      kept: options.kept.value,
      section: options.section.value,
      cells: options.cells.value,
    }),
  );
  const laid = computed(() => {
    const back = parseBack(options.back.value);
    collapses.forget();
    return {
      grids: layoutGrids(shape, plan.value, collapses, size),
      zoomed: layoutZoomed(shape, plan.value, collapses, size, back),
      inside: layoutInside(shape, plan.value, collapses, size, back),
    };
  });
  const chosen = computed(() => {
    const { sources, destinations } = workspace.selection.value;
    return [...sources, ...destinations]
      .map((vertex) => shape.nodeOf[vertex] ?? -1)
      .filter((node) => node >= 0);
  });
  return computed(() => {
    const totals = workspace.linkValues.totals.value ?? none;
    const visible = workspace.linkValues.visible.value;
    const carried = collapses.measure(totals, visible);
    const filled = (figure: Omit<CompactFigure, 'traffic' | 'holding'>): CompactFigure => ({
      ...figure,
      traffic: carried(figure.torus),
      holding: new Set(chosen.value.map((node) => figure.torus.cellOf[node])),
    });
    return {
      ...look.value,
      network,
      shape,
      plan: plan.value,
      grids: laid.value.grids.map(filled),
      zoomed: filled(laid.value.zoomed),
      inside: laid.value.inside.map(filled),
      totals,
      figure: look.value.difference ? 'mean' : options.figure.value,
      apart: options.signs.value === 'apart',
      unit: workspace.linkValues.unit.value,
      title: describeTotals(dataset, workspace.selection.value, look.value.difference),
      chosenLinks: new Set(workspace.selection.value.links),
    };
  });
}
