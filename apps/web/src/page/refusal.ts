import { errorFacts } from '@weft/model';
import type { DatasetInfo } from '@weft/views';
import type { AnyView } from './page.ts';

/** Why the view shows nothing of this dataset; a view that fails to say is refused, too. */
export function refusalOf(view: AnyView, dataset: DatasetInfo): string | null {
  try {
    return view.refuses(dataset);
  } catch (error) {
    return `This view failed: ${errorFacts(error).message}`;
  }
}

/** The views that can show the dataset. */
export function usableViews(views: readonly AnyView[], dataset: DatasetInfo): string[] {
  return views.filter((view) => refusalOf(view, dataset) === null).map(({ id }) => id);
}
