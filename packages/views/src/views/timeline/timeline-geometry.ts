import { KEY_ROW, keyRows, type ThemeColours } from '@weft/draw';
import type { PinnedCall } from './pinned-call.ts';
import { keyItems } from './timeline-key.ts';
import type { TimelineData } from './timeline-model.ts';
import type { TimelineWindow } from './timeline-window.ts';

export interface TimelineModel {
  readonly width: number;
  readonly height: number;
  readonly colours: ThemeColours;
  readonly data: TimelineData;
  readonly window: TimelineWindow;
  readonly callColours: ReadonlyMap<string, string>;
  readonly colouring: 'call' | 'group';
  /** Names of the calls shown alone; empty = all. */
  readonly only: ReadonlySet<string>;
  readonly showMessages: boolean;
  /** Messages of the whole dataset. */
  readonly messages: number;
  /** Selected ranks; empty = all. */
  readonly selected: ReadonlySet<number>;
  readonly origin: string | null;
  readonly pinned: PinnedCall | null;
  /** The time that is measured from. */
  readonly markedTime: number | null;
}

export interface PlotArea {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

type Sized = Pick<TimelineModel, 'width' | 'height' | 'data' | 'callColours' | 'colouring' | 'only'>;

export function plotArea(model: Sized): PlotArea {
  const lines = keyRows(keyItems(model), model.width - 24).length;
  return {
    left: 56,
    right: Math.max(model.width - 16, 80),
    top: 8 + KEY_ROW * lines + 4,
    bottom: Math.max(model.height - 38, 60),
  };
}

export function timeToX({ window }: TimelineModel, { left, right }: PlotArea, time: number): number {
  return left + ((time - window.time[0]) / (window.time[1] - window.time[0])) * (right - left);
}

export function xToTime({ window }: TimelineModel, { left, right }: PlotArea, x: number): number {
  return window.time[0] + ((x - left) / (right - left)) * (window.time[1] - window.time[0]);
}

export function rankToY({ window }: TimelineModel, { top, bottom }: PlotArea, rank: number): number {
  return top + ((rank - window.ranks[0]) / (window.ranks[1] - window.ranks[0])) * (bottom - top);
}

export function yToRank({ window }: TimelineModel, { top, bottom }: PlotArea, y: number): number {
  return window.ranks[0] + ((y - top) / (bottom - top)) * (window.ranks[1] - window.ranks[0]);
}

export function rowHeight({ window }: TimelineModel, { top, bottom }: PlotArea): number {
  return (bottom - top) / (window.ranks[1] - window.ranks[0]);
}
