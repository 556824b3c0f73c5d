import type { Ccdf } from '@weft/layout';
import type { ThemeColours } from '../colour/theme.ts';
import type { RenderTarget } from '../target/render-target.ts';

interface CcdfLine {
  readonly ccdf: Ccdf;
  readonly colour: string;
}

/** Share of ranks whose value is at least x, one stepped line a run, in a square of `size` pixels. */
export function drawCcdf(
  target: RenderTarget,
  lines: readonly CcdfLine[],
  place: (value: number) => number,
  size: number,
  colours: ThemeColours,
): void {
  target.rect(0, 0, size, size, { fill: colours.plot });
  for (const { ccdf, colour } of lines) {
    if (ccdf.values.length === 0) continue;
    target.path(
      (sink) => {
        sink.moveTo(0, 0);
        ccdf.values.forEach((value, at) => {
          const x = place(value) * size;
          sink.lineTo(x, (1 - ccdf.shares[at]) * size);
          sink.lineTo(x, (1 - (ccdf.shares[at + 1] ?? 0)) * size);
        });
      },
      { stroke: colour, lineWidth: 1.5 },
    );
  }
  target.text(0, size + 4, 'share of ranks at least as large', {
    fill: colours.muted,
    size: 9,
    baseline: 'hanging',
  });
}
