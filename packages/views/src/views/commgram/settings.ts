import { STANDARD_ATOMS } from '@weft/analysis';
import { type CommgramParts, ribbonMapNames } from '@weft/draw';
import type { ViewOptions } from '../../view.ts';
import type { Workspace } from '../../workspace.ts';

export const ribbonMaps = ['page', ...ribbonMapNames] as const;
type RibbonMap = (typeof ribbonMaps)[number];

/** All a CommGram panel remembers, in its address. */
export type CommgramSettings = {
  readonly parts: CommgramParts;
  /** 0 = as many as the gaps in time suggest. */
  readonly phases: number;
  /** 0 = as many as suit the number of ranks. */
  readonly communities: number;
  /** Number of phases in the sub-window. */
  readonly subPhases: number;
  readonly unfold: number;
  /** Share of the height by which columns follow the curve. */
  readonly lift: number;
  readonly waviness: number;
  readonly scale: number;
  /** `page`: the map of the top bar, as other amounts have it. */
  readonly map: RibbonMap;
  /** `auto`: the clock, unless only logical time shows a period. */
  readonly clock: 'auto' | 'physical' | 'logical';
  readonly colour: 'size' | 'lateness';
  readonly curve: 'signed' | 'cumulative' | 'patterns';
  readonly weight: 'bytes' | 'messages';
  readonly clustering: 'refined' | 'plain';
  /** Names joined by spaces; empty = all. */
  readonly calls: string;
  readonly collectives: boolean;
  readonly network: boolean;
  /** Draw only the ribbons that make most of the bytes. */
  readonly main: boolean;
  /** Opaque ribbons with rims and points. */
  readonly illustrative: boolean;
  /** Path into the data: see zoom-path.ts. */
  readonly zoom: string;
  /** Ranks at both ends of a ribbon that is zoomed into, and its time. */
  readonly ends: string;
  readonly span: string;
};

/** What makes no sense is left at its standard: an address may be old or edited. */
export function readSettings(options: ViewOptions): CommgramSettings {
  return {
    parts: choice(options.parts, ['curve', 'ribbons', 'both'], 'both'),
    phases: amount(options.phases, 0),
    communities: amount(options.communities, 0),
    subPhases: amount(options.subPhases, 0),
    unfold: amount(options.unfold, 0),
    lift: amount(options.lift, 0.4),
    waviness: amount(options.waviness, 0),
    scale: amount(options.scale, 1),
    map: choice(options.map, ribbonMaps, 'page'),
    clock: choice(options.clock, ['auto', 'physical', 'logical'], 'auto'),
    colour: choice(options.colour, ['size', 'lateness'], 'size'),
    curve: choice(options.curve, ['signed', 'cumulative', 'patterns'], 'signed'),
    weight: choice(options.weight, ['bytes', 'messages'], 'bytes'),
    clustering: choice(options.clustering, ['refined', 'plain'], 'refined'),
    calls: text(options.calls),
    collectives: flag(options.collectives, false),
    network: flag(options.network, true),
    main: flag(options.main, false),
    illustrative: flag(options.illustrative, false),
    zoom: text(options.zoom),
    ends: text(options.ends),
    span: text(options.span),
  };
}

export const standardSettings: CommgramSettings = readSettings({});

type Option = ViewOptions[string] | undefined;

function choice<T extends string>(option: Option, allowed: readonly T[], standard: NoInfer<T>): T {
  return allowed.find((name) => name === option) ?? standard;
}

function amount(option: Option, standard: number): number {
  return typeof option === 'number' && option >= 0 ? option : standard;
}

function flag(option: Option, standard: boolean): boolean {
  return typeof option === 'boolean' ? option : standard;
}

function text(option: Option): string {
  return typeof option === 'string' ? option : '';
}

/** The map of ribbons by name. */
export function ribbonMap(
  { map }: Pick<CommgramSettings, 'map'>,
  workspace: Pick<Workspace, 'colourMap'>,
): string {
  return map === 'page' ? workspace.colourMap.value : map;
}

/** The finest phases to fetch: what the slider offers, and more where more are asked for. */
export function atomsFor(phases: number): number {
  let atoms = STANDARD_ATOMS;
  while (atoms < phases && atoms < 4096) atoms *= 2;
  return atoms;
}

export function callList({ calls }: Pick<CommgramSettings, 'calls'>): string[] {
  return calls.split(' ').filter(Boolean);
}
