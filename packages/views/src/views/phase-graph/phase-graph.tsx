import { useSignal } from '@preact/signals';
import {
  type CommgramPhase,
  createCommgramSession,
  modelOfFrames,
  phaseModularity,
  phaseRibbons,
  suggestCommunities,
} from '@weft/analysis';
import { type RenderTarget, ribbonColours, sizeDomain, type Theme, themeColours } from '@weft/draw';
import { circleArc, phaseCircle, phaseShape } from '@weft/layout';
import { formatExact, formatQuantity } from '@weft/model';
import { useCallback, useMemo, useRef } from 'preact/hooks';
import { Canvas } from '../../kit/canvas.tsx';
import { formatCsv } from '../../kit/export-picture.ts';
import { Tooltip, type TooltipContent } from '../../kit/tooltip.tsx';
import { useExporter } from '../../kit/use-exporter.ts';
import { EmptyState, TOOLBAR_HEIGHT, ViewRoot } from '../../kit/view-root.tsx';
import type { ViewProps } from '../../view.ts';
import { Slider } from '../commgram/controls.tsx';
import '../commgram/commgram.css';
import { counted } from '../commgram/status-text.ts';
import { drawPhaseGraph, type PhaseGraphModel } from './draw-phase-graph.ts';
import type { PhaseGraphNeeds } from './phase-graph-needs.ts';

const MOST_NODES = 256;

export function PhaseGraph(props: ViewProps<PhaseGraphNeeds>) {
  const { data, workspace, width, height, exporter } = props;
  const tooltip = useSignal<TooltipContent | null>(null);
  const session = useMemo(() => createCommgramSession(modelOfFrames(data.model)), [data.model]);
  const { communities } = props.options;
  const asked = typeof communities === 'number' ? communities : suggestCommunities(session.model.ranks);
  const count = Math.max(1, Math.min(asked, session.model.ranks, MOST_NODES));
  const bodyHeight = Math.max(height - TOOLBAR_HEIGHT, 60);
  const theme = workspace.theme.value;
  const map = workspace.colourMap.value;
  const phase = useMemo(() => session.cut({ phases: 1, communities: count }).phases[0], [session, count]);
  const model = useMemo(
    () => graphModel(phase, width, bodyHeight, theme, map),
    [phase, width, bodyHeight, theme, map],
  );
  const latest = useRef(model);
  latest.current = model;
  const draw = useCallback(
    (target: RenderTarget): void => {
      if (model) drawPhaseGraph(target, model);
    },
    [model],
  );
  const csv = useCallback(() => graphCsv(model), [model]);
  useExporter(exporter, { title: 'Phase as a graph', width, height: bodyHeight, draw }, csv);
  const attach = useCallback(
    (element: HTMLCanvasElement) => {
      const at = (event: MouseEvent) => {
        const box = element.getBoundingClientRect();
        return { x: event.clientX - box.left, y: event.clientY - box.top };
      };
      const move = (event: PointerEvent): void => {
        const { x, y } = at(event);
        const text = latest.current && describeAt(latest.current, x, y);
        tooltip.value = text ? { x, y, ...text } : null;
      };
      const click = (event: MouseEvent): void => {
        const { x, y } = at(event);
        const ranks = latest.current ? ranksAt(latest.current, x, y) : [];
        workspace.select({ ranks }, 'commit');
      };
      const leave = (): void => {
        tooltip.value = null;
      };
      element.addEventListener('pointermove', move);
      element.addEventListener('pointerleave', leave);
      element.addEventListener('click', click);
      return () => {
        element.removeEventListener('pointermove', move);
        element.removeEventListener('pointerleave', leave);
        element.removeEventListener('click', click);
      };
    },
    [workspace],
  );
  return (
    <ViewRoot workspace={workspace} width={width} height={height}>
      <div class="kit-toolbar">
        <Slider
          label="Communities"
          value={count}
          least={1}
          most={Math.max(1, Math.min(session.model.ranks, MOST_NODES))}
          onChange={(communities) => props.setOptions({ communities })}
        />
        <span class="kit-status kit-push" role="status">
          {phase &&
            `${counted(phase.messages, 'message')}, ${formatQuantity(phase.bytes, 'B')}, modularity ${phaseModularity(phase).toFixed(2)}`}
        </span>
      </div>
      {model ? (
        <>
          <Canvas
            width={width}
            height={bodyHeight}
            draw={draw}
            label="Communities of one phase and what they send to each other"
            attach={attach}
          />
          <Tooltip content={tooltip} width={width} height={bodyHeight} />
        </>
      ) : (
        <EmptyState title="No messages in this time range">
          Clear the time range or select a phase.
        </EmptyState>
      )}
    </ViewRoot>
  );
}

