import { useSignal } from '@preact/signals';
import {
  drawBands,
  drawCommgram,
  drawGround,
  drawMarks,
  drawRibbons,
  inPlot,
  type PlotZoom,
  type RenderTarget,
  sx,
  sy,
  themeColours,
} from '@weft/draw';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { attachListeners } from '../../kit/attach-listeners.ts';
import { Canvas } from '../../kit/canvas.tsx';
import type { HeldKeys } from '../../kit/click-selection.ts';
import { drawOnChange } from '../../kit/draw-scheduler.ts';
import { attachLongPress } from '../../kit/long-press.ts';
import { Tooltip, type TooltipContent } from '../../kit/tooltip.tsx';
import { useDerived } from '../../kit/use-derived.ts';
import type { OptionHost } from '../../kit/use-view-option.ts';
import { useZoomOption } from '../../kit/use-zoom-option.ts';
import { attachZoomPan, keepInside, type Transform } from '../../kit/zoom-pan.ts';
import type { Workspace } from '../../workspace.ts';
import { describePick } from './describe-pick.ts';
import { type CommgramPick, pickCommgram } from './pick.ts';
import { createRibbonLayer } from './ribbon-layer.ts';
import type { CommgramScene } from './scene.ts';

interface PlotProps {
  readonly scene: CommgramScene;
  readonly workspace: Workspace;
  readonly origin: string | null;
  readonly label: string;
  /** The wheel zooms the height alone: a sub-window. */
  readonly vertical?: boolean;
  /** The panel that remembers the zoom, and by which name. */
  readonly host: OptionHost;
  readonly zoomKey: string;
  onPick(pick: CommgramPick | null, keys: HeldKeys): void;
  onOpen(pick: CommgramPick): void;
  onBack?(): void;
  /** Zoomed so far, seeing these phases. */
  onDetail?(detail: { zoom: number; first: number; end: number }): void;
}

const LIMITS = { minimum: 1, maximum: 256 };

/** The picture of a scene: ribbons on the GPU, marks above them, one tooltip. */
export function CommgramPlot(props: PlotProps) {
  const { scene, workspace, label, vertical = false } = props;
  const { width, height, geometry } = scene.picture;
  const transform = useZoomOption(props.host, props.zoomKey, width, height);
  const hovered = useSignal<CommgramPick | null>(null);
  const tooltip = useSignal<TooltipContent | null>(null);
  const plain = useSignal(false);
  const latest = useRef(props);
  latest.current = props;
  const zoom = useDerived(() => plotZoom(transform.value, vertical), [vertical]);

  const drawBase = useCallback(
    (target: RenderTarget) => {
      drawGround(target, scene.picture);
      if (!plain.value || scene.picture.parts === 'curve') return;
      inPlot(target, scene.picture, () => {
        drawBands(target, scene.picture, zoom.value);
        drawRibbons(target, scene.picture, zoom.value);
      });
    },
    [scene, zoom],
  );
  const drawOver = useCallback(
    (target: RenderTarget) => {
      drawMarks(target, scene.picture, zoom.value);
      drawSelection(target, scene, zoom.value, workspace, hovered.value);
    },
    [scene, workspace, zoom],
  );
  const attach = useCallback(
    (element: HTMLCanvasElement) => attachPlot(element, latest, { transform, zoom, hovered, tooltip }),
    [zoom],
  );
  const settled = props.host.options[props.zoomKey];
  // biome-ignore lint/correctness/useExhaustiveDependencies: told again for every settled zoom and scene
  useEffect(() => reportDetail(latest.current, zoom.peek()), [settled, scene]);
  const { area } = geometry;
  return (
    <div class="commgram-plot" style={{ width: `${width}px`, height: `${height}px` }}>
      <Canvas width={width} height={height} draw={drawBase} label={label} />
      {scene.picture.parts !== 'curve' && (
        <RibbonCanvas scene={scene} zoom={zoom} plain={plain} left={area.left} top={area.top} />
      )}
      <Canvas width={width} height={height} draw={drawOver} label={label} attach={attach} overlay />
      <Tooltip content={tooltip} width={width} height={height} />
    </div>
  );
}

/** The whole picture at no zoom, for exports. */
export function exportDrawing(scene: CommgramScene): (target: RenderTarget) => void {
  return (target) => drawCommgram(target, scene.picture);
}

