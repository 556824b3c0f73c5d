import {
  type Expression,
  errorFacts,
  type Manifest,
  type MetricInfo,
  parseExpression,
  type Scope,
} from '@weft/model';

type Metrics = Pick<Manifest, 'metrics'>;

/** What is shown per link: one metric of the dataset, or an expression over several. */
export interface MetricPlan {
  readonly info: MetricInfo;
  /** The metrics it is made of, and the names under which the expression knows them. */
  readonly parts: readonly MetricInfo[];
  readonly names: readonly string[];
  /** Null for a metric as it is. */
  readonly expression: Expression | null;
  /** The unit that the expression says its totals have, after `in`; null where it is composed. */
  readonly statedUnit: string | null;
}

/** `32 * packets in B`: the expression, and the unit of its totals. */
function splitUnit(text: string): { readonly formula: string; readonly unit: string | null } {
  const stated = /^(.*\S)\s+in\s+([A-Za-z%][\w%/·^-]{0,20})\s*$/.exec(text);
  return stated ? { formula: stated[1], unit: stated[2] } : { formula: text, unit: null };
}

/** The metric of that name, the expression after `=`, or the dataset's first where neither makes sense. */
export function planMetric(manifest: Metrics, name: string | null): MetricPlan | null {
  if (isExpression(name) && expressionFault(manifest, name.slice(1)) === null) {
    return planExpression(manifest, name.slice(1));
  }
  const metric = manifest.metrics.find((candidate) => candidate.name === name) ?? manifest.metrics[0];
  return metric ? { info: metric, parts: [metric], names: [], expression: null, statedUnit: null } : null;
}

export function isExpression(name: string | null): name is string {
  return name?.startsWith('=') ?? false;
}

/** Why the text is no metric; null = it is one. */
export function expressionFault(manifest: Metrics, text: string): string | null {
  const names = [...variablesOf(manifest).keys()];
  if (text.trim() === '') return `Write an expression over ${names.join(', ')}`;
  try {
    const { variables, evaluate } = parseExpression(splitUnit(text).formula, names);
    if (variables.length === 0) return `It names no metric; there are ${names.join(', ')}`;
    const value = evaluate(Object.fromEntries(names.map((name) => [name, 1])));
    return typeof value === 'number' ? null : 'It gives several numbers for a link, not one';
  } catch (error) {
    return errorFacts(error).message;
  }
}

function planExpression(manifest: Metrics, text: string): MetricPlan {
  const variables = variablesOf(manifest);
  const { formula, unit } = splitUnit(text);
  const expression = parseExpression(formula, [...variables.keys()]);
  const parts = expression.variables.map((name) => variables.get(name)!);
  const doc = `${text.trim()}, from the totals of each link; 0 where it is undefined`;
  return {
    // A level: it can neither be added up over links nor divided by a time.
    info: { name: `=${text}`, unit: '', doc, kind: 'gauge' },
    parts,
    names: expression.variables,
    expression,
    statedUnit: unit,
  };
}

/** Metrics by the names an expression can hold: letters, digits and underscores. */
function variablesOf({ metrics }: Metrics): Map<string, MetricInfo> {
  return new Map(metrics.map((metric) => [metric.name.replace(/^(?=\d)|\W/g, '_'), metric]));
}

/** The value of an expression that gives one number. */
export function evaluateNumber(expression: Expression, scope: Scope): number {
  const value = expression.evaluate(scope);
  return typeof value === 'number' ? value : Number.NaN;
}

/** Evaluates the expression for every link over what its parts are; into `result`. */
export function evaluateLinks(
  plan: MetricPlan,
  values: readonly Float64Array[],
  result: Float64Array,
): Float64Array {
  // Made of entries, so that a metric may be called `__proto__`.
  const scope: Record<string, number> = Object.fromEntries(plan.names.map((name) => [name, 0]));
  const expression = plan.expression!;
  for (let link = 0; link < result.length; link++) {
    for (let part = 0; part < values.length; part++) scope[plan.names[part]] = values[part][link];
    const value = evaluateNumber(expression, scope);
    result[link] = Number.isFinite(value) ? value : 0;
  }
  return result;
}
