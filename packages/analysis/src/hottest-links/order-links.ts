import { type TableFrame, type TextColumn, textAt } from '@weft/model';
import type { StepTraffic } from '../finding-facts/link-traffic.ts';

type Traffic = Pick<StepTraffic, 'edges' | 'totals' | 'peaks' | 'peakSteps'>;

export interface OrderedLinks {
  /** Chosen links, the fullest in its busiest step first; by bytes where no capacity is known. */
  readonly order: readonly number[];
  /** Of its capacity in its busiest step; -1 where it is not known. */
  percent(link: number): number;
  readonly traffic: Traffic;
}

interface LinkChoice {
  readonly countsBytes: boolean;
  readonly classes: readonly string[];
  readonly directions: readonly string[];
  readonly limit: number;
}

export function orderLinks(
  { columns }: TableFrame<'links', 'id' | 'class' | 'direction' | 'capacity'>,
  traffic: Traffic,
  { countsBytes, classes, directions, limit }: LinkChoice,
): OrderedLinks {
  const { capacity } = columns;
  const { totals, peaks } = traffic;
  const percent = (link: number) =>
    countsBytes && capacity[link] > 0 ? (100 * peaks[link]) / capacity[link] : -1;
  const hotter = (a: number, b: number) => percent(b) - percent(a) || totals[b] - totals[a] || a - b;
  const chosen = (wanted: readonly string[], column: TextColumn, link: number) =>
    wanted.length === 0 || wanted.includes(textAt(column, link) ?? '');
  const order: number[] = [];
  for (let link = 0; link < totals.length; link++) {
    if (!(totals[link] > 0) || !chosen(classes, columns.class, link)) continue;
    if (!chosen(directions, columns.direction, link)) continue;
    insertInOrder(order, link, hotter, limit);
  }
  return { order, percent, traffic };
}

/** Keeps the first `limit` in order, so that millions of links need not be sorted. */
function insertInOrder(
  order: number[],
  item: number,
  compare: (a: number, b: number) => number,
  limit: number,
): void {
  if (order.length === limit && compare(item, order[limit - 1]) >= 0) return;
  const place = order.findIndex((other) => compare(item, other) < 0);
  order.splice(place === -1 ? order.length : place, 0, item);
  if (order.length > limit) order.pop();
}
