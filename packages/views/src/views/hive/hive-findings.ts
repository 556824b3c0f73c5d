import { type MeasureName, measures } from '@weft/analysis';
import { type CcdfGap, ccdf, largestGap } from '@weft/layout';
import type { HiveColumn } from './hive-columns.ts';

interface MeasureGap extends CcdfGap {
  readonly measure: MeasureName;
}

/** How far two runs lie apart in each measure. */
export interface PairGaps {
  readonly a: HiveColumn;
  readonly b: HiveColumn;
  readonly gaps: readonly MeasureGap[];
  readonly mean: number;
}

/** Below this gap two runs look alike by a measure, from the other on they differ. */
const ALIKE = 0.25;
const DIFFERENT = 0.5;

/** Gaps of every pair of runs, by the measures shown. */
export function pairGaps(columns: readonly HiveColumn[], shown: readonly MeasureName[]): readonly PairGaps[] {
  const curves = columns.map(({ run }) => shown.map((name) => (run ? ccdf(run.values[name]) : null)));
  return columns.flatMap((a, i) =>
    columns.slice(i + 1).flatMap((b, offset) => {
      if (!hasTraffic(a) || !hasTraffic(b)) return [];
      const gaps = shown.flatMap((measure, at) => {
        const [one, two] = [curves[i][at], curves[i + 1 + offset][at]];
        return one && two ? [{ measure, ...largestGap(one, two) }] : [];
      });
      const mean = gaps.reduce((sum, { gap }) => sum + gap, 0) / Math.max(1, gaps.length);
      return [{ a, b, gaps, mean }];
    }),
  );
}

/** Ranks without edges are alike in any run. */
function hasTraffic({ run }: HiveColumn): boolean {
  return run !== null && run.traffic.src.length > 0;
}

/** Two runs, the measures by which they are alike, and those by which they differ. */
export interface HiveFinding {
  readonly pair: PairGaps;
  readonly alike: readonly MeasureGap[];
  readonly differ: readonly MeasureGap[];
}

const MOST_FINDINGS = 3;

/** What stands out: pairs that are alike by some measures alone, the nearest first; else the nearest of all. */
export function findHeadlines(pairs: readonly PairGaps[]): readonly HiveFinding[] {
  const sorted = [...pairs].sort((one, two) => one.mean - two.mean);
  const telling = sorted.filter((one) => likes(one).length > 0 && differences(one).length > 0);
  const chosen = telling.length > 0 ? telling.slice(0, MOST_FINDINGS) : sorted.slice(0, 1);
  return chosen.map((pair) => ({ pair, alike: likes(pair), differ: differences(pair) }));
}

function likes({ gaps }: PairGaps): MeasureGap[] {
  return gaps.filter(({ gap }) => gap <= ALIKE);
}

function differences({ gaps }: PairGaps): MeasureGap[] {
  return gaps.filter(({ gap }) => gap >= DIFFERENT);
}

/** Columns in the order of their mean gap to one of them; others keep theirs. */
export function orderByDistance(
  columns: readonly HiveColumn[],
  pairs: readonly PairGaps[],
  id: string,
): readonly HiveColumn[] {
  const distance = (column: HiveColumn): number => {
    if (column.id === id) return -1;
    const pair = pairs.find(
      ({ a, b }) => (a.id === id && b.id === column.id) || (b.id === id && a.id === column.id),
    );
    return pair?.mean ?? Number.MAX_VALUE;
  };
  return [...columns].sort((one, two) => distance(one) - distance(two));
}

export function measureTitle(name: MeasureName): string {
  const title = measures.find((measure) => measure.name === name)?.title ?? name;
  return title === 'PageRank' ? title : title.toLowerCase();
}

/** The finding in one sentence. */
export function findingText({ pair, alike, differ }: HiveFinding): string {
  const names = `${pair.a.name} and ${pair.b.name}`;
  const list = (gaps: readonly MeasureGap[]): string =>
    gaps.map(({ measure, gap }) => `${measureTitle(measure)} (${gap.toFixed(2)})`).join(', ');
  if (alike.length > 0 && differ.length > 0)
    return `${names} look alike by ${list(alike)} and differ by ${list(differ)}.`;
  if (alike.length > 0) return `${names} look alike by ${list(alike)}.`;
  return `No two runs look alike by a measure; nearest are ${names}: ${list(pair.gaps)}.`;
}
