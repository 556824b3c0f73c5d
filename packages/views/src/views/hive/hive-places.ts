import type { PanelPlaces } from '@weft/draw';
import type { HiveSettings } from './hive-settings.ts';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where the parts of the view lie; those that are not shown are null. */
export interface HivePlaces {
  readonly panel: Box | null;
  readonly plot: Box | null;
  readonly ccdf: Box | null;
  readonly identity: Box | null;
}

/** Less than this leaves no room for all parts: the panel alone is shown. */
const [ROOM_ACROSS, ROOM_DOWN] = [700, 420];
const [PANEL_SHARE, UPPER_SHARE, CCDF_SHARE] = [0.56, 0.65, 0.46];

export function hivePlaces(part: HiveSettings['part'], width: number, height: number): HivePlaces {
  const whole: Box = { left: 0, top: 0, width, height };
  const none: HivePlaces = { panel: null, plot: null, ccdf: null, identity: null };
  if (part !== 'all') return { ...none, [part]: whole };
  if (width < ROOM_ACROSS || height < ROOM_DOWN) return { ...none, panel: whole };
  const [split, middle] = [Math.round(width * PANEL_SHARE), Math.round(height * UPPER_SHARE)];
  const below = Math.round(width * CCDF_SHARE);
  const lower = height - middle;
  return {
    panel: { left: 0, top: 0, width: split, height: middle },
    plot: { left: split, top: 0, width: width - split, height: middle },
    ccdf: { left: 0, top: middle, width: below, height: lower },
    identity: { left: below, top: middle, width: width - below, height: lower },
  };
}

const [LEFT, TOP] = [134, 44];
const [SMALLEST, LARGEST] = [80, 260];
/** Room of a scroll bar. */
const BAR = 12;

/** Sizes of the panel: cells fill their box, but scroll where they would be too small to be read. */
export interface PanelSize extends Omit<PanelPlaces, 'scrollX' | 'scrollY'> {
  readonly fullWidth: number;
  readonly fullHeight: number;
}

export function panelSize(box: Box, runs: number, rows: number): PanelSize {
  const across = LEFT + runs * SMALLEST > box.width;
  const down = TOP + rows * SMALLEST > box.height - (across ? BAR : 0);
  const [width, height] = [box.width - (down ? BAR : 0), box.height - (across ? BAR : 0)];
  const fit = (room: number, count: number): number =>
    Math.floor(Math.min(LARGEST, Math.max(SMALLEST, room / Math.max(1, count))));
  const cellWidth = fit(width - LEFT, runs);
  const cellHeight = fit(height - TOP, rows);
  return {
    width,
    height,
    left: LEFT,
    top: TOP,
    cellWidth,
    cellHeight,
    fullWidth: LEFT + runs * cellWidth,
    fullHeight: TOP + rows * cellHeight,
  };
}

/** The column and row of a point; -1 = on the names. Null = outside of all. */
export function cellAt(
  places: PanelPlaces,
  runs: number,
  rows: number,
  x: number,
  y: number,
): { readonly column: number; readonly row: number } | null {
  const column = x < places.left ? -1 : Math.floor((x - places.left + places.scrollX) / places.cellWidth);
  const row = y < places.top ? -1 : Math.floor((y - places.top + places.scrollY) / places.cellHeight);
  return column < runs && row < rows ? { column, row } : null;
}
