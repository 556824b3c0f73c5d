import type { RenderTarget, ThemeColours } from '@weft/draw';

/** Marks a mean of links that differ. */
export function drawDiamond(
  target: RenderTarget,
  x: number,
  y: number,
  colours: ThemeColours,
  size = 3.5,
): void {
  target.path(
    (path) => {
      path.moveTo(x, y - size);
      path.lineTo(x + size, y);
      path.lineTo(x, y + size);
      path.lineTo(x - size, y);
      path.closePath();
    },
    { fill: colours.background, stroke: colours.ink },
  );
}
