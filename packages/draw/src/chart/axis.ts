import type { ThemeColours } from '../colour/theme.ts';
import type { RenderTarget } from '../target/render-target.ts';
import type { Tick } from './ticks.ts';

interface AxisOptions {
  readonly ticks: readonly Tick[];
  readonly place: (value: number) => number;
  /** Where the axis starts and ends along its direction. */
  readonly from: number;
  readonly to: number;
  readonly title?: string;
  readonly colours: ThemeColours;
  /** Length of grid lines across the plot; 0 = none. */
  readonly grid?: number;
}

const GAP = 8;

/** Axis below a plot, its line at y. Labels that would touch the one before are left out. */
export function drawBottomAxis(target: RenderTarget, y: number, options: AxisOptions): void {
  const { ticks, place, from, to, title, colours, grid = 0 } = options;
  let free = Number.NEGATIVE_INFINITY;
  for (const tick of ticks) {
    const x = place(tick.value);
    if (x < from - 0.5 || x > to + 0.5) continue;
    const at = crisp(x);
    if (grid > 0) target.line(at, y - grid, at, y, { stroke: colours.grid });
    target.line(at, y, at, y + 4, { stroke: colours.hairline });
    const half = target.measure(tick.label) / 2;
    const centre = Math.min(Math.max(x, from + half - 24), to - half + 8);
    if (centre - half < free) continue;
    target.text(centre, y + 7, tick.label, { fill: colours.muted, align: 'middle', baseline: 'hanging' });
    free = centre + half + GAP;
  }
  target.line(from, crisp(y), to, crisp(y), { stroke: colours.hairline });
  if (title) {
    const half = target.measure(title) / 2 + 4;
    const centre = Math.max(Math.min((from + to) / 2, target.width - half), half);
    target.text(centre, y + 22, title, {
      fill: colours.muted,
      align: 'middle',
      baseline: 'hanging',
    });
  }
}

/** Axis left of a plot, its line at x; `from` is the top. Its title stands above the plot. */
export function drawLeftAxis(target: RenderTarget, x: number, options: AxisOptions): void {
  const { ticks, place, from, to, colours, grid = 0 } = options;
  let free = Number.POSITIVE_INFINITY;
  for (const tick of ticks) {
    const y = place(tick.value);
    if (y < from - 0.5 || y > to + 0.5) continue;
    const at = crisp(y);
    if (grid > 0) target.line(x, at, x + grid, at, { stroke: colours.grid });
    if (y + 7 > free) continue;
    target.text(x - 6, y, tick.label, { fill: colours.muted, align: 'end', baseline: 'middle' });
    free = y - 7;
  }
}

/** How many ticks read well along a left axis. */
export function leftTickCount(height: number): number {
  return Math.min(Math.max(Math.floor(height / 28), 2), 6);
}

/** Centre of the device pixel, so that a hairline is one pixel wide. */
export function crisp(position: number): number {
  return Math.floor(position) + 0.5;
}
