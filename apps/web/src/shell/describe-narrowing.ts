import {
  formatQuantity,
  formatTimeRange,
  type NarrowingKey,
  type Network,
  type Selection,
  textAt,
} from '@weft/model';
import { linkName, vertexName } from '@weft/network';
import type { JobTable } from './use-jobs.ts';

interface NarrowingContext {
  readonly origin: string | null;
  readonly unit: string;
  readonly network: Network | null;
  readonly jobs: JobTable | null;
}

/** The text of one chip. */
export function describeNarrowing(
  selection: Selection,
  key: NarrowingKey,
  context: NarrowingContext,
): string {
  const { network, jobs } = context;
  switch (key) {
    case 'time':
      return formatTimeRange(selection.time!, context.origin);
    case 'value':
      return describeValues(selection.value!, selection.outside, context.unit);
    case 'classes':
      return selection.classes.join(', ');
    case 'directions':
      return selection.directions.join(', ');
    case 'jobs':
      return `job ${listNames(selection.jobs, (job) => (jobs && textAt(jobs.columns.name, job)) ?? `#${job}`)}`;
    case 'sources':
      return `from ${listNames(selection.sources, (vertex) => vertexName(network, vertex))}`;
    case 'destinations':
      return `to ${listNames(selection.destinations, (vertex) => vertexName(network, vertex))}`;
    case 'sourcePorts':
      return `from port ${listNames(selection.sourcePorts, (link) => linkName(network, link))}`;
    case 'destinationPorts':
      return `to port ${listNames(selection.destinationPorts, (link) => linkName(network, link))}`;
    case 'links':
      return `through ${listNames(selection.links, (link) => linkName(network, link))}`;
    case 'ranks':
      return `rank ${listNames(selection.ranks, String)}`;
  }
}

function describeValues([from, to]: readonly [number, number], outside: boolean, unit: string): string {
  const text = `${formatQuantity(from, unit)} – ${formatQuantity(to, unit)}`;
  return outside ? `not ${text}` : text;
}

const SHOWN = 2;

function listNames(items: readonly number[], name: (item: number) => string): string {
  const names = items.slice(0, SHOWN).map(name).join(', ');
  return items.length > SHOWN ? `${names} +${items.length - SHOWN}` : names;
}
