import { PhaseBuilder } from '../phase-builder.ts';

/** Ranks first .. first + count - 1; after its stage each holds one of `count` equal parts of the image. */
interface SwapGroup {
  readonly first: number;
  readonly count: number;
  /** Ranks in the order of the parts they hold. */
  readonly owners: Int32Array;
}

/**
 * Stages of 2-3 swap, leaves first: a tree of height floor(log2 N) whose inner nodes have two or three children
 * (2^h <= N <= 3^h). In a stage the children of a node merge: the image is cut anew into as many equal parts as the
 * node has ranks, and every rank sends of its old part what others now own.
 */
export function* swapStages(ranks: number, bytes: number): Iterable<PhaseBuilder> {
  const height = Math.floor(Math.log2(ranks));
  let groups = Array.from({ length: ranks }, (_, rank) => leaf(rank));
  for (let level = 1; level <= height; level++) {
    const phase = new PhaseBuilder(ranks * 2);
    const merged: SwapGroup[] = [];
    let at = 0;
    for (const count of groupSizes(ranks, height, level)) {
      const children: SwapGroup[] = [];
      for (let end = at + count, first = at; first < end; first += (children.at(-1) as SwapGroup).count) {
        children.push(groups[groupAt(groups, first)]);
      }
      merged.push(mergeGroups(children, bytes, phase));
      at += count;
    }
    groups = merged;
    yield phase;
  }
}

function leaf(rank: number): SwapGroup {
  return { first: rank, count: 1, owners: Int32Array.of(rank) };
}

function groupAt(groups: readonly SwapGroup[], first: number): number {
  let low = 0;
  let high = groups.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (groups[middle].first <= first) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Numbers of ranks under each node at a height of the tree, left to right. */
export function groupSizes(ranks: number, height: number, level: number): number[] {
  if (height === level) return [ranks];
  const parts = ranks > 2 * 3 ** (height - 1) ? 3 : 2;
  return Array.from({ length: parts }, (_, part) =>
    groupSizes(shareOf(ranks, parts, part + 1) - shareOf(ranks, parts, part), height - 1, level),
  ).flat();
}

/** Where part number `part` of `parts` equal parts begins. */
function shareOf(total: number, parts: number, part: number): number {
  return Math.floor((total * part) / parts);
}

function mergeGroups(children: readonly SwapGroup[], bytes: number, phase: PhaseBuilder): SwapGroup {
  const { first } = children[0];
  const count = children.reduce((sum, child) => sum + child.count, 0);
  const owners = mergedOwners(children, count);
  for (const child of children) {
    child.owners.forEach((rank, part) => {
      const from = shareOf(bytes, child.count, part);
      const to = shareOf(bytes, child.count, part + 1);
      for (let next = Math.floor((part * count) / child.count); next < count; next++) {
        const low = Math.max(from, shareOf(bytes, count, next));
        if (low >= to) break;
        phase.add(rank, owners[next], Math.min(to, shareOf(bytes, count, next + 1)) - low);
      }
    });
  }
  return { first, count, owners };
}

/** New parts go to the ranks in the order of the middles of their old parts, so that each keeps what it can. */
function mergedOwners(children: readonly SwapGroup[], count: number): Int32Array {
  const entries: { rank: number; middle: number }[] = [];
  for (const child of children) {
    child.owners.forEach((rank, part) => {
      entries.push({ rank, middle: (2 * part + 1) / (2 * child.count) });
    });
  }
  entries.sort((a, b) => a.middle - b.middle || a.rank - b.rank);
  return Int32Array.from({ length: count }, (_, part) => entries[part].rank);
}
