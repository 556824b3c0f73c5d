import type { CommgramGeometry, PlotArea } from '@weft/layout';
import { type Theme, type ThemeColours, themeColours } from '../colour/theme.ts';
import type { RibbonColours } from './ribbon-colours.ts';

export type CommgramParts = 'curve' | 'ribbons' | 'both';

/** Screen = world * k + offset, along each axis. */
export interface PlotZoom {
  readonly kx: number;
  readonly ky: number;
  readonly x: number;
  readonly y: number;
}

export const noZoom: PlotZoom = { kx: 1, ky: 1, x: 0, y: 0 };

export function sx(zoom: PlotZoom, x: number): number {
  return x * zoom.kx + zoom.x;
}

export function sy(zoom: PlotZoom, y: number): number {
  return y * zoom.ky + zoom.y;
}

/** Colours of everything that is not traffic: the theme's, and one for the curve. */
interface CommgramStyle extends ThemeColours {
  readonly curve: string;
}

export function commgramStyle(theme: Theme): CommgramStyle {
  return { ...themeColours(theme), curve: theme === 'dark' ? '#ff5a5f' : '#c2161f' };
}

/** What is written along the axis. */
interface PhaseFacts {
  readonly names: readonly string[];
  /** k1 ...; null where a phase is like no other. */
  readonly patterns: readonly (string | null)[];
  /** [first, end) of each run of one kind. */
  readonly sections: readonly (readonly [number, number])[];
  readonly period: number;
  readonly outliers: readonly number[];
  /** Difference to the phase before. */
  readonly differences: ArrayLike<number>;
}

/** Rows of bars below the axis, one value per phase; NaN = unknown. */
export interface BandRow {
  readonly title: string;
  readonly unit: string;
  readonly values: Float64Array;
}

export interface CommgramPicture {
  readonly width: number;
  readonly height: number;
  readonly geometry: CommgramGeometry;
  readonly parts: CommgramParts;
  /** Ribbons opaque, with rims at crossings and points at their receivers. */
  readonly illustrative: boolean;
  readonly facts: PhaseFacts;
  readonly colours: RibbonColours;
  /** Place 0 .. 1 of each bar's colour (lateness); null = plain. */
  readonly barColours: Float64Array | null;
  /** Place 0 .. 1 of each ribbon's colour where it is not its size. */
  readonly ribbonPlaces: Float64Array | null;
  readonly style: CommgramStyle;
  /** Leaves a row below the axis for the names of patterns. */
  readonly patternRow: boolean;
  readonly band: readonly BandRow[];
  readonly axisTitle: string;
}

const MARGIN = { left: 48, right: 16, top: 46 } as const;
const AXIS = 20;
const PATTERN_ROW = 20;
const BAND_ROW = 30;

export function pictureArea(
  width: number,
  height: number,
  { patterns = true, bandRows = 0 }: { patterns?: boolean; bandRows?: number } = {},
): PlotArea {
  const below = AXIS + (patterns ? PATTERN_ROW : 0) + bandRows * BAND_ROW + 4;
  return {
    left: MARGIN.left,
    right: Math.max(width - MARGIN.right, MARGIN.left + 20),
    top: MARGIN.top,
    bottom: Math.max(height - below, MARGIN.top + 20),
  };
}

export const rowHeights = { axis: AXIS, pattern: PATTERN_ROW, band: BAND_ROW } as const;
