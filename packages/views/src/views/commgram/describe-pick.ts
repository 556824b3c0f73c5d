import type { PhaseSequence } from '@weft/analysis';
import { formatInstant } from '@weft/draw';
import { formatDuration, formatExact, formatQuantity, NONE, textAt } from '@weft/model';
import type { TooltipLine } from '../../kit/tooltip.tsx';
import type { MessageFrames } from './needs.ts';
import type { CommgramPick } from './pick.ts';
import { barMembers, type CommgramScene, type ScenePhase } from './scene.ts';

interface Description {
  readonly title: string;
  readonly lines: readonly TooltipLine[];
}

export function describePick(scene: CommgramScene, pick: CommgramPick, origin: string | null): Description {
  switch (pick.kind) {
    case 'phase':
      return describePhase(scene, pick.phase, origin);
    case 'jump':
      return describeJump(scene, pick.phase);
    case 'section':
      return describeSection(scene, pick.section);
    case 'bar':
      return describeBar(scene, pick);
    case 'ribbon':
      return scene.messages
        ? describeMessage(scene, scene.messages, pick, origin)
        : describeRibbon(scene, pick);
  }
}

function describePhase(
  { phases, picture, sequences }: CommgramScene,
  at: number,
  origin: string | null,
): Description {
  const { phase, name } = phases[at];
  const { facts, band } = picture;
  const pattern = facts.patterns[at];
  return {
    title: `Phase ${name}${pattern ? `, ${pattern}` : ''}`,
    lines: [
      { label: 'start', value: formatInstant(phase.start, origin) },
      { label: 'length', value: formatDuration(phase.end - phase.start) },
      { label: 'messages', value: formatExact(phase.messages, 'count') },
      { label: 'bytes', value: formatExact(phase.bytes, 'B') },
      {
        label: 'changed since the phase before',
        value: movedText(facts.differences[at], phases[at].left.length),
      },
      {
        label: 'crossings',
        value: `${formatQuantity(phase.picture.order.after, 'count')} (by rank ${formatQuantity(phase.picture.order.before, 'count')})`,
      },
      ...sequences
        .filter(({ places }) => places.some(([first, last]) => at >= first && at <= last))
        .map(({ name, places }) => ({ label: `sequence ${name}`, value: placesText(facts.names, places) })),
      ...(facts.outliers.includes(at) ? [{ label: 'outlier', value: 'unlike the others of its place' }] : []),
      ...band.map(({ title, unit, values }) => ({ label: title, value: formatQuantity(values[at], unit) })),
    ],
  };
}

function describeJump({ phases, picture }: CommgramScene, at: number): Description {
  const { facts } = picture;
  return {
    title: `From ${phases[at - 1].name} to ${phases[at].name}`,
    lines: [
      { label: 'changed community', value: movedText(facts.differences[at], phases[at].left.length) },
      {
        label: 'pattern',
        value: `${facts.patterns[at - 1] ?? 'once'} → ${facts.patterns[at] ?? 'once'}`,
      },
    ],
  };
}

function placesText(names: readonly string[], places: PhaseSequence['places']): string {
  return shorten(places.map(([first, last]) => `${names[first]}–${names[last]}`));
}

/** A difference of partitions counts who moves twice: where it left and where it came. */
function movedText(difference: number, ranks: number): string {
  return `${formatExact(difference / 2, 'count')} of ${formatExact(ranks, 'count')} ranks`;
}

function describeSection({ picture: { facts } }: CommgramScene, at: number): Description {
  const [first, end] = facts.sections[at];
  const pattern = facts.patterns[first];
  const places = facts.patterns.flatMap((name, p) =>
    name !== null && name === pattern ? [facts.names[p]] : [],
  );
  return {
    title: pattern ? `Pattern ${pattern}` : 'Like no other phase',
    lines: [
      { label: 'here', value: `${facts.names[first]} to ${facts.names[end - 1]}` },
      ...(pattern ? [{ label: 'instances', value: `${places.length}: ${shorten(places)}` }] : []),
      ...(facts.period > 0 ? [{ label: 'period', value: `${facts.period} phases` }] : []),
    ],
  };
}

