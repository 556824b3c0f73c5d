import { findMeasure, type MeasureName, measures } from '@weft/analysis';
import { type HiveCutRule, type HiveMode, quarterCuts } from '@weft/layout';
import type { ViewOptions } from '../../view.ts';

export const hiveParts = ['all', 'panel', 'plot', 'ccdf', 'identity'] as const;
export const hiveModes: readonly HiveMode[] = ['even', 'linear', 'repelled'];
export const hiveColours = ['none', 'bytes', 'calls'] as const;
export const hiveCutNames = ['quarters', 'thirds', 'tenths', 'range'] as const;

/** A range of one measure. */
export interface HiveBrush {
  readonly measure: MeasureName;
  readonly from: number;
  readonly to: number;
}

/** What the panel remembers, in words of its options. */
export interface HiveSettings {
  readonly part: (typeof hiveParts)[number];
  /** Ids of datasets and studies shown beside the open one. */
  readonly runs: readonly string[];
  /** Rows of the panel. */
  readonly measures: readonly MeasureName[];
  /** Columns as chosen, by name, or by their distance to the run of this id. */
  readonly order: 'chosen' | 'name' | { readonly nearTo: string };
  /** The large plot. */
  readonly run: string;
  readonly measure: MeasureName;
  readonly mode: HiveMode;
  readonly scale: 'auto' | 'linear';
  readonly lengths: 'alike' | 'true';
  readonly colour: (typeof hiveColours)[number];
  readonly cuts: (typeof hiveCutNames)[number];
  /** Cuts set by hand. */
  readonly cutAt: ReadonlyMap<MeasureName, readonly [number, number]>;
  /** What says which axis a rank is on: the measure of the row, another one, or whether it sends and receives. */
  readonly axisBy: 'same' | 'roles' | MeasureName;
  readonly collectives: boolean;
  readonly directed: boolean;
  readonly brush: HiveBrush | null;
  /** The code that the run claims to be; empty = none. */
  readonly claim: string;
}

/** Those the paper found to tell codes apart best. */
const PAPER = 'degree betweenness transitivity pagerank';

export function readSettings(options: ViewOptions, open: string): HiveSettings {
  const text = (key: string, standard = ''): string => String(options[key] ?? standard);
  const rows = measureList(text('measures', PAPER));
  return {
    part: oneOf(hiveParts, options.part) ?? 'all',
    runs: [...new Set(words(text('runs')))].filter((id) => id !== open),
    measures: rows.length > 0 ? rows : measureList(PAPER),
    order: readOrder(text('order')),
    run: text('run', open),
    measure: findMeasure(text('measure'))?.name ?? 'betweenness',
    mode: oneOf(hiveModes, options.mode) ?? 'repelled',
    scale: options.scale === 'linear' ? 'linear' : 'auto',
    lengths: options.lengths === 'true' ? 'true' : 'alike',
    colour: oneOf(hiveColours, options.colour) ?? 'none',
    cuts: oneOf(hiveCutNames, options.cuts) ?? 'quarters',
    cutAt: readCuts(text('cutAt')),
    axisBy: options.axisBy === 'roles' ? 'roles' : (findMeasure(text('axisBy'))?.name ?? 'same'),
    collectives: options.collectives === true,
    directed: options.directed === true,
    brush: readBrush(text('brush')),
    claim: text('claim'),
  };
}

/** The rule that cuts the axes of a measure. */
export function cutRule({ cuts, cutAt }: HiveSettings, measure: MeasureName): HiveCutRule {
  const own = cutAt.get(measure);
  if (own) return { kind: 'values', low: own[0], high: own[1] };
  switch (cuts) {
    case 'quarters':
      return quarterCuts;
    case 'thirds':
      return { kind: 'shares', low: 1 / 3, high: 2 / 3 };
    case 'tenths':
      return { kind: 'shares', low: 0.1, high: 0.9 };
    case 'range':
      return { kind: 'range' };
  }
}

export function printOrder(order: HiveSettings['order']): string {
  return typeof order === 'string' ? order : `near ${order.nearTo}`;
}

function readOrder(text: string): HiveSettings['order'] {
  if (text === 'name') return 'name';
  const [how, id] = text.split(' ');
  return how === 'near' && id ? { nearTo: id } : 'chosen';
}

export function printBrush(brush: HiveBrush | null): string {
  return brush ? `${brush.measure} ${brush.from} ${brush.to}` : '';
}

function readBrush(text: string): HiveBrush | null {
  const [name, from, to] = text.split(' ');
  const measure = findMeasure(name)?.name;
  const range = [Number(from), Number(to)];
  if (!measure || to === undefined || !range.every(Number.isFinite) || range[0] > range[1]) return null;
  return { measure, from: range[0], to: range[1] };
}

export function printCuts(cuts: HiveSettings['cutAt']): string {
  return [...cuts].map(([name, [low, high]]) => `${name} ${low} ${high}`).join(';');
}

function readCuts(text: string): HiveSettings['cutAt'] {
  const cuts = new Map<MeasureName, readonly [number, number]>();
  for (const part of text.split(';')) {
    const brush = readBrush(part);
    if (brush) cuts.set(brush.measure, [brush.from, brush.to]);
  }
  return cuts;
}

function measureList(text: string): MeasureName[] {
  const named = words(text);
  return measures.map(({ name }) => name).filter((name) => named.includes(name));
}

function words(text: string): string[] {
  return text.split(' ').filter(Boolean);
}

function oneOf<T extends string>(allowed: readonly T[], value: unknown): T | undefined {
  return allowed.find((one) => one === value);
}
