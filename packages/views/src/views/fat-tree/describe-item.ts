import { jobColour } from '@weft/draw';
import { INCOMING } from '@weft/layout';
import { formatExact, formatQuantity, type Selection, type TableColumns, textAt } from '@weft/model';
import { vertexName } from '@weft/network';
import { isDown } from '../../kit/link-state.ts';
import type { TooltipContent, TooltipLine } from '../../kit/tooltip.tsx';
import { type ChosenAs, chosenKey } from './choose-item.ts';
import type { MatrixItem, MatrixPicture } from './matrix-picture.ts';

export function describeItem(
  picture: MatrixPicture,
  jobs: TableColumns<'jobs'>,
  item: MatrixItem,
  x: number,
  y: number,
): TooltipContent {
  if (item.kind === 'link') return { x, y, ...describeLink(picture, item.id) };
  if (item.kind === 'host') return { x, y, ...describeHost(picture, item.id) };
  return { x, y, ...describeSwitch(picture, jobs, item.id, item.part) };
}

type Description = Pick<TooltipContent, 'title' | 'lines'>;

function describeLink(picture: MatrixPicture, link: number): Description {
  const { network, totals, unit, title, figures } = picture;
  const { src, dst, src_port, dst_port } = network.links;
  const port = (value: number): string => (value < 0 ? '' : ` port ${value}`);
  const total = totals[link] ?? 0;
  const largest = Math.max(figures.high, -figures.low);
  const state = linkState(picture, link);
  return {
    title: `${vertexName(network, src[link])} → ${vertexName(network, dst[link])}`,
    lines: [
      { label: title, value: `${formatExact(total, unit)}${state ? `, ${state}` : ''}` },
      {
        label: figures.low < 0 ? 'share of the largest change' : 'share of the largest',
        value: largest > 0 ? `${((100 * total) / largest).toFixed(1)} %` : '–',
      },
      {
        label: 'link',
        value: `${link}, ${textAt(network.links.class, link) ?? ''} ${textAt(network.links.direction, link) ?? ''}`,
      },
      {
        label: 'from, to',
        value: `${vertexName(network, src[link])}${port(src_port[link])}, ${vertexName(network, dst[link])}${port(dst_port[link])}`,
      },
    ],
  };
}

function linkState({ network, totals, idle }: MatrixPicture, link: number): string | null {
  if (isDown(network, link)) return 'down';
  return idle && totals[link] === 0 ? 'idle' : null;
}

function describeHost({ network, totals, unit, hostStrip }: MatrixPicture, host: number): Description {
  const at = hostStrip?.hosts.indexOf(host) ?? -1;
  return {
    title: vertexName(network, host),
    lines: [
      { label: 'up', value: formatExact(totals[hostStrip?.up[at] ?? -1] ?? 0, unit) },
      { label: 'down', value: formatExact(totals[hostStrip?.down[at] ?? -1] ?? 0, unit) },
    ],
  };
}

function describeSwitch(
  picture: MatrixPicture,
  jobs: TableColumns<'jobs'>,
  vertex: number,
  part: number,
): Description {
  const { network, maxima, unit } = picture;
  const value = (part === INCOMING ? maxima.peek().incoming : maxima.peek().outgoing)[vertex];
  const lines: TooltipLine[] = [
    {
      label: part === INCOMING ? 'largest link into it' : 'largest link out of it',
      value: formatExact(value, unit),
    },
    { label: 'level', value: `L${network.vertices.level[vertex]}` },
  ];
  const guid = textAt(network.vertices.guid, vertex);
  if (guid) lines.push({ label: 'GUID', value: guid });
  return { title: vertexName(network, vertex), lines: [...lines, ...shareTexts(picture, jobs, vertex)] };
}

/** For screen readers, after a choice. */
export function sayChosen(
  { network }: MatrixPicture,
  selection: Selection,
  item: MatrixItem,
  as: ChosenAs,
): string {
  const { src, dst } = network.links;
  const name =
    item.kind === 'link'
      ? `Port ${vertexName(network, src[item.id])} to ${vertexName(network, dst[item.id])}`
      : vertexName(network, item.id);
  const key = chosenKey(item, as);
  if (!selection[key].includes(item.id)) return `${name} let go`;
  const what = { source: 'is a source', destination: 'is a destination', way: 'is to be passed' };
  return `${name} ${what[key === 'links' ? 'way' : as === 'destination' ? 'destination' : 'source']}`;
}

/** For screen readers, on each step of the keyboard. */
export function sayItem(picture: MatrixPicture, jobs: TableColumns<'jobs'>, item: MatrixItem): string {
  const { network, totals, visible, unit, maxima } = picture;
  if (item.kind === 'link') {
    const { src, dst } = network.links;
    const state = linkState(picture, item.id);
    return [
      `Link from ${vertexName(network, src[item.id])} to ${vertexName(network, dst[item.id])}`,
      formatQuantity(totals[item.id], unit),
      ...(state ? [state] : []),
      ...(visible?.[item.id] === 0 ? ['not in the selection'] : []),
    ].join(', ');
  }
  if (item.kind === 'host') return `Host ${vertexName(network, item.id)}`;
  const side = item.part === INCOMING ? 'incoming' : 'outgoing';
  const value = (item.part === INCOMING ? maxima.peek().incoming : maxima.peek().outgoing)[item.id];
  const shares = shareTexts(picture, jobs, item.id).map(({ label, value: text }) => `${label} ${text}`);
  return [
    `Switch ${vertexName(network, item.id)}`,
    side,
    `largest link ${formatQuantity(value, unit)}`,
    ...shares,
  ].join(', ');
}

/** The jobs on a leaf switch, where switches show jobs. */
function shareTexts({ shares }: MatrixPicture, jobs: TableColumns<'jobs'>, vertex: number): TooltipLine[] {
  return (shares?.get(vertex) ?? []).map(({ job, nodes, share }) => ({
    label: textAt(jobs.name, job) ?? `job ${job}`,
    value: `${nodes} nodes, ${(100 * share).toFixed(0)} %`,
    colour: jobColour(job),
  }));
}
