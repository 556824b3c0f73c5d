import { NONE } from '@weft/model';
import type { Place, Problems } from './problems.ts';
import type { TopologyFacts } from './topology-facts.ts';

/** One direction of a cable, in a format that lists directions without ports. */
export interface DirectedLink {
  readonly from: string;
  readonly to: string;
  readonly class?: string;
  readonly direction?: string;
  readonly reverseDirection?: string;
  readonly place: Place;
}

/** Adds a cable for each pair of directions: the n-th from a to b is that of the n-th from b to a. One without the other is a cable, too. */
export function addDirectedLinks(
  links: readonly DirectedLink[],
  { cables }: TopologyFacts,
  problems: Problems,
): void {
  const waiting = new Map<string, number>();
  for (const link of links) {
    const other = `${link.to} ${link.from}`;
    const left = waiting.get(other) ?? 0;
    if (left > 0) {
      waiting.set(other, left - 1);
      continue;
    }
    const own = `${link.from} ${link.to}`;
    waiting.set(own, (waiting.get(own) ?? 0) + 1);
    cables.push({ ...link, fromPort: NONE, toPort: NONE, capacity: NONE });
  }
  for (const [ends, count] of waiting)
    for (let i = 0; i < count; i++)
      problems.note({
        code: 'ONE-DIRECTION',
        what: 'cables of which the file has one direction; nothing is known of the other, which shows as idle',
        example: ends.replace(' ', ' to '),
      });
}
