import type { Histogram } from './histogram.ts';

export const OPEN_METRICS_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

interface Family {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly unit?: string;
  readonly lines: readonly string[];
}

export function gauge(name: string, help: string, value: number, unit?: string): Family {
  return { name, type: 'gauge', help, unit, lines: [`${name} ${value}`] };
}

/** One value for each set of labels. */
export function gauges(name: string, help: string, values: Readonly<Record<string, number>>): Family {
  const lines = Object.entries(values).map(([labels, value]) => `${name}{${labels}} ${value}`);
  return { name, type: 'gauge', help, lines };
}

export function counter(name: string, help: string, values: ReadonlyMap<string, number>): Family {
  const lines = [...values].map(([labels, value]) => `${name}_total{${labels}} ${value}`);
  return { name, type: 'counter', help, lines };
}

/** `byLabels`: one histogram for each set of labels; the empty text has none. */
export function histogram(name: string, help: string, byLabels: ReadonlyMap<string, Histogram>): Family {
  const lines = [...byLabels].flatMap(([labels, values]) => histogramLines(name, labels, values));
  return { name, type: 'histogram', help, unit: 'seconds', lines };
}

function histogramLines(name: string, labels: string, values: Histogram): string[] {
  const { upTo, count, sum } = values.read();
  const comma = labels && `${labels},`;
  const braced = labels && `{${labels}}`;
  return [
    ...upTo.map(([bound, within]) => `${name}_bucket{${comma}le="${bound}"} ${within}`),
    `${name}_bucket{${comma}le="+Inf"} ${count}`,
    `${name}_count${braced} ${count}`,
    `${name}_sum${braced} ${sum}`,
  ];
}

export function openMetricsText(families: readonly Family[]): string {
  const texts = families.map(({ name, type, help, unit, lines }) =>
    [
      `# TYPE ${name} ${type}`,
      ...(unit ? [`# UNIT ${name} ${unit}`] : []),
      `# HELP ${name} ${help}`,
      ...lines,
    ].join('\n'),
  );
  return `${texts.join('\n')}\n# EOF\n`;
}
