type Time = readonly [number, number];

/** How much of the whole time a range is, 1 where that is not known. */
export function timeShare(range: Time, whole: Time | null | undefined): number {
  if (!whole || whole[1] <= whole[0]) return 1;
  return Math.min(1, (range[1] - range[0]) / (whole[1] - whole[0]));
}