function graphModel(
  phase: CommgramPhase | undefined,
  width: number,
  height: number,
  theme: Theme,
  map: string,
): PhaseGraphModel | null {
  if (!phase) return null;
  const shape = phaseShape(phase.labels, phase.picture.order.positions, phaseRibbons(phase));
  const { ids, sizes } = shape.left;
  return {
    width,
    height,
    circle: phaseCircle(shape.left, width, height),
    shape,
    labels: phase.labels,
    scale: ribbonColours({ map, theme, domain: sizeDomain(shape.flows.bytes) }),
    colours: themeColours(theme),
    names: Array.from(ids, (id, i) =>
      sizes[i] === 1 ? `rank ${phase.labels.indexOf(id)}` : `${id} (${sizes[i]})`,
    ),
  };
}

function describeAt(model: PhaseGraphModel, x: number, y: number): Omit<TooltipContent, 'x' | 'y'> | null {
  const { shape, names } = model;
  const { src, dst, bytes, messages } = shape.flows;
  const node = nodeAt(model, x, y);
  if (node >= 0) {
    const sum = (ends: Int32Array) =>
      bytes.reduce((total, value, i) => total + (ends[i] === node ? value : 0), 0);
    return {
      title: names[node],
      lines: [
        { label: 'members', value: String(shape.left.sizes[node]) },
        { label: 'sends', value: formatExact(sum(src), 'B') },
        { label: 'receives', value: formatExact(sum(dst), 'B') },
      ],
    };
  }
  const arc = arcAt(model, x, y);
  if (arc < 0) return null;
  return {
    title: `${names[src[arc]]} → ${names[dst[arc]]}`,
    lines: [
      { label: 'bytes', value: formatExact(bytes[arc], 'B') },
      { label: 'messages', value: formatExact(messages[arc], 'count') },
    ],
  };
}

function ranksAt(model: PhaseGraphModel, x: number, y: number): number[] {
  const { shape, labels } = model;
  const node = nodeAt(model, x, y);
  const arc = node < 0 ? arcAt(model, x, y) : -1;
  const places = node >= 0 ? [node] : arc >= 0 ? [shape.flows.src[arc], shape.flows.dst[arc]] : [];
  const ids = new Set(places.map((place) => shape.left.ids[place]));
  return Array.from(labels.keys()).filter((rank) => ids.has(labels[rank]));
}

function nodeAt({ circle }: PhaseGraphModel, x: number, y: number): number {
  return circle.x.findIndex((cx, i) => Math.hypot(x - cx, y - circle.y[i]) <= Math.max(5, circle.radius[i]));
}

const SAMPLES = 24;

/** The nearest arc within a few pixels; of equals the larger. */
function arcAt({ circle, shape: { flows } }: PhaseGraphModel, x: number, y: number): number {
  let best = -1;
  let nearest = 5;
  for (let i = 0; i < flows.src.length; i++) {
    const { from, control, to } = circleArc(circle, flows.src[i], flows.dst[i]);
    for (let s = 0; s <= SAMPLES; s++) {
      const t = s / SAMPLES;
      const u = 1 - t;
      const px = u * u * from[0] + 2 * u * t * control[0] + t * t * to[0];
      const py = u * u * from[1] + 2 * u * t * control[1] + t * t * to[1];
      const distance = Math.hypot(x - px, y - py);
      if (distance < nearest) [best, nearest] = [i, distance];
    }
  }
  return best;
}

function graphCsv(model: PhaseGraphModel | null): string {
  const header = ['src_community', 'dst_community', 'bytes', 'messages'];
  if (!model) return formatCsv(header, []);
  const { flows, left } = model.shape;
  return formatCsv(
    header,
    Array.from(flows.src.keys(), (i) => [
      left.ids[flows.src[i]],
      left.ids[flows.dst[i]],
      flows.bytes[i],
      flows.messages[i],
    ]),
  );
}
