type Vector = readonly [right: number, up: number];

const STANDARD: Vector = [0.5, 0.42];

/** `50_40`: right and up, in hundredths of a step; the standard one where it is none. */
export function parseBack(text: string): Vector {
  const [right, up] = text.split('_').map((part) => Number(part) / 100);
  return text !== '' && Number.isFinite(right) && Number.isFinite(up) ? bounded([right, up]) : STANDARD;
}

export function printBack(back: Vector): string {
  return bounded(back)
    .map((part) => Math.round(part * 100))
    .join('_');
}

function bounded([right, up]: Vector): Vector {
  const bound = (part: number): number => Math.min(1.5, Math.max(-1.5, part));
  return [bound(right), bound(up)];
}

/** From one layer to the next: up to four stand within a step of each other, more reach further back. */
export function stepBehind([right, up]: Vector, layers: number): Vector {
  const steps = Math.max(1, Math.min(3, layers - 1));
  return [right / steps, up / steps];
}
