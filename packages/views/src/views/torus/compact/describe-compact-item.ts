import { formatExact, formatQuantity } from '@weft/model';
import { describeNode, directionName, vertexName } from '@weft/network';
import type { TooltipContent } from '../../../kit/tooltip.tsx';
import { describeNodeTraffic } from '../source/describe-node-traffic.ts';
import { differ } from '../source/line-values.ts';
import { valueColour } from '../source/torus-source.ts';
import {
  type CompactFigure,
  cellSlots,
  describeCell,
  figuresOf,
  lineSlots,
  type SlotFigures,
  shownValue,
  valuesOfCell,
} from './compact-figure.ts';
import type { CompactItem } from './compact-item.ts';
import type { CompactPicture } from './compact-picture.ts';

type Description = Pick<TooltipContent, 'title' | 'lines'>;

/** Without counters there is nothing to tell but names. */
export function describeCompactItem(
  picture: CompactPicture,
  figures: readonly CompactFigure[],
  item: CompactItem,
): Description {
  const { title, lines } = describeMeasured(picture, figures, item);
  return { title, lines: picture.totals.length > 0 ? lines : [] };
}

function describeMeasured(
  picture: CompactPicture,
  figures: readonly CompactFigure[],
  item: CompactItem,
): Description {
  const figure = figures[item.figure];
  if (item.kind === 'line') return describeLine(picture, figure, item.line, item.sign);
  const node = singleNode(picture, figure, item.cell);
  return node >= 0
    ? describeNodeTraffic(picture.network, picture.shape, node, picture.totals, picture.unit)
    : describeCollapsedNode(picture, figure, item.cell);
}

/** The only node of the torus behind a node of a figure, -1 = there are several. */
export function singleNode({ shape }: CompactPicture, { torus, fixed }: CompactFigure, cell: number): number {
  const values = valuesOfCell({ torus, fixed }, cell);
  const single = values.every((value, dimension) => value >= 0 || shape.sizes[dimension] === 1);
  return single ? values.reduce((node, value, d) => node + Math.max(0, value) * shape.strides[d], 0) : -1;
}

/** The only link behind one direction of a line, -1 = there are several or none. */
export function singleLink(picture: CompactPicture, figure: CompactFigure, item: CompactItem): number {
  if (item.kind !== 'line' || item.sign === null) return -1;
  const { shape } = picture;
  const slot = lineSlots(figure, figure.lattice.lines[item.line])[item.sign];
  const node = singleNode(picture, figure, Math.floor(slot / shape.directions));
  return node < 0 ? -1 : shape.linkAt[node * shape.directions + (slot % shape.directions)];
}

function describeCollapsedNode(picture: CompactPicture, figure: CompactFigure, cell: number): Description {
  const { shape } = picture;
  const values = valuesOfCell(figure, cell);
  const nodes = values.reduce((all, value, d) => (value < 0 ? all * shape.sizes[d] : all), 1);
  const collapsed = figure.collapsed.filter((dimension) => shape.sizes[dimension] > 1);
  const lines = collapsed.flatMap((dimension) =>
    cellSlots(figure, cell, [dimension]).map((slot) =>
      describeSlots(picture, directionName(shape, slot % shape.directions), figuresOf(figure, [slot])),
    ),
  );
  const all = figuresOf(figure, cellSlots(figure, cell, collapsed));
  return {
    title: `${describeCell(shape, values) || 'all'}: ${formatExact(nodes, 'count')} nodes`,
    lines: [...lines, { label: 'collapsed, together', value: formatExact(all.sum, picture.unit) }],
  };
}

function describeSlots(picture: CompactPicture, label: string, carried: SlotFigures) {
  if (carried.links === 0) return { label, value: 'none' };
  const shown = shownValue(carried, picture.figure);
  const range = differ(carried.low, carried.high)
    ? ` ◇ ${formatQuantity(carried.low, picture.unit)} – ${formatQuantity(carried.high, picture.unit)}`
    : '';
  const lost = carried.expected - carried.links;
  const missing = lost > 0 ? `, ${lost} of ${carried.expected} links missing` : '';
  return {
    label,
    value: `${formatQuantity(shown, picture.unit)}${range}${missing}`,
    colour: valueColour(picture, shown),
  };
}

function describeLine(
  picture: CompactPicture,
  figure: CompactFigure,
  line: number,
  sign: 0 | 1 | null,
): Description {
  const { shape, network, unit, title } = picture;
  const both = lineSlots(figure, figure.lattice.lines[line]);
  const slots = sign === null ? both : [both[sign]];
  const carried = figuresOf(figure, slots);
  const name = directionName(shape, slots[0] % shape.directions);
  const link = singleLink(picture, figure, { figure: 0, kind: 'line', line, sign });
  if (link >= 0) {
    const { src, dst } = network.links;
    return {
      title: `${vertexName(network, src[link])} → ${vertexName(network, dst[link])}, ${name}`,
      lines: [
        { label: title, value: formatExact(carried.sum, unit), colour: valueColour(picture, carried.sum) },
        { label: 'from', value: describeNode(network, shape, shape.nodeOf[src[link]]) },
        { label: 'to', value: describeNode(network, shape, shape.nodeOf[dst[link]]) },
      ],
    };
  }
  const count = formatExact(carried.links, 'count');
  const kind = picture.figure === 'max' ? 'largest' : 'mean';
  const leaves = describeCell(shape, valuesOfCell(figure, Math.floor(slots[0] / shape.directions)));
  return {
    title: `${sign === null ? name.replace('+', '±') : name}: ${kind} of ${count} links`,
    lines: [
      describeSlots(picture, title, carried),
      { label: 'together', value: formatExact(carried.sum, unit) },
      { label: 'links leave', value: leaves || 'all nodes' },
    ],
  };
}
