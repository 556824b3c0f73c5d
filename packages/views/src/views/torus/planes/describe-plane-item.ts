import { formatExact, formatQuantity } from '@weft/model';
import { describeNode, directionName, nodeCoordinate, type TorusShape, vertexName } from '@weft/network';
import { isDown } from '../../../kit/link-state.ts';
import type { TooltipContent } from '../../../kit/tooltip.tsx';
import { describeNodeTraffic } from '../source/describe-node-traffic.ts';
import { isMixed } from '../source/line-values.ts';
import { valueColour } from '../source/torus-source.ts';
import { lineValue } from './line-colours.ts';
import type { PlaneItem, PlanesPicture } from './planes-picture.ts';

type Description = Pick<TooltipContent, 'title' | 'lines'>;

export function describePlaneItem(
  picture: PlanesPicture,
  item: PlaneItem,
  x: number,
  y: number,
): TooltipContent {
  return { x, y, ...describe(picture, item) };
}

/** Without counters there is nothing to tell but names. */
function describe(picture: PlanesPicture, item: PlaneItem): Description {
  const { title, lines } = describeMeasured(picture, item);
  return { title, lines: picture.totals.length > 0 ? lines : [] };
}

function describeMeasured(picture: PlanesPicture, item: PlaneItem): Description {
  if (item.kind === 'node')
    return describeNodeTraffic(picture.network, picture.shape, item.id, picture.totals, picture.unit);
  if (item.kind === 'group') return describeGroup(picture, item.id);
  const slots = lineSlots(picture, item.id);
  return slots.length === 1 ? describeLink(picture, slots[0]) : describeMean(picture, item.id, slots);
}

/** Places in `linkAt` of the links behind a line. */
export function lineSlots({ lines, shape }: Pick<PlanesPicture, 'lines' | 'shape'>, line: number): number[] {
  const slots: number[] = [];
  for (let slot = 0; slot < lines.lineOf.length; slot++)
    if (lines.lineOf[slot] === line && shape.linkAt[slot] >= 0) slots.push(slot);
  return slots;
}

function describeLink(picture: PlanesPicture, slot: number): Description {
  const { network, shape, totals, unit, title, figures } = picture;
  const link = shape.linkAt[slot];
  const { src, dst } = network.links;
  const total = totals[link] ?? 0;
  const largest = Math.max(figures.high, -figures.low);
  const state = isDown(network, link) ? ', down' : total === 0 && !picture.difference ? ', idle' : '';
  return {
    title: `${vertexName(network, src[link])} → ${vertexName(network, dst[link])}, ${directionName(shape, slot % shape.directions)}`,
    lines: [
      { label: title, value: `${formatExact(total, unit)}${state}`, colour: valueColour(picture, total) },
      {
        label: picture.difference ? 'share of the largest change' : 'share of the largest',
        value: largest > 0 ? `${((100 * total) / largest).toFixed(1)} %` : '–',
      },
      { label: 'from', value: describeNode(network, shape, shape.nodeOf[src[link]]) },
      { label: 'to', value: describeNode(network, shape, shape.nodeOf[dst[link]]) },
      { label: 'link', value: String(link) },
    ],
  };
}

function describeMean(picture: PlanesPicture, line: number, slots: readonly number[]): Description {
  const { lines, values, shape, unit, title, apart } = picture;
  const direction = lines.direction[line];
  const name = apart ? directionName(shape, direction) : `±${shape.names[direction >> 1]}`;
  const count = formatExact(slots.length, 'count');
  const range = `${formatQuantity(values.low[line], unit)} – ${formatQuantity(values.high[line], unit)}`;
  const shown = lineValue(values, picture.figure, line);
  const missing = lines.expected[line] - slots.length;
  return {
    title: `${name}: ${picture.figure === 'max' ? 'largest' : 'mean'} of ${count} links`,
    lines: [
      { label: title, value: formatExact(shown, unit), colour: valueColour(picture, shown) },
      { label: isMixed(values, line) ? '◇ mixed, from – to' : 'from – to', value: range },
      { label: 'links leave', value: describeValues(shape, slots) },
      ...(missing > 0 ? [{ label: 'missing', value: `${missing} of ${lines.expected[line]} links` }] : []),
    ],
  };
}

/** `a = 1, b 0–3, c = 0`: the coordinates of the nodes that the links leave. */
function describeValues(shape: TorusShape, slots: readonly number[]): string {
  return shape.names
    .map((name, dimension) => {
      let low = Number.POSITIVE_INFINITY;
      let high = 0;
      for (const slot of slots) {
        const value = nodeCoordinate(shape, Math.floor(slot / shape.directions), dimension);
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
      return low === high ? `${name} = ${low}` : `${name} ${low}–${high}`;
    })
    .join(', ');
}

function describeGroup({ frames, shape }: PlanesPicture, group: number): Description {
  const fixed = frames.groups[group].values.flatMap((value, dimension) =>
    value < 0 ? [] : [`${shape.names[dimension]} = ${value}`],
  );
  return {
    title: `Group of planes ${fixed.join(', ')}`.trim(),
    lines: [{ label: 'click', value: 'magnifies it' }],
  };
}

/** For screen readers, on each step of the keyboard. */
export function sayPlaneItem(picture: PlanesPicture, item: PlaneItem): string {
  const { title, lines } = describe(picture, item);
  const hidden = item.kind === 'line' && picture.values.shown[item.id] === 0 ? ['not in the selection'] : [];
  return [title, ...lines.slice(0, 2).map(({ label, value }) => `${label} ${value}`), ...hidden].join(', ');
}
