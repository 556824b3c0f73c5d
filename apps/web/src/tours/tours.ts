import type { Tour } from './tour.ts';

/** The tours of the studies, part of the page: studies/tours/*.json. */
const tours: readonly Tour[] = Object.values(
  import.meta.glob<Tour>('../../../../studies/tours/*.json', { eager: true, import: 'default' }),
);

/** Tours that begin with this dataset, come through it, or are offered by it. */
export function toursOf(dataset: string | null): readonly Tour[] {
  return tours.filter(
    ({ study, also = [], steps }) =>
      study === dataset ||
      (dataset !== null && also.includes(dataset)) ||
      steps.some((step) => step.dataset === dataset),
  );
}

export function tourNamed(id: string): Tour | null {
  return tours.find((tour) => tour.id === id) ?? null;
}
