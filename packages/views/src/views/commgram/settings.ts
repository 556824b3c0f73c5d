import { STANDARD_ATOMS } from '@weft/analysis';
import { type ColourMapName, type CommgramParts, ribbonMapNames } from '@weft/draw';
import type { ViewOptions } from '../../view.ts';

/** All a CommGram panel remembers, in its address. */
export interface CommgramSettings {
  readonly parts: CommgramParts;
  /** 0 = as many as the gaps in time suggest. */
  readonly phases: number;
  readonly communities: number;
  /** Of the sub-window. */
  readonly subPhases: number;
  readonly unfold: number;
  /** Share of the height by which columns follow the curve. */
  readonly lift: number;
  readonly waviness: number;
  readonly scale: number;
  readonly map: ColourMapName;
  /** `auto`: the clock, unless only logical time shows a period. */
  readonly clock: 'auto' | 'physical' | 'logical';
  readonly colour: 'size' | 'lateness';
  readonly curve: 'signed' | 'cumulative' | 'patterns';
  readonly weight: 'bytes' | 'messages';
  /** Names joined by spaces; empty = all. */
  readonly calls: string;
  readonly collectives: boolean;
  readonly network: boolean;
  /** Draw only the ribbons that make most of the bytes. */
  readonly main: boolean;
  /** Path into the data: see zoom-path.ts. */
  readonly zoom: string;
  /** Ranks at both ends of a ribbon that is zoomed into, and its time. */
  readonly ends: string;
  readonly span: string;
}

export const standardSettings: CommgramSettings = {
  parts: 'both',
  phases: 0,
  communities: 18,
  subPhases: 0,
  unfold: 0,
  lift: 0.4,
  waviness: 0,
  scale: 1,
  map: 'blue-red',
  clock: 'auto',
  colour: 'size',
  curve: 'signed',
  weight: 'bytes',
  calls: '',
  collectives: false,
  network: true,
  main: false,
  zoom: '',
  ends: '',
  span: '',
};

const choices: Partial<Record<keyof CommgramSettings, readonly string[]>> = {
  parts: ['curve', 'ribbons', 'both'],
  map: ribbonMapNames,
  clock: ['auto', 'physical', 'logical'],
  colour: ['size', 'lateness'],
  curve: ['signed', 'cumulative', 'patterns'],
  weight: ['bytes', 'messages'],
};

/** What makes no sense is left at its standard: an address may be old or edited. */
export function readSettings(options: ViewOptions): CommgramSettings {
  const settings: Record<string, unknown> = { ...standardSettings };
  for (const [key, standard] of Object.entries(standardSettings)) {
    const value = options[key];
    const allowed = choices[key as keyof CommgramSettings];
    if (typeof value !== typeof standard || (allowed && !allowed.includes(value as string))) continue;
    if (typeof value === 'number' && !(value >= 0)) continue;
    settings[key] = value;
  }
  return settings as unknown as CommgramSettings;
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
