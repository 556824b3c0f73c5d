import type { Signal } from '@preact/signals';
import { attachDrag } from '../../../kit/attach-drag.ts';
import type { Point } from '../../../kit/attach-listeners.ts';
import { clickEnds, isAdding } from '../../../kit/click-selection.ts';
import type { TooltipContent } from '../../../kit/tooltip.tsx';
import type { Workspace } from '../../../workspace.ts';
import { describeNodeTraffic } from '../source/describe-node-traffic.ts';
import type { GroupPicture } from './group-picture.ts';

export interface DraggedBox {
  readonly from: Point;
  readonly to: Point;
}

interface GroupHandles {
  picture(): GroupPicture | null;
  readonly workspace: Workspace;
  readonly box: Signal<DraggedBox | null>;
  readonly tooltip: Signal<TooltipContent | null>;
}

/** Click a node, or drag a box over several, to choose them; ctrl or shift adds. */
export function attachGroup(element: HTMLCanvasElement, handles: GroupHandles): () => void {
  const { picture, workspace, box, tooltip } = handles;
  const choose = (nodes: readonly number[], add: boolean): void => {
    const { shape } = picture() ?? {};
    if (!shape) return;
    const vertices = nodes.map((node) => shape.vertexAt[node]).filter((vertex) => vertex >= 0);
    workspace.select(clickEnds(workspace.selection.peek(), 'sources', vertices, add), 'commit');
  };
  return attachDrag<boolean>(element, {
    start: (_, event) => isAdding(event),
    drag: (_, from, to) => {
      box.value = { from, to };
    },
    drop: (add, from, to) => {
      box.value = null;
      choose(nodesIn(picture(), from, to), add);
    },
    click: (at, event) => {
      const node = nodeNear(picture(), at);
      if (node >= 0) choose([node], isAdding(event));
    },
    hover: (at) => {
      const now = picture();
      const node = at ? nodeNear(now, at) : -1;
      tooltip.value =
        now && at && node >= 0
          ? { ...at, ...describeNodeTraffic(now.network, now.shape, node, now.totals, now.unit) }
          : null;
    },
  });
}

function nodesIn(picture: GroupPicture | null, from: Point, to: Point): number[] {
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
  return (picture?.group.nodes ?? []).flatMap(({ node, x, y }) =>
    x >= left && x <= right && y >= top && y <= bottom ? [node] : [],
  );
}

function nodeNear(picture: GroupPicture | null, at: Point): number {
  if (!picture) return -1;
  const { nodes, radius } = picture.group;
  return nodes.find(({ x, y }) => Math.hypot(x - at.x, y - at.y) <= radius + 1)?.node ?? -1;
}
