import {
  type CommgramPhase,
  communityNode,
  cutCommunities,
  cutCommunity,
  type Ribbons,
} from '@weft/analysis';
import { commgramStyle, pictureArea, ribbonColours, sizeDomain } from '@weft/draw';
import { type BarColumn, commgramGeometry, communityColumn, type Flows, flowsBetween } from '@weft/layout';
import type { MessageFrames } from './needs.ts';
import type { CommgramScene, SceneOptions } from './scene.ts';
import { phaseName, phaseSteps, type ZoomStep } from './zoom-path.ts';

type PartStep = Exclude<ZoomStep, { kind: 'phase' }>;

interface PartOptions
  extends Pick<SceneOptions, 'settings' | 'steps' | 'width' | 'height' | 'theme' | 'map'> {
  readonly step: PartStep;
  /** Single messages of the ribbon, when they are all there. */
  readonly messages: MessageFrames['messages'] | null;
}

/** Unfolds one community or one ribbon of a phase by the tree of its communities, down to ranks and messages. */
export function partScene(phase: CommgramPhase, options: PartOptions): CommgramScene {
  const { step, settings, width, height, theme, map, steps } = options;
  const part =
    step.kind === 'community'
      ? insideCommunity(phase, step, settings.unfold)
      : ribbonEndsOf(phase, step, settings.unfold);
  const { left, right, others } = part;
  const columns = [left, right].map((labels) => communityColumn(labels, phase.picture.order.positions));
  const each = options.messages && part.single ? messageFlows(options.messages, left, right, columns) : null;
  // Ribbons stand for rows one by one only if every row has its ends in the picture.
  const single = each !== null && each.src.length === options.messages?.rows;
  const flows = single ? each : flowsBetween(columns[0], columns[1], traffic(phase, left, right, others));
  const area = pictureArea(width, height, { patterns: false });
  const geometry = commgramGeometry([{ left: columns[0], right: columns[1], flows }], [0], [], {
    area,
    lift: 0,
    waviness: 0,
    widthScale: settings.scale,
    gapShare: 0,
  });
  const title = single ? 'bytes of a message' : 'bytes of a ribbon';
  const name = phaseName(steps.slice(0, phaseSteps(steps).length - 1), lastPhase(steps));
  return {
    picture: {
      width,
      height,
      geometry,
      parts: 'ribbons',
      illustrative: settings.illustrative,
      facts: { names: [name], patterns: [null], sections: [], period: 0, outliers: [], differences: [0] },
      colours: ribbonColours({ map, theme, domain: sizeDomain(geometry.ribbons.bytes), title }),
      barColours: null,
      ribbonPlaces: null,
      style: commgramStyle(theme),
      patternRow: false,
      band: [],
      axisTitle: '',
    },
    phases: [{ name, phase, to: phase.end + 1, left, right, others }],
    sequences: [],
    steps,
    messages: single ? options.messages : null,
    drawn: columns[0].ids.length,
    asked: columns[0].ids.length,
  };
}

function lastPhase(steps: readonly ZoomStep[]): number {
  const path = phaseSteps(steps);
  return path[path.length - 1]?.phase ?? 0;
}

/** Unless told: single ranks as far as they can be told apart. */
const READABLE = 128;

interface Part {
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly others: number;
  /** Is every bar one rank? */
  readonly single: boolean;
}

function insideCommunity(
  phase: CommgramPhase,
  { communities, community }: Extract<PartStep, { kind: 'community' }>,
  unfold: number,
): Part {
  const inner = unfoldCommunity(phase, communities, community, unfold);
  const others = inner.reduce((most, label) => Math.max(most, label), -1) + 1;
  const labels = inner.map((label) => (label < 0 ? others : label));
  return { left: labels, right: labels, others, single: false };
}

function ribbonEndsOf(
  phase: CommgramPhase,
  { communities, src, dst }: Extract<PartStep, { kind: 'ribbon' }>,
  unfold: number,
): Part {
  const left = unfoldCommunity(phase, communities, src, unfold);
  const right = unfoldCommunity(phase, communities, dst, unfold);
  return { left, right, others: -1, single: isSingle(left) && isSingle(right) };
}

/** Labels inside one community, -1 outside. */
function unfoldCommunity(
  { picture: { tree } }: CommgramPhase,
  communities: number,
  community: number,
  unfold: number,
): Int32Array {
  const labels = cutCommunities(tree, communities);
  const member = labels.indexOf(community);
  if (member < 0) return labels.fill(-1);
  return cutCommunity(tree, communityNode(tree, member, communities), unfold || READABLE);
}

export function communitySize(
  { picture: { tree } }: CommgramPhase,
  communities: number,
  community: number,
): number {
  return cutCommunities(tree, communities).reduce((sum, label) => sum + (label === community ? 1 : 0), 0);
}

function isSingle(labels: Int32Array): boolean {
  const seen = new Set<number>();
  return labels.every((label) => label < 0 || (!seen.has(label) && seen.add(label) !== null));
}

/** Traffic between labels of the two sides; what passes among the others alone is left out. */
function traffic(phase: CommgramPhase, left: Int32Array, right: Int32Array, others: number): Ribbons {
  const { src, dst, bytes, messages } = phase.picture.traffic;
  const kept = Int32Array.from(src.keys()).filter(
    (e) => left[src[e]] >= 0 && right[dst[e]] >= 0 && !(left[src[e]] === others && right[dst[e]] === others),
  );
  const width = right.reduce((most, label) => Math.max(most, label + 1), 0);
  const sums = new Map<number, { bytes: number; messages: number }>();
  for (const e of kept) {
    const key = left[src[e]] * width + right[dst[e]];
    const sum = sums.get(key) ?? { bytes: 0, messages: 0 };
    sum.bytes += bytes[e];
    sum.messages += messages[e];
    sums.set(key, sum);
  }
  const keys = [...sums.keys()].sort((a, b) => a - b);
  return {
    src: Int32Array.from(keys, (key) => Math.floor(key / width)),
    dst: Int32Array.from(keys, (key) => key % width),
    bytes: Float64Array.from(keys, (key) => sums.get(key)?.bytes ?? 0),
    messages: Float64Array.from(keys, (key) => sums.get(key)?.messages ?? 0),
  };
}

/** One flow a message, in the order of the rows. */
function messageFlows(
  frame: MessageFrames['messages'],
  left: Int32Array,
  right: Int32Array,
  [leftColumn, rightColumn]: readonly BarColumn[],
): Flows {
  const { src, dst, bytes, count } = frame.columns;
  return flowsBetween(leftColumn, rightColumn, {
    src: src.map((rank) => left[rank]),
    dst: dst.map((rank) => right[rank]),
    bytes,
    messages: count,
  });
}
