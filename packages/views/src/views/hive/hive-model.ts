import { findMeasure, type Measure, type MeasureName } from '@weft/analysis';
import {
  axisOf,
  type HiveCuts,
  type HivePlot,
  type HiveRules,
  type HiveTraffic,
  largeHive,
  layoutHive,
  pooledCuts,
  smallHive,
} from '@weft/layout';
import type { HiveColumn, MeasuredRun } from './hive-columns.ts';
import { cutRule, type HiveSettings } from './hive-settings.ts';

/** One measure of all runs, under the same rules. */
export interface HiveRow {
  readonly measure: Measure;
  readonly rules: HiveRules;
  /** What the axes hold where another rule than the cuts of the measure says it. */
  readonly axes: readonly [string, string, string] | null;
  plot(run: MeasuredRun, size: 'small' | 'large'): HivePlot;
}

export function hiveRow(columns: readonly HiveColumn[], settings: HiveSettings, name: MeasureName): HiveRow {
  const measure = findMeasure(name);
  if (!measure) throw new RangeError(`no measure ${name}`);
  const { axisBy } = settings;
  const cuts = cutsOf(columns, settings, name);
  const rules: HiveRules = {
    cuts,
    mode: settings.mode,
    scale: settings.scale === 'auto' ? measure.scale : 'linear',
    lengths: settings.lengths,
    span: axisBy === 'same' || axisBy === name ? 'cuts' : 'whole',
  };
  const assigned = rules.span === 'whole' ? axisRule(columns, settings) : null;
  const plots = new Map<MeasuredRun, Partial<Record<'small' | 'large', HivePlot>>>();
  return {
    measure,
    rules,
    axes: assigned?.names ?? null,
    plot(run, size) {
      const own = plots.get(run) ?? {};
      plots.set(run, own);
      const detail = size === 'small' ? smallHive : largeHive;
      own[size] ??= layoutHive(run.values[name], run.traffic, rules, detail, assigned?.axis(run));
      return own[size];
    },
  };
}

function cutsOf(columns: readonly HiveColumn[], settings: HiveSettings, name: MeasureName): HiveCuts {
  const runs = columns.flatMap(({ run }) => (run ? [run.values[name]] : []));
  return pooledCuts(runs, cutRule(settings, name));
}

interface AxisRule {
  readonly names: readonly [string, string, string];
  axis(run: MeasuredRun): Uint8Array;
}

/** Ranks on axes by something else than the measure they are placed by. */
function axisRule(columns: readonly HiveColumn[], settings: HiveSettings): AxisRule | null {
  const { axisBy } = settings;
  if (axisBy === 'same') return null;
  if (axisBy === 'roles') {
    return {
      names: ['only sends', 'sends and receives', 'does not send'],
      axis: ({ ranks, traffic }) => roles(ranks, traffic),
    };
  }
  const cuts = cutsOf(columns, settings, axisBy);
  const title = findMeasure(axisBy)?.title.toLowerCase() ?? axisBy;
  return {
    names: [`low ${title}`, `middle ${title}`, `high ${title}`],
    axis: (run) => Uint8Array.from(run.values[axisBy], (value) => axisOf(value, cuts)),
  };
}

/** 0 = only sends, 1 = sends and receives, 2 = does not send. */
export function roles(ranks: number, { src, dst }: HiveTraffic): Uint8Array {
  const [sends, receives] = [new Uint8Array(ranks), new Uint8Array(ranks)];
  for (const rank of src) sends[rank] = 1;
  for (const rank of dst) receives[rank] = 1;
  return sends.map((one, rank) => (one === 0 ? 2 : receives[rank] === 1 ? 1 : 0));
}
