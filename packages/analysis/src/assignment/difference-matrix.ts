import { countCommunities, partitionDifference } from './partition-difference.ts';

/** Differences of all pairs of partitions, row by row; equal partitions are compared once. */
export function differenceMatrix(partitions: readonly Int32Array[]): Float64Array {
  const size = partitions.length;
  const matrix = new Float64Array(size * size);
  const { kinds, firsts } = distinctPartitions(partitions);
  const counts = firsts.map((at) => countCommunities(partitions[at]));
  const known = new Float64Array(firsts.length ** 2);
  for (let i = 0; i < firsts.length; i++) {
    for (let j = 0; j < i; j++) {
      const difference = partitionDifference(
        partitions[firsts[i]],
        partitions[firsts[j]],
        counts[i],
        counts[j],
      );
      known[i * firsts.length + j] = difference;
      known[j * firsts.length + i] = difference;
    }
  }
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) matrix[i * size + j] = known[kinds[i] * firsts.length + kinds[j]];
  }
  return matrix;
}

function distinctPartitions(partitions: readonly Int32Array[]): { kinds: Int32Array; firsts: number[] } {
  const firsts: number[] = [];
  const byHash = new Map<number, number[]>();
  const kinds = Int32Array.from(partitions, (labels, at) => {
    const hash = hashLabels(labels);
    const candidates = byHash.get(hash) ?? [];
    byHash.set(hash, candidates);
    for (const kind of candidates) if (sameLabels(partitions[firsts[kind]], labels)) return kind;
    candidates.push(firsts.length);
    return firsts.push(at) - 1;
  });
  return { kinds, firsts };
}

function hashLabels(labels: Int32Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < labels.length; i++) hash = Math.imul(hash ^ labels[i], 0x01000193);
  return hash;
}

function sameLabels(a: Int32Array, b: Int32Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
