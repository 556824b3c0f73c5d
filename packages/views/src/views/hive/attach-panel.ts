import { cellFrame, type PanelPlaces } from '@weft/draw';
import { attachDrag } from '../../kit/attach-drag.ts';
import { attachKeys } from '../../kit/attach-keys.ts';
import type { Point } from '../../kit/attach-listeners.ts';
import { describePick } from './describe-hive.ts';
import { type Box, cellAt } from './hive-places.ts';
import { axisUnder, pickInHive, valuesBetween } from './pick-in-hive.ts';
import type { HiveScene } from './use-hive-scene.ts';

interface PanelNow {
  readonly scene: HiveScene;
  readonly box: Box;
  readonly places: PanelPlaces;
}

/** Hover tells, a click shows a plot large or orders by a run, a drag along an axis selects. */
export function attachPanel(element: HTMLElement, now: () => PanelNow): () => void {
  const under = (at: Point) => {
    const { scene, places } = now();
    const cell = cellAt(places, scene.columns.length, scene.rows.length, at.x, at.y);
    return cell && { ...cell, column: cell.column, frame: cellFrame(places, cell.column, cell.row) };
  };
  const plotAt = (cell: { column: number; row: number } | null) => {
    const { scene } = now();
    const column = cell && cell.column >= 0 ? scene.columns[cell.column] : undefined;
    const row = cell && cell.row >= 0 ? scene.rows[cell.row] : undefined;
    if (!column?.run || !row || column.run.ranks === 0) return null;
    return { column, row, run: column.run, plot: row.plot(column.run, 'small') };
  };
  type Start = { readonly cell: NonNullable<ReturnType<typeof under>>; readonly axis: 0 | 1 | 2 | null };
  const brush = (start: Start, from: Point, to: Point, how: 'live' | 'commit'): void => {
    const found = plotAt(start.cell);
    if (!found || start.axis === null) return;
    const { row, run, plot } = found;
    const values = run.values[row.measure.name];
    const [low, high] = valuesBetween(plot, values, row.rules, start.axis, start.cell.frame, from, to);
    now().scene.actions.brush({ measure: row.measure.name, from: low, to: high }, how);
  };
  const hover = (at: Point | null): void => {
    const { scene, box } = now();
    const cell = at && under(at);
    const found = plotAt(cell);
    const pick = at && cell && found ? pickInHive(found.plot, cell.frame, at) : null;
    if (!at || !found || !pick) {
      scene.tooltip.value = null;
      scene.actions.hover(null, null);
      return;
    }
    const text = describePick(found.column, found.row, found.plot, pick);
    scene.tooltip.value = { x: at.x + box.left, y: at.y + box.top, ...text };
    const rank = pick.kind === 'mark' && !found.plot.bins ? pick.index : null;
    scene.actions.hover(found.column, rank);
  };
  const click = (at: Point): void => {
    const { scene } = now();
    const cell = under(at);
    if (!cell) return;
    if (cell.row < 0 && cell.column >= 0) {
      scene.actions.change({ order: `near ${scene.columns[cell.column].id}` });
      return;
    }
    const column = cell.column >= 0 ? scene.columns[cell.column] : scene.current;
    if (cell.row >= 0) scene.actions.show(column.id, scene.rows[cell.row].measure.name);
  };
  const detach = [
    attachDrag<Start>(element, {
      start(at) {
        const cell = under(at);
        const found = plotAt(cell);
        return cell && { cell, axis: found ? axisUnder(found.plot, cell.frame, at) : null };
      },
      drag: (start, from, to) => brush(start, from, to, 'live'),
      drop: (start, from, to) => brush(start, from, to, 'commit'),
      click,
      hover,
    }),
    attachKeys(element, () => panelKeys(now().scene)),
  ];
  return () => {
    for (const stop of detach) stop();
  };
}

function panelKeys(scene: HiveScene): Record<string, () => void> {
  const { columns, rows, current, row, actions } = scene;
  const step = (across: number, down: number): void => {
    const column = columns[clamp(columns.indexOf(current) + across, columns.length)];
    const next = rows[clamp(rows.indexOf(row) + down, rows.length)];
    actions.show(column.id, next.measure.name);
  };
  return {
    ArrowLeft: () => step(-1, 0),
    ArrowRight: () => step(1, 0),
    ArrowUp: () => step(0, -1),
    ArrowDown: () => step(0, 1),
    s: () => actions.change({ order: `near ${current.id}` }),
    Delete: () => actions.brush(null, 'commit'),
  };
}

function clamp(at: number, count: number): number {
  return Math.min(count - 1, Math.max(0, at));
}
