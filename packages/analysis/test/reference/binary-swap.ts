export interface Edge {
  readonly src: number;
  readonly dst: number;
  readonly bytes: number;
  readonly time: number;
  readonly stage: number;
}

/** Partner i xor 2^s at stage s; the image of `bytes` halves at each stage. */
export function binarySwap(ranks: number, bytes: number, stageTime = 1000): Edge[] {
  const edges: Edge[] = [];
  for (let stage = 0; 1 << stage < ranks; stage++) {
    for (let src = 0; src < ranks; src++) {
      edges.push({
        src,
        dst: src ^ (1 << stage),
        bytes: bytes / 2 ** (stage + 1),
        time: stage * stageTime,
        stage,
      });
    }
  }
  return edges;
}
