/** A sequence of kinds that occurs again, such as "broadcast, then heavy exchange, then light exchange". */
export interface Motif {
  readonly length: number;
  /** First phase of each occurrence; occurrences of all motifs are disjoint. */
  readonly starts: readonly number[];
}

/**
 * Sequences of two or more phases, not all of one kind, that occur at least twice. The one that covers
 * most phases is taken first, the shortest and leftmost among equals, then the best of what is left.
 */
export function findMotifs(kinds: Int32Array, longest = 64): Motif[] {
  const free = new Uint8Array(kinds.length).fill(1);
  const motifs: Motif[] = [];
  for (;;) {
    const motif = bestMotif(kinds, free, Math.min(longest, kinds.length >> 1));
    if (!motif) return motifs;
    motifs.push(motif);
    for (const start of motif.starts) free.fill(0, start, start + motif.length);
  }
}

function bestMotif(kinds: Int32Array, free: Uint8Array, longest: number): Motif | null {
  let best: Motif | null = null;
  for (let length = 2; length <= longest; length++) {
    for (const starts of occurrences(kinds, free, length)) {
      if (starts.length < 2) continue;
      if (!best || starts.length * length > best.starts.length * best.length) best = { length, starts };
    }
  }
  return best;
}

/** Disjoint places of each sequence of that length, in order of first appearance. */
function occurrences(kinds: Int32Array, free: Uint8Array, length: number): Iterable<number[]> {
  const places = new Map<string, number[]>();
  let run = 0;
  let changes = 0;
  for (let end = 0; end < kinds.length; end++) {
    run = free[end] === 1 ? run + 1 : 0;
    changes = run > 1 && kinds[end] !== kinds[end - 1] ? end : run > 1 ? changes : -1;
    const start = end - length + 1;
    if (run < length || changes <= start) continue;
    const key = kinds.subarray(start, end + 1).join();
    const known = places.get(key);
    if (!known) places.set(key, [start]);
    else if (known[known.length - 1] + length <= start) known.push(start);
  }
  return places.values();
}
