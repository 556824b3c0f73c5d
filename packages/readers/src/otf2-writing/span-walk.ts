/** Regions of one location, and what happens in them. */
export interface SpanRows {
  readonly enter: Float64Array;
  readonly exit: Float64Array;
  /** Spans around it; -1 = it has no length and may lie in any. */
  readonly depth: Int32Array;
}

interface SpanVisitor {
  enter(span: number, time: number): void;
  leave(span: number, time: number): void;
}

/**
 * Goes through spans in the order of time, each entered and left once and within the one around it. Returns how many
 * times had to be moved, since spans overlap without lying within each other.
 */
export function walkSpans(spans: SpanRows, visitor: SpanVisitor): number {
  const { enter, exit, depth } = spans;
  const order = Int32Array.from(enter.keys()).sort(
    (a, b) => enter[a] - enter[b] || depth[a] - depth[b] || exit[a] - exit[b] || a - b,
  );
  const open: number[] = [];
  let now = 0;
  let moved = 0;
  const notBefore = (time: number): number => {
    if (time < now) moved++;
    now = Math.max(now, time);
    return now;
  };
  const leaveTop = (latest: number): void => {
    const span = open.pop()!;
    if (exit[span] > latest) moved++;
    visitor.leave(span, notBefore(Math.min(exit[span], latest)));
  };
  for (const span of order) {
    const isOver = (): boolean =>
      depth[span] < 0 ? exit[open[open.length - 1]] < enter[span] : open.length > depth[span];
    while (open.length > 0 && isOver()) leaveTop(enter[span]);
    open.push(span);
    visitor.enter(span, notBefore(enter[span]));
    if (depth[span] < 0) leaveTop(enter[span]);
  }
  while (open.length > 0) leaveTop(Number.POSITIVE_INFINITY);
  return moved;
}
