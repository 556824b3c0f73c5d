import type { ReadonlySignal } from '@preact/signals';
import { type RenderTarget, themeColours } from '@weft/draw';
import { useCallback } from 'preact/hooks';
import { useExporter } from '../../../kit/use-exporter.ts';
import type { ViewProps } from '../../../view.ts';
import { drawGroup } from '../group/draw-group.ts';
import { drawPolygons } from '../group/draw-polygons.ts';
import type { GroupPicture } from '../group/group-picture.ts';
import { drawTorusLegend, LEGEND_HEIGHT } from '../legend/legend-model.ts';
import { drawNodes } from '../planes/draw-nodes.ts';
import { drawPlaneLabels } from '../planes/draw-plane-labels.ts';
import { createPlanesDrawing } from '../planes/draw-planes.ts';
import { planesCsv } from '../planes/planes-csv.ts';
import type { PlanesPicture } from '../planes/planes-picture.ts';

/** The same drawing with group, polygons and legend below, and the numbers of every line. */
export function usePlanesExporter(
  exporter: ViewProps['exporter'],
  picture: ReadonlySignal<PlanesPicture>,
  group: ReadonlySignal<GroupPicture | null> | null,
  size: { readonly width: number; readonly planesHeight: number; readonly groupHeight: number },
): void {
  const { width, planesHeight, groupHeight } = size;
  const height = planesHeight + groupHeight;
  const draw = useCallback(
    (target: RenderTarget) => {
      const now = picture.peek();
      target.rect(0, 0, width, height + LEGEND_HEIGHT, { fill: themeColours(now.theme).background });
      target.group({ clip: [0, 0, width, planesHeight] }, () => {
        createPlanesDrawing()(target, now);
        drawNodes(target, now);
        drawPlaneLabels(target, now);
      });
      const shown = group?.peek();
      if (shown) {
        target.group({ y: planesHeight }, () => drawGroup(target, shown));
        const half = Math.floor(width / 2);
        target.group({ x: half, y: planesHeight }, () => drawPolygons(target, shown, width - half));
      }
      drawTorusLegend(target, now, width, height);
    },
    [picture, group, width, planesHeight, height],
  );
  const csv = useCallback(() => planesCsv(picture.peek()), [picture]);
  useExporter(exporter, { title: 'Torus planes', width, height: height + LEGEND_HEIGHT, draw }, csv);
}
