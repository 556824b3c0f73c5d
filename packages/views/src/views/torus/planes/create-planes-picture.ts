import { computed, type ReadonlySignal } from '@preact/signals';
import {
  layoutCompositePlanes,
  layoutDetailedPlanes,
  planeFrames,
  planeSteps,
  type TorusRoles,
} from '@weft/layout';
import type { TorusShape } from '@weft/network';
import { createCellPainter } from '../../../kit/cell-painter.ts';
import { describeTotals } from '../../../kit/describe-totals.ts';
import { createLineValues } from '../source/line-values.ts';
import { planeMode } from '../source/plane-mode.ts';
import { chosenRoles, type LinkColouring, type TorusSource } from '../source/torus-source.ts';
import { parseGroup } from './group-text.ts';
import { createLineColouring } from './line-colours.ts';
import { type PlanesGeometry, type PlanesPicture, planesArea } from './planes-picture.ts';

const none = new Float64Array(0);

/** Nodes closer than this many pixels have no circle. */
const LEAST_NODE = 9;

export function createPlanesPicture(
  source: TorusSource,
  look: ReadonlySignal<LinkColouring>,
  width: number,
  height: number,
): ReadonlySignal<PlanesPicture> {
  const { network, shape, dataset, workspace, options } = source;
  const geometry = createGeometry(source, width, height);
  const valuesOf = computed(() => createLineValues(shape, geometry.value.lines));
  const colouring = computed(() => createLineColouring(geometry.value.lines));
  const group = computed(() => parseGroup(options.group.value, shape));
  return computed(() => {
    const totals = workspace.linkValues.totals.value ?? none;
    const visible = workspace.linkValues.visible.value;
    const values = valuesOf.value(totals, visible);
    const figure = look.value.difference ? 'mean' : options.figure.value;
    const { sources, destinations, links } = workspace.selection.value;
    return {
      ...geometry.value,
      ...look.value,
      ...colouring.value(values, figure, look.value),
      width,
      height,
      network,
      shape,
      transform: options.zoom.value,
      totals,
      visible,
      values,
      figure,
      unit: workspace.linkValues.unit.value,
      title: describeTotals(dataset, workspace.selection.value, look.value.difference),
      chosenNodes: [...sources, ...destinations].map((vertex) => shape.nodeOf[vertex] ?? -1),
      chosenLinks: links,
      group: group.value,
    };
  });
}

/** Laid out again only for other roles, another size, or when a zoom needs finer lines. */
function createGeometry(source: TorusSource, width: number, height: number): ReadonlySignal<PlanesGeometry> {
  const { shape, options } = source;
  const roles = chosenRoles(source);
  const modeOf = planeMode(source);
  const fineness = computed(() => 2 ** Math.floor(Math.log2(Math.max(1, options.zoom.value.k))));
  return computed(() => {
    const mode = modeOf.value;
    const apart = options.signs.value === 'apart';
    const { across: steps } = planeSteps(roles.value);
    const area = planesArea(width, height, mode === 'detailed' ? steps.length : Math.max(1, steps.length));
    const settings = { zoom: fineness.value, apart };
    const laid =
      mode === 'detailed'
        ? detailed(shape, roles.value, area, settings)
        : { ...layoutCompositePlanes(shape, roles.value, area, settings), nodePitch: null };
    const inside = mode === 'detailed' ? 2 : 1;
    return {
      ...laid,
      mode,
      apart,
      roles: roles.value,
      frames: planeFrames(shape.sizes.length, laid.across, laid.down, inside),
      painter: createCellPainter([{ rects: laid.lines.rects, first: 0, styles: null }], laid.lines.count),
    };
  });
}

function detailed(
  shape: TorusShape,
  roles: TorusRoles,
  area: ReturnType<typeof planesArea>,
  settings: { readonly zoom: number; readonly apart: boolean },
) {
  const laid = layoutDetailedPlanes(shape, roles, area, settings);
  const pitch = Math.min(...laid.pitch);
  return { ...laid, nodePitch: laid.asLines && pitch * settings.zoom >= LEAST_NODE ? pitch : null };
}
