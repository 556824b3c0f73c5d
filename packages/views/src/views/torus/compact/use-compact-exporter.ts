import type { ReadonlySignal } from '@preact/signals';
import { type RenderTarget, themeColours } from '@weft/draw';
import { useCallback } from 'preact/hooks';
import { useExporter } from '../../../kit/use-exporter.ts';
import type { ViewProps } from '../../../view.ts';
import { drawTorusLegend, LEGEND_HEIGHT } from '../legend/legend-model.ts';
import { compactCsv } from './compact-csv.ts';
import type { CompactPicture, CompactSize } from './compact-picture.ts';
import { drawDifference } from './draw-difference.ts';
import { drawFigure } from './draw-figure.ts';
import { drawGridNotes } from './draw-grid-notes.ts';
import { hasTable, TABLE_WIDTH } from './layout-inside.ts';

/** Grids, zoomed grid, cuboids and legend as one picture, and the numbers of the zoomed grid. */
export function useCompactExporter(
  exporter: ViewProps['exporter'],
  picture: ReadonlySignal<CompactPicture>,
  size: CompactSize,
): void {
  const { width, gridsHeight, zoomedWidth, lowerHeight } = size;
  const height = gridsHeight + lowerHeight;
  const draw = useCallback(
    (target: RenderTarget) => {
      const now = picture.peek();
      target.rect(0, 0, width, height + LEGEND_HEIGHT, { fill: themeColours(now.theme).background });
      for (const figure of now.grids) drawFigure(target, figure, now);
      drawGridNotes(target, now);
      target.group({ y: gridsHeight }, () => drawFigure(target, now.zoomed, now));
      target.group({ x: zoomedWidth, y: gridsHeight }, () => {
        for (const figure of now.inside) drawFigure(target, figure, now);
        if (hasTable(now.plan, size)) drawDifference(target, now, width - zoomedWidth - TABLE_WIDTH);
      });
      drawTorusLegend(target, now, width, height);
    },
    [picture, size, width, height, gridsHeight, zoomedWidth],
  );
  const csv = useCallback(() => compactCsv(picture.peek()), [picture]);
  useExporter(
    exporter,
    { title: 'Torus with collapsed dimensions', width, height: height + LEGEND_HEIGHT, draw },
    csv,
  );
}
