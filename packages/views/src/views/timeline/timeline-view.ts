import type { NeedsContext } from '../../view.ts';
import type { DatasetInfo } from '../../workspace.ts';
import { type TimelineNeeds, timelineNeeds } from './timeline-needs.ts';

export { Timeline as Component } from './timeline.tsx';

export function needs(dataset: DatasetInfo, _metric: string | null, context: NeedsContext): TimelineNeeds {
  return timelineNeeds(dataset, context);
}
