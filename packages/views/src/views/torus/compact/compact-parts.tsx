import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { RenderTarget } from '@weft/draw';
import { useCallback, useRef } from 'preact/hooks';
import type { Point } from '../../../kit/attach-listeners.ts';
import type { CompactActions } from './compact-actions.ts';
import type { CompactFigure } from './compact-figure.ts';
import { type CompactItem, cellsIn } from './compact-item.ts';
import type { CompactPicture, CompactSize } from './compact-picture.ts';
import { drawDifference } from './draw-difference.ts';
import { drawGridNotes } from './draw-grid-notes.ts';
import { type DraggedBox, FiguresPart } from './figures-part.tsx';
import { hasTable, TABLE_WIDTH } from './layout-inside.ts';

interface PartProps {
  readonly picture: ReadonlySignal<CompactPicture>;
  readonly actions: CompactActions;
  readonly hover: (figure: CompactFigure, item: CompactItem | null) => void;
  readonly size: CompactSize;
}

const gridsOf = ({ grids }: CompactPicture): readonly CompactFigure[] => grids;
const zoomedOf = ({ zoomed }: CompactPicture): readonly CompactFigure[] => [zoomed];
const insideOf = ({ inside }: CompactPicture): readonly CompactFigure[] => inside;

/** Step one: click a grid to zoom it, drag over a part of it to zoom that. */
export function Grids({ picture, actions, hover, size }: PartProps) {
  const box = useSignal<DraggedBox | null>(null);
  const choose = useCallback(
    (figure: number, item: CompactItem | null) => {
      if (figure >= 0) actions.zoomGrid(figure, item?.kind === 'node' ? item.cell : null);
    },
    [actions],
  );
  const drag = useCallback(
    (figure: number, from: Point, to: Point, ended: boolean) => {
      box.value = ended ? null : { from, to };
      if (ended && figure >= 0)
        actions.zoomSection(figure, cellsIn(picture.peek().grids[figure], boxOf(from, to)));
    },
    [actions, picture],
  );
  return (
    <FiguresPart
      picture={picture}
      figuresOf={gridsOf}
      extra={drawGridNotes}
      label="Navigation grids. Arrow keys move between nodes, Enter zooms the grid and opens the node."
      width={size.width}
      height={size.gridsHeight}
      {...{ box, choose, drag, hover, clear: actions.closeCells }}
    />
  );
}

/** Step two: click nodes, or drag over several, to open them. */
export function Zoomed({ picture, actions, hover, size }: PartProps) {
  const box = useSignal<DraggedBox | null>(null);
  const choose = useCallback(
    (_: number, item: CompactItem | null, add: boolean) => {
      if (item?.kind === 'node') actions.openCells(picture.peek().zoomed, [item.cell], add);
    },
    [actions, picture],
  );
  const drag = useCallback(
    (_: number, from: Point, to: Point, ended: boolean, add: boolean) => {
      box.value = ended ? null : { from, to };
      const { zoomed } = picture.peek();
      if (ended) actions.openCells(zoomed, cellsIn(zoomed, boxOf(from, to)), add);
    },
    [actions, picture],
  );
  return (
    <FiguresPart
      picture={picture}
      figuresOf={zoomedOf}
      label="Zoomed grid. Arrow keys move between nodes, Enter opens one, with ctrl or shift one more, Delete closes all."
      width={size.zoomedWidth}
      height={size.lowerHeight}
      {...{ box, choose, drag, hover, clear: actions.closeCells }}
    />
  );
}

/** Step three: the cuboids; a drag moves the layers behind, in all of them alike. */
export function Inside({
  picture,
  actions,
  hover,
  size,
  back,
}: PartProps & { readonly back: ReadonlySignal<string> }) {
  const box = useSignal<DraggedBox | null>(null);
  const before = useRef<string | null>(null);
  const choose = useCallback(
    (figure: number, item: CompactItem | null, add: boolean) => {
      if (item && figure >= 0) actions.select(picture.peek().inside[figure], item, add);
    },
    [actions, picture],
  );
  const drag = useCallback(
    (figure: number, from: Point, to: Point, ended: boolean) => {
      const pitch = picture.peek().inside[Math.max(0, figure)]?.lattice.pitch ?? 1;
      before.current ??= back.peek();
      actions.turn(before.current, (to.x - from.x) / pitch, (from.y - to.y) / pitch);
      if (ended) before.current = null;
    },
    [actions, picture, back],
  );
  const width = size.width - size.zoomedWidth;
  const extra = useCallback(
    (target: RenderTarget, now: CompactPicture) => {
      if (hasTable(now.plan, size)) drawDifference(target, now, width - TABLE_WIDTH);
    },
    [size, width],
  );
  return (
    <FiguresPart
      picture={picture}
      figuresOf={insideOf}
      label="Inside of the opened nodes. Arrow keys move between nodes, Enter makes one a source of routes. A drag moves the layers behind."
      width={width}
      height={size.lowerHeight}
      {...{ box, choose, drag, hover, extra, clear: actions.closeCells }}
    />
  );
}

function boxOf(from: Point, to: Point): readonly [number, number, number, number] {
  return [Math.min(from.x, to.x), Math.min(from.y, to.y), Math.max(from.x, to.x), Math.max(from.y, to.y)];
}
