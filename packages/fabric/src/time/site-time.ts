/** Nanoseconds of the dataset, of Unix seconds. */
export function siteTime(seconds: number, origin: number): number {
  return Math.round((seconds - origin) * 1e9);
}
