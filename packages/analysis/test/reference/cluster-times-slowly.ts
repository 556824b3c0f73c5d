/** The rule as written: look at all neighbouring pairs, merge the closest and leftmost, repeat. */
export function clusterTimesSlowly(
  times: readonly number[],
  mean: (a: number, sizeA: number, b: number, sizeB: number) => number,
): { merges: { gap: number; distance: number }[] } {
  const clusters = times.map((time, leaf) => ({ time, size: 1, last: leaf }));
  const merges: { gap: number; distance: number }[] = [];
  while (clusters.length > 1) {
    let best = 0;
    const distance = (at: number) => clusters[at + 1].time - clusters[at].time;
    for (let at = 1; at < clusters.length - 1; at++) if (distance(at) < distance(best)) best = at;
    const a = clusters[best];
    const b = clusters[best + 1];
    merges.push({ gap: a.last, distance: b.time - a.time });
    const merged = { time: mean(a.time, a.size, b.time, b.size), size: a.size + b.size, last: b.last };
    clusters.splice(best, 2, merged);
  }
  return { merges };
}
