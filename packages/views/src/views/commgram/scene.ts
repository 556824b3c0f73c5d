import {
  type Commgram,
  type CommgramPhase,
  cutCommunities,
  type PhasePicture,
  type PhaseSequence,
  phaseRibbons,
  phaseSequences,
  type Ribbons,
} from '@weft/analysis';
import {
  type BandRow,
  type CommgramPicture,
  commgramStyle,
  pictureArea,
  type RibbonColours,
  ribbonColours,
  sizeDomain,
  type Theme,
} from '@weft/draw';
import { commgramGeometry, commgramShapes } from '@weft/layout';
import { mainFlows } from './main-flows.ts';
import type { MessageFrames } from './needs.ts';
import type { CommgramSettings } from './settings.ts';
import { phaseName, type ZoomStep } from './zoom-path.ts';

/** A picture and what its parts stand for. */
export interface CommgramScene {
  readonly picture: CommgramPicture;
  readonly phases: readonly ScenePhase[];
  /** Sequences of phases that come again. */
  readonly sequences: readonly PhaseSequence[];
  readonly steps: readonly ZoomStep[];
  /** Single messages, by ribbon, where ribbons are messages. */
  readonly messages: MessageFrames['messages'] | null;
  /** How many communities the bars are, and how many were asked for. */
  readonly drawn: number;
  readonly asked: number;
}

export interface ScenePhase {
  readonly name: string;
  readonly phase: CommgramPhase;
  /** First instant after its messages: representative times of them are in [from, to). */
  readonly to: number;
  /** Community of each rank in the left and the right column. */
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** Bar of everyone outside, in the zoom of a community; -1 = none. */
  readonly others: number;
}

export interface SceneOptions {
  readonly settings: CommgramSettings;
  readonly steps: readonly ZoomStep[];
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
  /** Colour map of ribbons and of lateness. */
  readonly map: string;
  readonly band: readonly BandRow[];
  /** Rows of the band that are on their way: their room is kept, so that the picture stays in place when they come. */
  readonly awaited?: number;
  /** Largest lateness of each rank in each phase; null = colour by size. */
  readonly late: Float64Array | null;
  /** How far it is zoomed: more communities are drawn of phases [first, end). */
  readonly detail: { readonly zoom: number; readonly first: number; readonly end: number };
}

/** A bar should have at least so much height, its gap included: smaller ones and their ribbons cannot be told apart. */
const BAR_PIXELS = 5;

export function commgramScene(commgram: Commgram, options: SceneOptions): CommgramScene {
  const { settings, width, height, theme, map, steps, band, detail } = options;
  const { patterns, heights, phases } = commgram;
  const area = pictureArea(width, height, { bandRows: band.length + (options.awaited ?? 0) });
  const lift = liftOf(settings);
  const room = ((area.bottom - area.top) * (1 - lift)) / BAR_PIXELS;
  const asked = Math.min(Math.max(1, settings.communities), Math.max(1, commgram.ranks));
  const base = Math.max(2, Math.floor(room));
  const fine = Math.max(base, Math.floor(room * detail.zoom));
  const cut = phases.map((phase, p) =>
    communitiesOf(phase, Math.min(asked, p >= detail.first && p < detail.end ? fine : base)),
  );
  const { shapes, moves } = commgramShapes(
    phases.map(({ picture }, p) => ({
      labels: cut[p].labels,
      ribbons: settings.main ? mainFlows(cut[p].ribbons) : cut[p].ribbons,
      positions: picture.order.positions,
    })),
  );
  const geometry = commgramGeometry(shapes, heights, moves, {
    area,
    lift,
    waviness: settings.waviness,
    widthScale: settings.scale,
  });
  const colours = options.late
    ? latenessColours(options.late, map, theme)
    : ribbonColours({ map, theme, domain: sizeDomain(geometry.ribbons.bytes) });
  const lateness = options.late && latenessOfBars(options.late, geometry, cut, commgram.ranks, colours);
  return {
    picture: {
      width,
      height,
      geometry,
      parts: settings.parts,
      illustrative: settings.illustrative,
      facts: {
        names: phases.map((_, p) => phaseName(steps, p)),
        patterns: patterns.names,
        sections: patterns.sections,
        period: patterns.period,
        // Where nothing recurs, nothing stands out.
        outliers: patterns.patterns.length > 0 ? patterns.outliers : [],
        differences: commgram.differences,
      },
      colours,
      barColours: lateness?.bars ?? null,
      ribbonPlaces: lateness?.ribbons ?? null,
      style: commgramStyle(theme),
      patternRow: true,
      band,
      axisTitle: 'phase',
    },
    phases: phases.map((phase, p) => ({
      name: phaseName(steps, p),
      phase,
      to: phases[p + 1]?.from ?? Math.max(phase.end, phase.from) + 1,
      left: cut[p].labels,
      right: cut[p].labels,
      others: -1,
    })),
    sequences: phaseSequences(patterns),
    steps,
    messages: null,
    drawn: Math.min(asked, fine),
    asked,
  };
}