function describeBar(
  scene: CommgramScene,
  { phase, side, bar }: Extract<CommgramPick, { kind: 'bar' }>,
): Description {
  const own = scene.phases[phase];
  const id = scene.picture.geometry.bars.id[bar];
  const { src, dst, bytes, messages } = own.phase.picture.traffic;
  const labels = own[side];
  const sums = { sent: 0, received: 0, within: 0, messages: 0 };
  for (let e = 0; e < src.length; e++) {
    const [out, into] = [labels[src[e]] === id, labels[dst[e]] === id];
    if (!out && !into) continue;
    sums.messages += messages[e];
    if (out && into) sums.within += bytes[e];
    else if (out) sums.sent += bytes[e];
    else sums.received += bytes[e];
  }
  return {
    title: `${barTitle(own, side, id)} in ${own.name}`,
    lines: [
      { label: 'ranks', value: shorten(barMembers(own, side, id).map(String)) },
      { label: 'sent to others', value: formatExact(sums.sent, 'B') },
      { label: 'received from others', value: formatExact(sums.received, 'B') },
      { label: 'within', value: formatExact(sums.within, 'B') },
      { label: 'messages', value: formatExact(sums.messages, 'count') },
    ],
  };
}

function describeRibbon(
  scene: CommgramScene,
  { phase, ribbon }: Extract<CommgramPick, { kind: 'ribbon' }>,
): Description {
  const own = scene.phases[phase];
  const { src, dst } = ribbonCommunities(scene, phase, ribbon);
  const { bytes, messages } = scene.picture.geometry.ribbons;
  return {
    title: `${barTitle(own, 'left', src)} → ${barTitle(own, 'right', dst)} in ${own.name}`,
    lines: [
      { label: 'bytes', value: formatExact(bytes[ribbon], 'B') },
      { label: 'messages', value: formatExact(messages[ribbon], 'count') },
      { label: 'senders', value: shorten(barMembers(own, 'left', src).map(String)) },
      { label: 'receivers', value: shorten(barMembers(own, 'right', dst).map(String)) },
    ],
  };
}

/** The popup of a single message (operation, ends, size, times). */
function describeMessage(
  { picture }: CommgramScene,
  messages: MessageFrames['messages'],
  { ribbon }: Extract<CommgramPick, { kind: 'ribbon' }>,
  origin: string | null,
): Description {
  const { src, dst, tag, call, send_start, send_end, recv_start, recv_end } = messages.columns;
  const time = (column: Float64Array) =>
    column[ribbon] === NONE ? 'unknown' : formatInstant(column[ribbon], origin);
  return {
    title: textAt(call, ribbon) ?? 'message',
    lines: [
      { label: 'sender', value: `rank ${src[ribbon]}` },
      { label: 'receiver', value: `rank ${dst[ribbon]}` },
      { label: 'size', value: formatExact(picture.geometry.ribbons.bytes[ribbon], 'B') },
      { label: 'tag', value: tag[ribbon] === NONE ? 'none' : String(tag[ribbon]) },
      { label: 'sent', value: `${time(send_start)} to ${time(send_end)}` },
      { label: 'received', value: `${time(recv_start)} to ${time(recv_end)}` },
    ],
  };
}

/** Communities at both ends of a ribbon. */
export function ribbonCommunities(
  { picture: { geometry } }: CommgramScene,
  phase: number,
  ribbon: number,
): { src: number; dst: number } {
  const { bars, ribbons } = geometry;
  const first = bars.offsets[phase];
  let left = first;
  while (left < bars.offsets[phase + 1] && bars.x[left] === bars.x[first]) left++;
  return { src: bars.id[first + ribbons.src[ribbon]], dst: bars.id[left + ribbons.dst[ribbon]] };
}

function barTitle(phase: ScenePhase, side: 'left' | 'right', id: number): string {
  if (id === phase.others) return 'others';
  const members = barMembers(phase, side, id);
  return members.length === 1 ? `rank ${members[0]}` : `community ${id}`;
}

function shorten(items: readonly string[]): string {
  return items.length > 6 ? `${items.slice(0, 4).join(', ')} … (${items.length})` : items.join(', ');
}
