import type { MetricInfo, Selection } from '@weft/model';
import { evaluateNumber, type MetricPlan } from './metric-plan.ts';

/** Powers of base units: bytes per second is { B: 1, s: -1 }. */
type Dimension = Readonly<Record<string, number>>;

/** The unit of what is shown; of an expression it is composed, `mixed units` where it adds apples to pears. */
export function unitOf(plan: MetricPlan | null, aggregate: Selection['aggregate']): string {
  if (!plan) return '';
  if (!plan.expression) return metricUnit(plan.info, aggregate);
  const composed = composeUnit(
    plan,
    plan.parts.map((part) => dimensionOf(part, aggregate)),
  );
  return plan.statedUnit === null ? composed : perTime(plan.statedUnit, composed);
}

/** A unit stated for totals, of their rates and means, too: with what the composed unit has of time. */
function perTime(stated: string, composed: string): string {
  const [, time = ''] = /(\/(?:s|step))$/.exec(composed) ?? [];
  return `${stated}${time}`;
}

function metricUnit(metric: MetricInfo, aggregate: Selection['aggregate']): string {
  const unit = metric.unit === 'count' ? '' : metric.unit;
  if (metric.kind === 'gauge' || aggregate === 'sum') return metric.unit;
  if (unit === 'ns') return aggregate === 'rate' ? 's/s' : 'ns';
  return aggregate === 'rate' ? `${unit}/s` : `${unit}/step`;
}

function dimensionOf({ unit, kind }: MetricInfo, aggregate: Selection['aggregate']): Dimension {
  const own: Dimension = unit === '' || unit === 'count' ? {} : { [unit]: 1 };
  if (kind === 'gauge' || aggregate === 'sum') return own;
  if (aggregate === 'rate') return unit === 'ns' ? {} : { ...own, s: -1 };
  return unit === 'ns' ? own : { ...own, step: -1 };
}

/**
 * Finds the power of each base unit by scaling it: where t times the unit makes t^n times the value, for two t, the
 * power is n.
 */
function composeUnit(plan: MetricPlan, dimensions: readonly Dimension[]): string {
  const powers: [string, number][] = [];
  for (const base of new Set(dimensions.flatMap((dimension) => Object.keys(dimension)))) {
    const factor = (t: number) => scaled(plan, dimensions, base, t) / scaled(plan, dimensions, base, 1);
    const power = Math.log2(factor(2));
    const again = Math.log(factor(3)) / Math.log(3);
    if (!Number.isFinite(power) || Math.abs(power - again) > 1e-6) return 'mixed units';
    if (Math.abs(power) > 1e-6) powers.push([base, Math.round(power * 1000) / 1000]);
  }
  return printUnit(powers);
}

function scaled(plan: MetricPlan, dimensions: readonly Dimension[], base: string, t: number): number {
  const scope = Object.fromEntries(
    plan.names.map((name, part) => [name, (1.7 + part * 0.9) * t ** (dimensions[part][base] ?? 0)]),
  );
  return evaluateNumber(plan.expression!, scope);
}

function printUnit(powers: readonly (readonly [string, number])[]): string {
  const raised = (unit: string, power: number) => (power === 1 ? unit : `${unit}^${power}`);
  const above = powers.filter(([, power]) => power > 0).map(([unit, power]) => raised(unit, power));
  const below = powers.filter(([, power]) => power < 0).map(([unit, power]) => raised(unit, -power));
  if (below.length === 0) return above.join('·');
  return `${above.join('·') || '1'}/${below.length > 1 ? `(${below.join('·')})` : below[0]}`;
}