/** The curve alone has the whole height to itself. */
function liftOf({ parts, lift }: CommgramSettings): number {
  return parts === 'ribbons' ? 0 : parts === 'curve' ? Math.min(0.9, 2 * lift) : lift;
}

interface Cut {
  readonly labels: Int32Array;
  readonly ribbons: Ribbons;
}

const cuts = new WeakMap<PhasePicture, Map<number, Cut>>();

/** Phases of equal traffic share one picture, and so what is made of it. */
function communitiesOf(phase: CommgramPhase, count: number): Cut {
  const known = cuts.get(phase.picture) ?? new Map<number, Cut>();
  cuts.set(phase.picture, known);
  const cached = known.get(count);
  if (cached) return cached;
  const labels = cutCommunities(phase.picture.tree, count);
  const cut = { labels, ribbons: phaseRibbons({ ...phase, labels }) };
  const [oldest] = known.keys();
  if (known.size >= 8) known.delete(oldest);
  known.set(count, cut);
  return cut;
}

function latenessColours(late: Float64Array, map: string, theme: Theme): RibbonColours {
  const most = late.reduce((high, value) => Math.max(high, value), 0);
  return ribbonColours({
    map,
    theme,
    domain: [0, most],
    unit: 'ns',
    title: 'lateness behind the first rank',
  });
}

/** The latest member colours a bar; a ribbon has the colour of its sender. */
function latenessOfBars(
  late: Float64Array,
  geometry: CommgramPicture['geometry'],
  cut: readonly Cut[],
  ranks: number,
  colours: RibbonColours,
): { bars: Float64Array; ribbons: Float64Array } {
  const bars = new Float64Array(geometry.bars.id.length).fill(-1);
  const ribbons = new Float64Array(geometry.ribbons.bytes.length);
  cut.forEach(({ labels }, p) => {
    const most = new Float64Array(labels.length).fill(-1);
    labels.forEach((label, rank) => {
      most[label] = Math.max(most[label], late[p * ranks + rank]);
    });
    const first = geometry.bars.offsets[p];
    const half = (geometry.bars.offsets[p + 1] - first) / 2;
    for (let i = first; i < first + half; i++) {
      const lateness = most[geometry.bars.id[i]];
      if (lateness >= 0) bars[i] = colours.place(lateness);
    }
    for (let i = geometry.ribbons.offsets[p]; i < geometry.ribbons.offsets[p + 1]; i++) {
      ribbons[i] = Math.max(0, bars[first + geometry.ribbons.src[i]]);
    }
  });
  return { bars, ribbons };
}

/** Ranks of a bar. */
export function barMembers(phase: ScenePhase, side: 'left' | 'right', community: number): number[] {
  const members: number[] = [];
  phase[side].forEach((label, rank) => {
    if (label === community) members.push(rank);
  });
  return members;
}
