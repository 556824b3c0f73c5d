import type { Signal } from '@preact/signals';
import type { TableColumns } from '@weft/model';
import { arrowSteps } from '../../kit/arrow-steps.ts';
import { attachListeners } from '../../kit/attach-listeners.ts';
import { isAdding, noEnds } from '../../kit/click-selection.ts';
import type { TooltipContent } from '../../kit/tooltip.tsx';
import { attachZoomPan, identityTransform, panBy, type Transform, zoomAt } from '../../kit/zoom-pan.ts';
import type { Workspace } from '../../workspace.ts';
import { type ChosenAs, chosen, chosenAs } from './choose-item.ts';
import { describeItem, sayChosen, sayItem } from './describe-item.ts';
import { itemRect, type MatrixItem, type MatrixPicture, matrixArea, type Rect } from './matrix-picture.ts';
import { firstHost, itemAt, neighbourItem } from './pick-item.ts';

interface MatrixHandles {
  picture(): MatrixPicture;
  readonly jobs: TableColumns<'jobs'>;
  readonly workspace: Workspace;
  readonly hovered: Signal<MatrixItem | null>;
  readonly zoom: Signal<Transform>;
  readonly tooltip: Signal<TooltipContent | null>;
  /** What a screen reader says of the item under the keyboard. */
  readonly spoken: Signal<string>;
}

const ZOOM = { minimum: 1, maximum: 400 };

/** Mouse, touch and keyboard of the matrix: hover tells, click chooses, wheel zooms, arrows walk. */
export function attachMatrix(element: HTMLCanvasElement, handles: MatrixHandles): () => void {
  const { picture, workspace, hovered, zoom, tooltip, jobs, spoken } = handles;
  const show = (item: MatrixItem | null, x: number, y: number): void => {
    hovered.value = item;
    tooltip.value = item && describeItem(picture(), jobs, item, x, y);
    workspace.hovered.value = item && { kind: item.kind === 'link' ? 'link' : 'vertex', id: item.id };
  };
  const choose = (item: MatrixItem | null, as: ChosenAs): void => {
    if (!item) return;
    workspace.select(chosen(workspace.selection.peek(), item, as), 'commit');
    spoken.value = sayChosen(picture(), workspace.selection.peek(), item, as);
  };
  const move = (event: PointerEvent): void => {
    if (event.buttons === 0)
      show(itemAt(picture(), event.offsetX, event.offsetY), event.offsetX, event.offsetY);
  };
  const leave = (): void => show(null, 0, 0);
  const goTo = (item: MatrixItem | null): void => {
    if (!item) return;
    const before = itemRect(picture(), item);
    if (before && item.kind !== 'host') zoom.value = intoSight(zoom.peek(), before, picture());
    const rect = itemRect(picture(), item);
    show(item, rect ? rect[0] + rect[2] : 0, rect ? rect[1] + rect[3] : 0);
    spoken.value = sayItem(picture(), jobs, item);
  };
  const magnify = (factor: number): void => {
    const rect = hovered.peek() && itemRect(picture(), hovered.peek()!);
    const [x, y] = rect ? [rect[0], rect[1]] : [element.clientWidth / 2, element.clientHeight / 2];
    zoom.value = settle(zoomAt(zoom.peek(), factor, x, y, ZOOM));
  };
  const key = (event: KeyboardEvent): void => {
    const arrow = arrowSteps[event.key];
    if (arrow) goTo(neighbourItem(picture(), hovered.peek(), arrow[0], arrow[1]));
    else if (event.key === 'h') goTo(firstHost(picture()));
    else if (event.key === 'Enter') choose(hovered.peek(), chosenAs(event));
    else if (event.key === ' ') choose(hovered.peek(), 'way');
    else if (event.key === '+' || event.key === '=') magnify(1.5);
    else if (event.key === '-') magnify(1 / 1.5);
    else if (event.key === '0') zoom.value = identityTransform;
    else if (event.key === 'Delete') workspace.select(noEnds, 'commit');
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
      const item = itemAt(picture(), x, y);
      if (item) choose(item, chosenAs(event));
      else if (!isAdding(event)) workspace.select(noEnds, 'commit');
    },
  });
  const detach = attachListeners(element, { pointermove: move, pointerleave: leave, keydown: key });
  return () => {
    detachZoom();
    detach();
  };
}

/** Pans as little as needed for the rectangle to be on screen. */
function intoSight(zoom: Transform, [x, y, width, height]: Rect, picture: MatrixPicture): Transform {
  const area = matrixArea(picture.width, picture.height, picture.hostStrip !== null);
  const shift = (at: number, size: number, low: number, span: number): number =>
    at < low ? low - at : at + size > low + span ? low + span - at - size : 0;
  return panBy(zoom, shift(x, width, area.x, area.width), shift(y, height, area.y, area.height));
}

/** Back at scale 1 the whole matrix stands where it belongs. */
function settle(transform: Transform): Transform {
  return transform.k <= 1 ? identityTransform : transform;
}
