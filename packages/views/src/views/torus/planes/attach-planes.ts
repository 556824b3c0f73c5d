import type { Signal } from '@preact/signals';
import { arrowSteps } from '../../../kit/arrow-steps.ts';
import { attachListeners } from '../../../kit/attach-listeners.ts';
import { clickEnds, type HeldKeys, isAdding, noEnds } from '../../../kit/click-selection.ts';
import type { TooltipContent } from '../../../kit/tooltip.tsx';
import { attachZoomPan, identityTransform, panBy, type Transform, zoomAt } from '../../../kit/zoom-pan.ts';
import type { Workspace } from '../../../workspace.ts';
import type { TorusOptions } from '../source/torus-options.ts';
import { describePlaneItem, lineSlots, sayPlaneItem } from './describe-plane-item.ts';
import { printGroup } from './group-text.ts';
import { neighbourLine, planeItemAt } from './pick-plane-item.ts';
import { lineRect, type PlaneItem, type PlanesPicture } from './planes-picture.ts';

interface PlanesHandles {
  picture(): PlanesPicture;
  readonly workspace: Workspace;
  readonly options: TorusOptions;
  readonly hovered: Signal<PlaneItem | null>;
  readonly tooltip: Signal<TooltipContent | null>;
  /** What a screen reader says of the item under the keyboard. */
  readonly spoken: Signal<string>;
}

const ZOOM = { minimum: 1, maximum: 64 };

/** Mouse, touch and keyboard of the planes: hover tells, click chooses or magnifies, wheel zooms, arrows walk. */
export function attachPlanes(element: HTMLCanvasElement, handles: PlanesHandles): () => void {
  const { picture, workspace, options, hovered, tooltip, spoken } = handles;
  const { zoom } = options;
  const show = (item: PlaneItem | null, x: number, y: number): void => {
    hovered.value = item;
    tooltip.value = item && describePlaneItem(picture(), item, x, y);
    workspace.hovered.value = hoveredOf(picture(), item);
  };
  const choose = (item: PlaneItem | null, event: HeldKeys): void => {
    if (item) chooseItem(handles, item, isAdding(event));
  };
  const goTo = (line: number): void => {
    if (line < 0) return;
    zoom.value = intoSight(zoom.peek(), lineRect(picture(), line), picture());
    const [x, y, width, height] = lineRect(picture(), line);
    const item: PlaneItem = { kind: 'line', id: line };
    show(item, x + width, y + height);
    spoken.value = sayPlaneItem(picture(), item);
  };
  const magnify = (factor: number): void => {
    zoom.value = settle(zoomAt(zoom.peek(), factor, element.clientWidth / 2, element.clientHeight / 2, ZOOM));
  };
  const key = (event: KeyboardEvent): void => {
    const arrow = arrowSteps[event.key];
    const at = hovered.peek();
    if (arrow) goTo(neighbourLine(picture(), at?.kind === 'line' ? at.id : null, ...arrow));
    else if (event.key === 'Enter' || event.key === ' ') choose(at, event);
    else if (event.key === '+' || event.key === '=') magnify(1.5);
    else if (event.key === '-') magnify(1 / 1.5);
    else if (event.key === '0') zoom.value = identityTransform;
    else if (event.key === 'Delete') workspace.select({ sources: [], destinations: [], links: [] }, 'commit');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const detachZoom = attachZoomPan(element, {
    transform: () => zoom.peek(),
    onZoom: (transform) => {
      zoom.value = settle(transform);
      tooltip.value = null;
    },
    limits: ZOOM,
    onClick(x, y, event) {
      const item = planeItemAt(picture(), x, y);
      if (item) choose(item, event);
      else if (!isAdding(event)) workspace.select(noEnds, 'commit');
    },
  });
  const detach = attachListeners(element, {
    pointermove: (event) => {
      if (event.buttons === 0)
        show(planeItemAt(picture(), event.offsetX, event.offsetY), event.offsetX, event.offsetY);
    },
    pointerleave: () => show(null, 0, 0),
    keydown: key,
  });
  return () => {
    detachZoom();
    detach();
  };
}

function hoveredOf(picture: PlanesPicture, item: PlaneItem | null): Workspace['hovered']['value'] {
  if (item?.kind === 'node') return { kind: 'vertex', id: picture.shape.vertexAt[item.id] };
  if (item?.kind !== 'line' || picture.lines.links[item.id] !== 1) return null;
  return { kind: 'link', id: picture.shape.linkAt[lineSlots(picture, item.id)[0]] };
}

/** A node or a single link is chosen; a group, or a mean by the group it starts in, is magnified. */
function chooseItem({ picture, workspace, options }: PlanesHandles, item: PlaneItem, add: boolean): void {
  const now = picture();
  const { shape, lines, frames } = now;
  const selection = workspace.selection.peek();
  if (item.kind === 'group') {
    options.group.value = toggledGroup(
      options.group.peek(),
      printGroup(frames.groups[item.id].values, shape),
    );
  } else if (item.kind === 'node') {
    const vertex = shape.vertexAt[item.id];
    if (vertex >= 0) workspace.select(clickEnds(selection, 'sources', [vertex], add), 'commit');
  } else if (lines.links[item.id] === 1) {
    const link = shape.linkAt[lineSlots(now, item.id)[0]];
    workspace.select(clickEnds(selection, 'links', [link], add), 'commit');
  } else {
    const node = Math.floor(lineSlots(now, item.id)[0] / shape.directions);
    options.group.value = groupOfNode(now, node);
  }
}

function toggledGroup(now: string, next: string): string {
  return now === next ? '' : next;
}

function groupOfNode({ shape, frames }: PlanesPicture, node: number): string {
  const fixed = frames.groups[0].values.map((value, dimension) =>
    value < 0 ? -1 : Math.floor(node / shape.strides[dimension]) % shape.sizes[dimension],
  );
  return printGroup(fixed, shape);
}

/** Pans as little as needed for the rectangle to be on screen. */
function intoSight(
  zoom: Transform,
  [x, y, width, height]: readonly [number, number, number, number],
  picture: PlanesPicture,
): Transform {
  const shift = (at: number, size: number, span: number): number =>
    at < 0 ? -at : at + size > span ? span - at - size : 0;
  return panBy(zoom, shift(x, width, picture.width), shift(y, height, picture.height));
}

/** Back at scale 1 the planes stand where they belong. */
function settle(transform: Transform): Transform {
  return transform.k <= 1 ? identityTransform : transform;
}
