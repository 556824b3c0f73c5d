export function findCasts(path: string, text: string): number[];
