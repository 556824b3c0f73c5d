import { formatExact, formatQuantity, inLinksOf, outLinksOf, textAt } from '@weft/model';
import { vertexName } from '@weft/network';
import type { TooltipContent } from '../../kit/tooltip.tsx';
import { flightOf } from './follow.ts';
import { delaysOf } from './hop-delays.ts';
import { kindOf } from './machine-model.ts';
import type { MachinePicture } from './machine-picture.ts';
import type { Picked } from './pick-at.ts';

export function describePicked(picture: MachinePicture, found: Picked, x: number, y: number): TooltipContent {
  switch (found.kind) {
    case 'vertex':
      return { x, y, ...vertexText(picture, found.id) };
    case 'block':
      return { x, y, ...blockText(picture, found.switches) };
    case 'link':
      return { x, y, ...linkText(picture, found.id) };
    case 'message':
      return { x, y, ...messageText(picture, found.id) };
  }
}

function vertexText({ data, motion: { moment }, workspace }: MachinePicture, vertex: number) {
  const { vertices, outOffsets } = data.network;
  const lines = [{ label: 'kind', value: kindOf(vertices, vertex) }];
  if (vertices.level[vertex] > 0) lines.push({ label: 'layer', value: String(vertices.level[vertex]) });
  if (vertices.pod[vertex] >= 0) lines.push({ label: 'pod', value: String(vertices.pod[vertex]) });
  lines.push({ label: 'links', value: String(outOffsets[vertex + 1] - outOffsets[vertex]) });
  if (moment.state) lines.push({ label: 'messages now', value: String(moment.activity[vertex]) });
  if (data.hops) lines.push({ label: 'waiting now', value: String(moment.queues.perVertex[vertex]) });
  const totals = workspace.linkValues.totals.peek();
  if (totals) {
    const sum = (links: Int32Array) =>
      formatExact(
        links.reduce((total, link) => total + totals[link], 0),
        workspace.linkValues.unit.peek(),
      );
    lines.push({ label: 'out', value: sum(outLinksOf(data.network, vertex)) });
    lines.push({ label: 'in', value: sum(inLinksOf(data.network, vertex)) });
  }
  return { title: vertexName(data.network, vertex), lines };
}

function blockText({ data, motion: { moment } }: MachinePicture, switches: readonly number[]) {
  const level = data.network.vertices.level[switches[0]];
  const now = switches.reduce((sum, vertex) => sum + moment.activity[vertex], 0);
  return {
    title: `block of layer ${level}`,
    lines: [
      { label: 'switches', value: formatExact(switches.length, '') },
      ...(moment.state ? [{ label: 'messages now', value: formatExact(now, '') }] : []),
    ],
  };
}

function linkText({ data, motion: { moment }, workspace }: MachinePicture, link: number) {
  const { network } = data;
  const { src, dst, reverse } = network.links;
  const totals = workspace.linkValues.totals.peek();
  const unit = workspace.linkValues.unit.peek();
  const way = (id: number) => ({
    label: `${vertexName(network, src[id])} → ${vertexName(network, dst[id])}`,
    value: totals ? formatExact(totals[id], unit) : (textAt(network.links.direction, id) ?? ''),
  });
  const queue = (id: number) => ({
    label: `waiting now in ${vertexName(network, src[id])}`,
    value: String(moment.queues.perLink[id]),
  });
  const ways = reverse[link] >= 0 ? [link, reverse[link]] : [link];
  return {
    title: `link ${link} ${textAt(network.links.class, link) ?? ''}`,
    lines: [...ways.map(way), ...(data.hops ? ways.map(queue) : [])],
  };
}

function messageText({ data, motion }: MachinePicture, id: number) {
  const traffic = motion.traffic.peek()!;
  const { flights, messages } = traffic;
  const flight = flightOf(traffic, id);
  const row = flights.row[flight];
  return {
    title: `message ${id}`,
    lines: [
      { label: 'ranks', value: `${messages.src[row]} → ${messages.dst[row]}` },
      { label: 'size', value: formatQuantity(messages.bytes[row], 'B') },
      { label: 'sent', value: formatQuantity(flights.from[flight], 'ns') },
      { label: 'received', value: formatQuantity(flights.to[flight], 'ns') },
      ...delaysOf(data.network, flights, flight).map(({ link, delay }) => ({ label: link, value: delay })),
    ],
  };
}