function RibbonCanvas({
  scene,
  zoom,
  plain,
  left,
  top,
}: {
  readonly scene: CommgramScene;
  readonly zoom: { readonly value: PlotZoom };
  readonly plain: { value: boolean };
  readonly left: number;
  readonly top: number;
}) {
  const element = useRef<HTMLCanvasElement>(null);
  const layer = useMemo(createRibbonLayer, []);
  const { area } = scene.picture.geometry;
  const width = area.right - area.left;
  const height = area.bottom - area.top;
  useLayoutEffect(() => {
    layer.update(scene.picture);
    return drawOnChange(() => {
      const canvas = element.current;
      if (!canvas) return;
      const ratio = window.devicePixelRatio || 1;
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      plain.value = scene.picture.illustrative || !layer.render(canvas, zoom.value);
    });
  }, [scene, layer, zoom, plain, width, height]);
  useEffect(() => () => layer.dispose(), [layer]);
  const style = { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` };
  return <canvas ref={element} class="commgram-ribbons" style={style} />;
}

function plotZoom({ k, x, y }: Transform, vertical: boolean): PlotZoom {
  return vertical ? { kx: 1, ky: k, x: 0, y } : { kx: k, ky: k, x, y };
}

/** The plot always fills its area. */
function keepInPlot({ k, x, y }: Transform, { picture: { geometry } }: CommgramScene): Transform {
  const { left, right, top, bottom } = geometry.area;
  const [dx, dy] = [left * (1 - k), top * (1 - k)];
  const kept = keepInside({ k, x: x - dx, y: y - dy }, right - left, bottom - top);
  return { k, x: kept.x + dx, y: kept.y + dy };
}

interface PlotState {
  readonly transform: { value: Transform };
  readonly zoom: { readonly value: PlotZoom };
  readonly hovered: { value: CommgramPick | null };
  readonly tooltip: { value: TooltipContent | null };
}

/** Hover or a long press explains, click or tap selects, double-click opens, wheel and pinch zoom, drag pans; arrows, Enter, Z, N, Backspace. */
function attachPlot(
  element: HTMLCanvasElement,
  latest: { readonly current: PlotProps },
  { transform, zoom, hovered, tooltip }: PlotState,
): () => void {
  const pointOf = (event: MouseEvent) => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const pickAt = ({ x, y }: { x: number; y: number }) => pickCommgram(latest.current.scene, zoom.value, x, y);
  const show = (pick: CommgramPick | null, x: number, y: number): void => {
    const { scene, origin } = latest.current;
    hovered.value = pick;
    tooltip.value = pick && { x, y, ...describePick(scene, pick, origin) };
  };
  const move = (event: PointerEvent): void => {
    if (event.buttons > 0) return;
    const point = pointOf(event);
    show(pickAt(point), point.x, point.y);
  };
  const leave = (event: PointerEvent): void => {
    if (event.pointerType !== 'touch') show(null, 0, 0);
  };
  const press = attachLongPress(
    element,
    (x, y) => show(pickAt({ x, y }), x, y),
    () => show(null, 0, 0),
  );
  const double = (event: MouseEvent): void => {
    const pick = pickAt(pointOf(event));
    if (!pick || event.shiftKey) return;
    event.stopImmediatePropagation();
    latest.current.onOpen(pick);
  };
  const key = (event: KeyboardEvent): void => plotKey(event, latest.current, hovered.value, zoom.value, show);
  const stopListening = attachListeners(element, {
    pointermove: move,
    pointerleave: leave,
    dblclick: double,
    keydown: key,
  });
  const stopZooming = attachZoomPan(element, {
    transform: () => transform.value,
    limits: LIMITS,
    onZoom(next) {
      transform.value = keepInPlot(next, latest.current.scene);
    },
    onClick(x, y, event) {
      if (!press.held()) latest.current.onPick(pickAt({ x, y }), event);
    },
  });
  return () => {
    press.detach();
    stopListening();
    stopZooming();
  };
}

function reportDetail({ scene, onDetail }: PlotProps, zoom: PlotZoom): void {
  const { area, cells, phases } = scene.picture.geometry;
  let first = 0;
  while (first < phases && sx(zoom, cells.right[first]) < area.left) first++;
  let end = phases;
  while (end > first && sx(zoom, cells.left[end - 1]) > area.right) end--;
  onDetail?.({ zoom: 2 ** Math.floor(Math.log2(zoom.ky)), first, end });
}

function plotKey(
  event: KeyboardEvent,
  { scene, onPick, onOpen, onBack }: PlotProps,
  current: CommgramPick | null,
  zoom: PlotZoom,
  show: (pick: CommgramPick | null, x: number, y: number) => void,
): void {
  const { geometry, facts } = scene.picture;
  const at = current && 'phase' in current ? current.phase : -1;
  const goTo = (pick: CommgramPick & { phase: number }): void => {
    const { cells, curve } = geometry;
    show(pick, sx(zoom, (cells.left[pick.phase] + cells.right[pick.phase]) / 2), sy(zoom, curve[pick.phase]));
  };
  const jumps = facts.sections.slice(1).map(([first]) => first);
  const next = jumps.find((p) => p > at) ?? jumps[0];
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'ArrowRight' && at + 1 < geometry.phases) goTo({ kind: 'phase', phase: at + 1 });
  else if (event.key === 'ArrowLeft' && at > 0) goTo({ kind: 'phase', phase: at - 1 });
  else if (event.key === 'n' && next !== undefined) goTo({ kind: 'jump', phase: next });
  else if (event.key === 'Enter' && current) onPick(current, event);
  else if (event.key === 'z' && current) onOpen(current);
  else if (event.key === 'Backspace' && onBack) onBack();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Phases in the selected time range, bars with selected ranks, and what is hovered. */
function drawSelection(
  target: RenderTarget,
  scene: CommgramScene,
  zoom: PlotZoom,
  workspace: Workspace,
  hovered: CommgramPick | null,
): void {
  const { geometry } = scene.picture;
  const { area, cells, bars } = geometry;
  const { time, ranks } = workspace.selection.value;
  const colours = themeColours(workspace.theme.value);
  const chosen = new Set(ranks);
  target.group({ clip: [area.left, area.top, area.right - area.left, area.bottom - area.top] }, () => {
    scene.phases.forEach(({ phase, left: labels }, p) => {
      const left = sx(zoom, cells.left[p]);
      const width = sx(zoom, cells.right[p]) - left;
      if (
        time &&
        scene.phases.length > 1 &&
        phase.start < time[1] &&
        phase.end > time[0] &&
        isMostlyIn(phase, time)
      ) {
        target.rect(left, area.top + 1, width, area.bottom - area.top - 2, {
          fill: colours.accentWash,
          stroke: colours.accent,
        });
      }
      if (chosen.size === 0) return;
      const marked = new Set<number>();
      for (const rank of chosen) if (rank < labels.length) marked.add(labels[rank]);
      for (let i = bars.offsets[p]; i < bars.offsets[p + 1]; i++) {
        if (!marked.has(bars.id[i])) continue;
        const x = sx(zoom, bars.x[i]);
        target.rect(x - 1, sy(zoom, bars.top[i]), 5, Math.max(2, bars.height[i] * zoom.ky), {
          fill: colours.accent,
        });
      }
    });
    if (hovered) drawHovered(target, scene, zoom, hovered, colours.ink);
  });
}

function isMostlyIn(phase: { start: number; end: number }, [from, to]: readonly [number, number]): boolean {
  const shared = Math.min(phase.end, to) - Math.max(phase.start, from);
  return shared >= 0.5 * (phase.end - phase.start);
}

function drawHovered(
  target: RenderTarget,
  { picture: { geometry } }: CommgramScene,
  zoom: PlotZoom,
  pick: CommgramPick,
  ink: string,
): void {
  const { cells, ribbons, bars, curve, area } = geometry;
  if (pick.kind === 'ribbon') {
    const i = pick.ribbon;
    const width = ribbons.width[i] * zoom.ky;
    const ends = [sy(zoom, ribbons.y0[i]), sy(zoom, ribbons.y1[i])];
    const [x0, x1] = [sx(zoom, ribbons.x0[i]), sx(zoom, ribbons.x1[i])];
    for (const side of [-1, 1]) {
      const middle = (x0 + x1) / 2;
      target.path(
        (sink) => {
          sink.moveTo(x0, ends[0] + (side * width) / 2);
          sink.bezierCurveTo(
            middle,
            ends[0] + (side * width) / 2,
            middle,
            ends[1] + (side * width) / 2,
            x1,
            ends[1] + (side * width) / 2,
          );
        },
        { stroke: ink, lineWidth: 1 },
      );
    }
  } else if (pick.kind === 'bar') {
    const x = sx(zoom, bars.x[pick.bar]);
    target.rect(x - 1.5, sy(zoom, bars.top[pick.bar]), 6, bars.height[pick.bar] * zoom.ky, { stroke: ink });
  } else if (pick.kind === 'jump') {
    const [left, right] = [sx(zoom, cells.right[pick.phase - 1]), sx(zoom, cells.left[pick.phase])];
    target.line((left + right) / 2, area.top, (left + right) / 2, area.bottom, { stroke: ink, dash: [2, 3] });
  } else if (pick.kind === 'phase') {
    const left = sx(zoom, cells.left[pick.phase]);
    target.rect(left, area.top + 1, sx(zoom, cells.right[pick.phase]) - left, area.bottom - area.top - 2, {
      stroke: ink,
      opacity: 0.5,
    });
    target.circle(
      sx(zoom, (cells.left[pick.phase] + cells.right[pick.phase]) / 2),
      sy(zoom, curve[pick.phase]),
      3,
      { fill: ink },
    );
  }
}
