import { computed, type ReadonlySignal, useSignal } from '@preact/signals';
import type { HoveredItem } from '@weft/model';
import { useMemo } from 'preact/hooks';
import type { Point } from '../../kit/attach-listeners.ts';
import type { TooltipContent } from '../../kit/tooltip.tsx';
import type { Workspace } from '../../workspace.ts';
import { pickTimeline, type TimelinePick } from './pick-timeline.ts';
import type { TimelineModel } from './timeline-geometry.ts';

export interface TimelinePointer {
  /** What lies under the pointer; follows zoom and finer data, too. */
  readonly pick: ReadonlySignal<TimelinePick | null>;
  readonly tooltip: ReadonlySignal<TooltipContent | null>;
  hover(point: Point | null): void;
  /** What lies under a resting mouse is not what the keys lead to. */
  forget(): void;
}

export function useTimelinePointer(
  model: ReadonlySignal<TimelineModel>,
  workspace: Workspace,
): TimelinePointer {
  const pointer = useSignal<Point | null>(null);
  const pick = useMemo(
    () => computed(() => pointer.value && pickTimeline(model.value, pointer.value.x, pointer.value.y)),
    [model],
  );
  const tooltip = useMemo(
    () =>
      computed(() => {
        const [at, shown] = [pointer.value, pick.value];
        return at && shown && { x: at.x, y: at.y, title: shown.title, lines: shown.lines };
      }),
    [pick],
  );
  return {
    pick,
    tooltip,
    hover(point) {
      pointer.value = point;
      workspace.hovered.value = hoveredItem(pick.peek());
    },
    forget() {
      pointer.value = null;
      workspace.hovered.value = null;
    },
  };
}

function hoveredItem(pick: TimelinePick | null): HoveredItem | null {
  if (!pick || pick.rank < 0) return null;
  return pick.message === null ? { kind: 'rank', id: pick.rank } : { kind: 'message', id: pick.message };
}
