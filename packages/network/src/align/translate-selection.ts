import { type HoveredItem, type Selection, type TableColumns, textAt } from '@weft/model';
import type { Numbering } from './align-networks.ts';

/** From the numbers of one side to those of the other; jobs by name. */
export interface Translation {
  readonly numbering: Numbering | null;
  /** Null where both sides are of one dataset. */
  readonly job: ((job: number) => number | null) | null;
}

export function translateSelection<S extends Partial<Selection>>(
  selection: S,
  { numbering, job }: Translation,
): S {
  const translated: Partial<Selection> = { ...selection };
  if (numbering) {
    const vertices = (list: readonly number[]) => list.map((vertex) => numbering.vertices[vertex]);
    if (selection.sources) translated.sources = vertices(selection.sources);
    if (selection.destinations) translated.destinations = vertices(selection.destinations);
    for (const key of ['links', 'sourcePorts', 'destinationPorts'] as const) {
      const own = selection[key];
      if (own) translated[key] = own.map((link) => numbering.links[link]);
    }
  }
  if (job && selection.jobs) {
    translated.jobs = selection.jobs.map(job).filter((own) => own !== null);
  }
  return translated as S;
}

export function translateHovered(item: HoveredItem | null, { numbering }: Translation): HoveredItem | null {
  if (!item || !numbering) return item;
  if (item.kind === 'link') return { ...item, id: numbering.links[item.id] };
  return item.kind === 'vertex' ? { ...item, id: numbering.vertices[item.id] } : item;
}

/** The first job of the same name. */
export function jobsByName(
  from: TableColumns<'jobs'> | null,
  to: TableColumns<'jobs'> | null,
): (job: number) => number | null {
  return (job) => {
    const name = from && textAt(from.name, from.id.indexOf(job));
    if (!name || !to) return null;
    const row = Array.from(to.id).findIndex((_, at) => textAt(to.name, at) === name);
    return row < 0 ? null : to.id[row];
  };
}
