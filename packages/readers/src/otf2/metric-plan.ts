import { Interner } from '@weft/model';
import type { GlobalDefinitions } from './global-definitions.ts';
import { sharedFloat64, sharedInt32, sharedUint32 } from './shared-arrays.ts';

/** The metrics of an archive; metric m has the values offsets[m] .. offsets[m + 1] of `metricCodes`. */
export interface MetricPlan {
  readonly metricNames: readonly string[];
  /** Classes and instances, as events name them by global ids. */
  readonly metricIds: Uint32Array;
  readonly metricOffsets: Int32Array;
  /** Name of each value of a metric, and by what it is to be multiplied. */
  readonly metricCodes: Int32Array;
  readonly metricFactors: Float64Array;
}

/** What the table rank_metrics says of one metric. */
interface MetricFacts {
  readonly metric: string;
  readonly unit: string | null;
  readonly mode: string;
  readonly timing: string;
  readonly doc: string | null;
}

export function planMetrics(definitions: GlobalDefinitions): MetricPlan {
  const { metricClasses, metricInstances, metricMembers } = definitions;
  const interner = new Interner();
  const names = memberNames(definitions);
  const classes = [
    ...metricClasses,
    ...[...metricInstances].map(([id, of]) => [id, metricClasses.get(of) ?? []] as const),
  ];
  const offsets = [0];
  const members = classes.flatMap(([, list]) => {
    offsets.push(offsets[offsets.length - 1] + list.length);
    return list;
  });
  const codes = members.map((member) => interner.code(names.get(member) ?? `metric ${member}`));
  return {
    metricNames: interner.dictionary,
    metricIds: sharedUint32(classes.map(([id]) => id)),
    metricOffsets: sharedInt32(offsets),
    metricCodes: sharedInt32(codes),
    metricFactors: sharedFloat64(members.map((member) => metricMembers.get(member)?.factor ?? 1)),
  };
}

export function metricFacts(definitions: GlobalDefinitions): MetricFacts[] {
  const { metricMembers, strings } = definitions;
  const names = memberNames(definitions);
  return [...metricMembers].map(([id, { unit, mode, description }]) => ({
    metric: names.get(id) ?? '',
    unit: strings.get(unit) || null,
    mode: modes[mode & 15] ?? 'level',
    timing: timings[mode >> 4] ?? 'point',
    doc: strings.get(description) || null,
  }));
}

/** How values are to be understood and when they hold: the halves of OTF2's mode. */
const modes: readonly string[] = ['accumulated', 'level', 'amount'];
const timings: readonly string[] = ['start', 'point', 'last', 'next'];

/** Of several members of one name the later ones carry their id. */
function memberNames({ metricMembers, strings }: GlobalDefinitions): Map<number, string> {
  const names = new Map<number, string>();
  const taken = new Set<string>();
  for (const [id, { name }] of metricMembers) {
    const text = strings.get(name) || `metric ${id}`;
    names.set(id, taken.has(text) ? `${text} (${id})` : text);
    taken.add(text);
  }
  return names;
}
