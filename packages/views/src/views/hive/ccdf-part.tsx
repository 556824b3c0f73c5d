import { type Signal, useSignal } from '@preact/signals';
import { type CcdfBox, type CcdfGap, type CcdfPlot, drawCcdf, type RenderTarget } from '@weft/draw';
import { type Ccdf, ccdf, type HiveRules, placeOf, valueAt } from '@weft/layout';
import { useCallback, useMemo } from 'preact/hooks';
import type { Point } from '../../kit/attach-listeners.ts';
import { attachBrush } from '../../kit/brush.ts';
import { Canvas } from '../../kit/canvas.tsx';
import { useLatest } from '../../kit/use-latest.ts';
import { formatMeasure } from './describe-hive.ts';
import { findHeadlines, measureTitle } from './hive-findings.ts';
import type { Box } from './hive-places.ts';
import { boxStyle } from './panel-part.tsx';
import type { HiveScene } from './use-hive-scene.ts';

const TITLE = 24;
const LABEL =
  'Share of the ranks of each run with at least a value. Drag to select the ranks with these values in every run; ' +
  'arrow keys move the range, with shift its end, Delete clears it.';

function ccdfBox(width: number, height: number): CcdfBox {
  return { left: 48, top: 8, right: Math.max(60, width - 14), bottom: Math.max(40, height - 40) };
}

/** Curves of a measure for all runs that are there. */
export function ccdfPlot({ columns, row }: Pick<HiveScene, 'columns' | 'row'>): CcdfPlot {
  const { measure } = row;
  const rules = wholeRules(row.rules);
  return {
    lines: columns.flatMap(({ name, colour, run }) =>
      run ? [{ name, colour, ccdf: ccdf(run.values[measure.name]) }] : [],
    ),
    cuts: row.rules.cuts,
    scale: rules.scale,
    place: (value) => placeOf(value, 0, rules),
    title: `${measureTitle(measure.name)}: ${measure.doc}, ${rules.scale === 'linear' ? 'linear' : 'log'} scale`,
    named: columns.length <= 10,
  };
}

function wholeRules(rules: HiveRules): HiveRules {
  return { ...rules, span: 'whole' };
}

type CcdfScene = Pick<HiveScene, 'colours' | 'row' | 'pairs' | 'current'>;

export function drawCcdfPart(
  target: RenderTarget,
  scene: CcdfScene,
  plot: CcdfPlot,
  width: number,
  height: number,
): void {
  if (plot.lines.length === 0) return;
  drawCcdf(target, { ...plot, gap: largestGap(scene) }, ccdfBox(width, height), scene.colours);
}

/** Of the measure, between the runs of the headline that the current one is in, else of the first. */
function largestGap({ row, pairs, current }: CcdfScene): CcdfGap | undefined {
  const found = findHeadlines(pairs).map(({ pair }) => pair);
  const pair = found.find(({ a, b }) => a === current || b === current) ?? found[0];
  const gap = pair?.gaps.find(({ measure }) => measure === row.measure.name);
  if (!pair || !gap || gap.gap === 0) return undefined;
  const [high, low] = [Math.max(gap.one, gap.two), Math.min(gap.one, gap.two)];
  const label = `${pair.a.name}, ${pair.b.name}: gap ${gap.gap.toFixed(2)}`;
  return { value: gap.value, high, low, label };
}

/** CCDF of the measure of the large plot, for all runs. */
export function CcdfPart({ scene, box }: { readonly scene: HiveScene; readonly box: Box }) {
  const [width, height] = [box.width, Math.max(60, box.height - TITLE)];
  const pointed = useSignal<Point | null>(null);
  const { columns, row, colours, pairs, current } = scene;
  const plot = useMemo(() => ccdfPlot({ columns, row }), [columns, row]);
  const latest = useLatest({ scene, plot, box, width, height });
  const drawBase = useCallback(
    (target: RenderTarget) => drawCcdfPart(target, { colours, row, pairs, current }, plot, width, height),
    [colours, row, pairs, current, plot, width, height],
  );
  const drawOver = useCallback(
    (target: RenderTarget) => drawCcdfOverlay(target, scene, plot, pointed, ccdfBox(width, height)),
    [scene, plot, width, height],
  );
  const attach = useCallback(
    (element: HTMLCanvasElement) => attachCcdf(element, () => latest.current, pointed),
    [latest],
  );
  return (
    <section class="hive-part hive-ccdf" style={boxStyle(box)} aria-label="CCDF">
      <div class="hive-title">
        <b>{`CCDF of ${measureTitle(row.measure.name)}`}</b>
        <span class="kit-note">share of ranks with at least x · shaded: the middle axis</span>
      </div>
      <div class="hive-canvas">
        <Canvas width={width} height={height} draw={drawBase} label="CCDF of all runs" />
        <Canvas width={width} height={height} draw={drawOver} label={LABEL} attach={attach} overlay />
      </div>
    </section>
  );
}

function drawCcdfOverlay(
  target: RenderTarget,
  { settings, row, colours }: HiveScene,
  { place }: CcdfPlot,
  pointed: Signal<Point | null>,
  box: CcdfBox,
): void {
  const x = (value: number): number => box.left + place(value) * (box.right - box.left);
  const { brush } = settings;
  if (brush?.measure === row.measure.name) {
    const [from, to] = [x(brush.from), x(brush.to)];
    target.rect(from - 1, box.top, Math.max(3, to - from + 2), box.bottom - box.top, {
      fill: colours.accentWash,
      stroke: colours.accent,
    });
  }
  const at = pointed.value;
  if (at) target.line(at.x, box.top, at.x, box.bottom, { stroke: colours.muted, dash: [2, 2] });
}

interface CcdfNow {
  readonly scene: HiveScene;
  readonly plot: CcdfPlot;
  readonly box: Box;
  readonly width: number;
  readonly height: number;
}

function attachCcdf(element: HTMLElement, now: () => CcdfNow, pointed: Signal<Point | null>): () => void {
  const area = (): CcdfBox => ccdfBox(now().width, now().height);
  const toValue = (pixel: number): number => {
    const { left, right } = area();
    return valueAt((pixel - left) / (right - left), 0, wholeRules(now().scene.row.rules));
  };
  return attachBrush(element, {
    area,
    toValue,
    toPixel: (value) => area().left + now().plot.place(value) * (area().right - area().left),
    limits: () => [now().plot.cuts.least, now().plot.cuts.most],
    range: () => {
      const { settings, row } = now().scene;
      const { brush } = settings;
      return brush?.measure === row.measure.name ? [brush.from, brush.to] : null;
    },
    onBrush(range, how) {
      const { scene } = now();
      const measure = scene.row.measure.name;
      scene.actions.brush(range && { measure, from: range[0], to: range[1] }, how);
    },
    onHover(at) {
      const { scene, plot, box } = now();
      pointed.value = at;
      scene.tooltip.value = at && {
        x: at.x + box.left,
        y: at.y + box.top + TITLE,
        title: `${measureTitle(scene.row.measure.name)} at least ${formatMeasure(Number(toValue(at.x).toPrecision(3)))}`,
        lines: plot.lines.slice(0, 12).map(({ name, ccdf: curve, colour }) => ({
          label: name,
          colour,
          value: `${(100 * shareAt(curve, toValue(at.x))).toFixed(1)} %`,
        })),
      };
    },
  });
}

/** Share of the values that are at least `value`. */
function shareAt({ values, shares }: Ccdf, value: number): number {
  const at = values.findIndex((one) => one >= value);
  return at < 0 ? 0 : shares[at];
}
