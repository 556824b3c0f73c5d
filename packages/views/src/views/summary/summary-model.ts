import type { LinkGroup, LinkGroups } from '../../kit/link-groups.ts';
import { type BoxStatistics, boxStatistics } from './box-statistics.ts';

export interface SummaryBox {
  readonly group: LinkGroup;
  readonly statistics: BoxStatistics;
  /** Links of the group that the whole selection keeps. */
  readonly visible: number;
}

/** One box per class and direction, computed in one buffer that lives as long as the view. */
export function createSummary({ groups, groupOf }: LinkGroups) {
  const starts = new Int32Array(groups.length + 1);
  groups.forEach((group, index) => {
    starts[index + 1] = starts[index] + group.links;
  });
  const buffer = new Float64Array(groupOf.length);
  const next = new Int32Array(groups.length);
  const visible = new Int32Array(groups.length);
  return (totals: Float64Array, mask: Uint8Array | null): SummaryBox[] => {
    next.set(starts.subarray(0, groups.length));
    visible.fill(0);
    for (let link = 0; link < totals.length; link++) {
      const group = groupOf[link];
      buffer[next[group]++] = totals[link];
      if (mask === null || mask[link] === 1) visible[group]++;
    }
    return groups.flatMap((group, index) => {
      const statistics = boxStatistics(buffer.subarray(starts[index], next[index]));
      return statistics ? [{ group, statistics, visible: visible[index] }] : [];
    });
  };
}
