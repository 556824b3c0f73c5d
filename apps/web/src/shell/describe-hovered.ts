import { formatQuantity, textAt } from '@weft/model';
import { linkName, vertexName } from '@weft/network';
import type { Session } from '../session/session.ts';
import type { JobTable } from './use-jobs.ts';

/** One line about what is under the pointer. */
export function describeHovered({ workspace }: Session, jobs: JobTable | null): string | null {
  const item = workspace.hovered.value;
  if (!item) return null;
  const { network, totals, unit } = workspace.linkValues;
  switch (item.kind) {
    case 'link': {
      const value = totals.value?.[item.id];
      const kind = network.value ? textAt(network.value.links.class, item.id) : null;
      const amount = value === undefined ? null : formatQuantity(value, unit.value);
      return [linkName(network.value, item.id), kind, amount].filter(Boolean).join(' · ');
    }
    case 'vertex':
      return vertexName(network.value, item.id);
    case 'job':
      return `job ${(jobs && textAt(jobs.columns.name, item.id)) ?? item.id}`;
    default:
      return `${item.kind} ${item.id}`;
  }
}
