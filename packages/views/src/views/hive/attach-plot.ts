import { AXIS_ANGLES, type HiveAxis, type HivePlot, hivePoint } from '@weft/layout';
import { attachDrag } from '../../kit/attach-drag.ts';
import { attachKeys } from '../../kit/attach-keys.ts';
import type { Point } from '../../kit/attach-listeners.ts';
import { isAdding } from '../../kit/click-selection.ts';
import { describePick } from './describe-hive.ts';
import { plotFrame } from './draw-plot-part.ts';
import type { Box } from './hive-places.ts';
import { axisUnder, type HivePick, pickInHive, valuesBetween } from './pick-in-hive.ts';
import type { HiveScene } from './use-hive-scene.ts';

/** Height of the title above the plot. */
export const TITLE = 24;

interface PlotNow {
  readonly scene: HiveScene;
  readonly box: Box;
  readonly width: number;
  readonly height: number;
}

interface Pointed {
  get(): HivePick | null;
  set(pick: HivePick | null): void;
}

export function attachPlot(element: HTMLElement, now: () => PlotNow, pointed: Pointed): () => void {
  const here = () => {
    const { scene, width, height } = now();
    const { run } = scene.current;
    if (!run || run.ranks === 0) return null;
    return { run, plot: scene.row.plot(run, 'large'), frame: plotFrame(width, height), ...scene };
  };
  const tell = (pick: HivePick | null, at: Point): void => {
    const { scene, box } = now();
    const found = here();
    pointed.set(pick);
    if (!pick || !found) {
      scene.tooltip.value = null;
      scene.actions.hover(null, null);
      return;
    }
    const text = describePick(scene.current, scene.row, found.plot, pick);
    scene.tooltip.value = { x: at.x + box.left, y: at.y + box.top + TITLE, ...text };
    scene.actions.hover(scene.current, pick.kind === 'mark' && !found.plot.bins ? pick.index : null);
  };
  const brush = (axis: HiveAxis, from: Point, to: Point, how: 'live' | 'commit'): void => {
    const found = here();
    if (!found) return;
    const { run, plot, row, frame, actions } = found;
    const values = run.values[row.measure.name];
    const [low, high] = valuesBetween(plot, values, row.rules, axis, frame, from, to);
    actions.brush({ measure: row.measure.name, from: low, to: high }, how);
  };
  const select = (pick: HivePick | null, add: boolean): void => {
    const found = here();
    if (!found || !pick) return;
    found.actions.pick(found.current, ranksOfPick(found.plot, pick), add);
  };
  type Start = { readonly axis: HiveAxis | null };
  const detach = [
    attachDrag<Start>(element, {
      start(at) {
        const found = here();
        return found && { axis: axisUnder(found.plot, found.frame, at) };
      },
      drag: ({ axis }, from, to) => axis !== null && brush(axis, from, to, 'live'),
      drop: ({ axis }, from, to) => axis !== null && brush(axis, from, to, 'commit'),
      click(at, event) {
        const found = here();
        const pick = found && pickInHive(found.plot, found.frame, at);
        if (pick) select(pick, isAdding(event));
        else if (!isAdding(event)) found?.actions.pick(found.current, [], false);
      },
      hover(at) {
        const found = here();
        tell(at && found ? pickInHive(found.plot, found.frame, at) : null, at ?? { x: 0, y: 0 });
      },
    }),
    attachKeys(element, () => plotKeys(now(), pointed, tell, select)),
  ];
  return () => {
    for (const stop of detach) stop();
  };
}

/** The ranks of a mark, or both ends of an edge. */
export function ranksOfPick({ bins, traffic }: HivePlot, { kind, index }: HivePick): readonly number[] {
  const marks = kind === 'mark' ? [index] : [traffic.src[index], traffic.dst[index]];
  if (!bins) return [...new Set(marks)].sort((a, b) => a - b);
  const ranks: number[] = [];
  bins.bin.forEach((bin, rank) => {
    if (marks.includes(bin)) ranks.push(rank);
  });
  return ranks;
}

function plotKeys(
  { scene, width, height }: PlotNow,
  pointed: Pointed,
  tell: (pick: HivePick | null, at: Point) => void,
  select: (pick: HivePick | null, add: boolean) => void,
): Record<string, () => void> {
  const { current, rows, row, actions } = scene;
  const { run } = current;
  const walk = (by: number): void => {
    if (!run) return;
    const { marks } = row.plot(run, 'large');
    const order = marksInOrder(marks);
    const pick = pointed.get();
    const before = pick?.kind === 'mark' ? order.indexOf(pick.index) : by > 0 ? -1 : order.length;
    const index = order[Math.min(order.length - 1, Math.max(0, before + by))];
    const frame = plotFrame(width, height);
    const [px, py] = hivePoint(AXIS_ANGLES[marks.axis[index]], marks.position[index]);
    tell({ kind: 'mark', index }, { x: frame.x + px * frame.radius, y: frame.y + py * frame.radius });
  };
  const measure = (by: number): void => {
    const next = rows[Math.min(rows.length - 1, Math.max(0, rows.indexOf(row) + by))];
    actions.show(current.id, next.measure.name);
  };
  return {
    ArrowLeft: () => walk(-1),
    ArrowRight: () => walk(1),
    ArrowUp: () => measure(-1),
    ArrowDown: () => measure(1),
    Enter: () => select(pointed.get(), false),
    ' ': () => select(pointed.get(), true),
    Delete: () => actions.brush(null, 'commit'),
  };
}

/** From the inner end of the first axis to the outer end of the last. */
function marksInOrder(marks: HivePlot['marks']): number[] {
  return [...marks.position.keys()].sort(
    (a, b) => marks.axis[a] - marks.axis[b] || marks.position[a] - marks.position[b] || a - b,
  );
}
