import { collectiveFlow } from '@weft/analysis';
import { NONE, textAt } from '@weft/model';
import type { TraceTables } from './trace-tables.ts';

/** Collective calls as ranks that gather: who has to come, who waits for it, and when it was complete. */
interface Gatherings {
  readonly count: number;
  /** By row of the collective calls; -1 = none. */
  readonly joins: Int32Array;
  readonly awaits: Int32Array;
  /** By gathering: when the last of those who have to come came. */
  readonly complete: Float64Array;
}

/** Rows without a time, of an unknown communicator, or in which nobody is known to wait, gather nobody. */
export function findGatherings({ rows, columns }: TraceTables['collectives']): Gatherings {
  const { comm, seq, root, rank, call, enter, exit } = columns;
  const joins = new Int32Array(rows).fill(NONE);
  const awaits = new Int32Array(rows).fill(NONE);
  const numbers = new Map<string, number>();
  const complete: number[] = [];
  for (let row = 0; row < rows; row++) {
    const flow = collectiveFlow(textAt(call, row) ?? '');
    if (flow === 'loose' || comm[row] === NONE || enter[row] === NONE || exit[row] === NONE) continue;
    const key = `${comm[row]} ${seq[row]}`;
    const gathering = numbers.get(key) ?? numbers.size;
    numbers.set(key, gathering);
    const isRoot = rank[row] === root[row];
    if (flow === 'all' || isRoot === (flow === 'from-root')) {
      joins[row] = gathering;
      complete[gathering] = Math.max(complete[gathering] ?? 0, enter[row]);
    }
    if (flow === 'all' || isRoot === (flow === 'to-root')) awaits[row] = gathering;
  }
  const times = Float64Array.from({ length: numbers.size }, (_, gathering) => complete[gathering] ?? NONE);
  for (let row = 0; row < rows; row++) if (times[awaits[row]] === NONE) awaits[row] = NONE;
  return { count: numbers.size, joins, awaits, complete: times };
}
