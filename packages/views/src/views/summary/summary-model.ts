import { type BoxStatistics, boxStatistics } from '@weft/analysis';
import type { GroupedTotals } from '../../kit/grouped-totals.ts';
import type { LinkGroup } from '../../kit/link-groups.ts';

export interface SummaryBox {
  readonly group: LinkGroup;
  readonly statistics: BoxStatistics;
  /** Links of the group that the whole selection keeps. */
  readonly visible: number;
}

/** One box per class and direction. */
export function summaryBoxes(groups: readonly LinkGroup[], grouped: GroupedTotals): SummaryBox[] {
  const { values, starts, low, high, sum, visible } = grouped;
  return groups.flatMap((group, index) => {
    const own = values.subarray(starts[index], starts[index + 1]);
    if (own.length === 0) return [];
    const statistics = boxStatistics(own, { minimum: low[index], maximum: high[index], sum: sum[index] });
    return [{ group, statistics, visible: visible[index] }];
  });
}
