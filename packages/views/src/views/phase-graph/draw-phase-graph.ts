import type { RenderTarget, RibbonColours, ThemeColours } from '@weft/draw';
import { arcWidths, circleArc, type PhaseCircle, type PhaseShape } from '@weft/layout';
import { formatQuantity } from '@weft/model';

export interface PhaseGraphModel {
  readonly width: number;
  readonly height: number;
  readonly circle: PhaseCircle;
  readonly shape: PhaseShape;
  readonly labels: Int32Array;
  readonly scale: RibbonColours;
  readonly colours: ThemeColours;
  readonly names: readonly string[];
}

export function drawPhaseGraph(target: RenderTarget, model: PhaseGraphModel): void {
  const { width, height, circle, shape, scale, colours, names } = model;
  const { flows, left } = shape;
  target.rect(0, 0, width, height, { fill: colours.background });
  const widths = arcWidths(flows);
  const order = Array.from(flows.bytes.keys()).sort((a, b) => flows.bytes[a] - flows.bytes[b] || a - b);
  for (const i of order) {
    const { from, control, to } = circleArc(circle, flows.src[i], flows.dst[i]);
    const place = scale.place(flows.bytes[i]);
    const paint = { stroke: scale.css(place), lineWidth: widths[i], opacity: scale.alpha(place) };
    target.path((sink) => {
      sink.moveTo(from[0], from[1]);
      sink.quadraticCurveTo(control[0], control[1], to[0], to[1]);
    }, paint);
    drawArrow(target, control, to, 3 + widths[i], scale.css(place), scale.alpha(place));
  }
  for (let i = 0; i < left.ids.length; i++) {
    target.circle(circle.x[i], circle.y[i], circle.radius[i], {
      fill: colours.muted,
      stroke: colours.background,
    });
    if (circle.radius[i] >= 5) drawName(target, model, i, names[i]);
  }
  drawScale(target, model);
}

function drawArrow(
  target: RenderTarget,
  from: readonly [number, number],
  to: readonly [number, number],
  size: number,
  fill: string,
  opacity: number,
): void {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  target.path(
    (sink) => {
      sink.moveTo(to[0], to[1]);
      for (const side of [2.7, -2.7]) {
        sink.lineTo(to[0] + size * Math.cos(angle + side), to[1] + size * Math.sin(angle + side));
      }
      sink.closePath();
    },
    { fill, opacity },
  );
}

/** Beyond the loop of what stays inside. */
function drawName(
  target: RenderTarget,
  { circle, colours, shape }: PhaseGraphModel,
  i: number,
  name: string,
): void {
  const loop = shape.flows.src.some((src, f) => src === i && shape.flows.dst[f] === i);
  const angle = Math.atan2(circle.y[i] - circle.centre[1], circle.x[i] - circle.centre[0]);
  const reach = circle.radius[i] + (loop ? 20 : 8);
  const side = Math.cos(angle);
  target.text(circle.x[i] + reach * side, circle.y[i] + reach * Math.sin(angle), name, {
    fill: colours.ink,
    align: side > 0.3 ? 'start' : side < -0.3 ? 'end' : 'middle',
    baseline: 'middle',
  });
}

function drawScale(target: RenderTarget, { scale, colours, shape }: PhaseGraphModel): void {
  if (shape.flows.bytes.length === 0) return;
  target.text(8, 16, 'bytes of an arrow', { fill: colours.muted });
  for (let i = 0; i < 100; i += 2) {
    target.rect(8 + i, 22, 2, 8, { fill: scale.css(i / 100), opacity: scale.alpha(i / 100) });
  }
  const under = { fill: colours.ink, baseline: 'hanging', size: 10 } as const;
  target.text(8, 33, formatQuantity(scale.domain[0], 'B'), under);
  target.text(108, 33, formatQuantity(scale.domain[1], 'B'), { ...under, align: 'end' });
}
