import { WeftError } from '@weft/model';
import type { LoadedView } from '@weft/views';
import type { Activity } from '../activity/activity.ts';
import type { AnyView } from '../page/page.ts';
import { type TaskState, useTask } from './use-task.ts';

// biome-ignore lint/suspicious/noExplicitAny: each view has its own needs
export type AnyLoadedView = LoadedView<any>;

const loaded = new WeakMap<AnyView, AnyLoadedView>();
/** On their way before a panel asks; each is asked for anew by who comes after the first. */
const preloaded = new WeakMap<AnyView, Promise<AnyLoadedView>>();

/** The code of a view, which comes from the server when the view is first shown; later it is there at once. */
export function useLoadedView(
  activity: Activity,
  view: AnyView,
): { state: TaskState<AnyLoadedView>; again: () => void } {
  const { state, again } = useTask(activity, () => loadView(view));
  const known = loaded.get(view);
  return { state: known ? { status: 'done', result: known } : state, again };
}

/**
 * Fetches the code of views before their panels are there; one that fails says so in its panel. None begins before all are
 * there: drawing the first would keep the others from asking for their data.
 */
export function preloadViews(views: readonly AnyView[]): void {
  const fetched = views.map(fetchView);
  const all = Promise.allSettled(fetched);
  views.forEach((view, index) => {
    preloaded.set(
      view,
      all.then(() => fetched[index]),
    );
    preloaded.get(view)?.catch(() => {});
  });
}

function loadView(view: AnyView): Promise<AnyLoadedView> {
  const fetched = preloaded.get(view) ?? fetchView(view);
  preloaded.delete(view);
  return fetched;
}

async function fetchView(view: AnyView): Promise<AnyLoadedView> {
  const known = loaded.get(view);
  if (known) return known;
  try {
    const result = await view.load();
    loaded.set(view, result);
    return result;
  } catch (error) {
    const message = `the view «${view.title}» could not be loaded`;
    const advice = 'Look whether the server runs, then reload the page.';
    throw new WeftError({ code: 'VIEW-NOT-LOADED', message, advice }, { cause: error });
  }
}
