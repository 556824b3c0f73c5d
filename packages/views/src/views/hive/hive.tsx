import { drawHivePanel, drawPanelSelection, type RenderTarget } from '@weft/draw';
import { useCallback } from 'preact/hooks';
import { Tooltip } from '../../kit/tooltip.tsx';
import { useExporter } from '../../kit/use-exporter.ts';
import { toolbarHeight, ViewRoot } from '../../kit/view-root.tsx';
import type { ViewProps } from '../../view.ts';
import { CcdfPart, ccdfPlot, drawCcdfPart } from './ccdf-part.tsx';
import { drawPlotPart, drawPlotSelection } from './draw-plot-part.ts';
import { hiveCsv } from './hive-csv.ts';
import { findHeadlines, findingText } from './hive-findings.ts';
import { HiveHeadline, headlineHeight } from './hive-headline.tsx';
import { HiveKey } from './hive-key.tsx';
import type { HiveNeeds } from './hive-needs.ts';
import { type Box, type HivePlaces, hivePlaces, panelSize } from './hive-places.ts';
import { HiveToolbar } from './hive-toolbar.tsx';
import { IdentityPart } from './identity-part.tsx';
import { PanelPart, panelOf, selectedIn } from './panel-part.tsx';
import { PlotPart } from './plot-part.tsx';
import { type HiveScene, useHiveScene } from './use-hive-scene.ts';
import './hive.css';

const KEY_HEIGHT = 22;
const OPTIONS_WIDTH = 840;

export function Hive(props: ViewProps<HiveNeeds>) {
  const { workspace, width, height, data, exporter } = props;
  const scene = useHiveScene(props);
  const { part, colour } = scene.settings;
  const keyHeight = colour === 'none' ? 0 : KEY_HEIGHT;
  const bar = toolbarHeight(width, OPTIONS_WIDTH);
  const taken = bar + headlineHeight(scene.pairs) + keyHeight;
  const bodyHeight = Math.max(80, height - taken);
  const places = hivePlaces(part, width, bodyHeight);
  const picture = useHivePicture(scene, places, width, bodyHeight);
  const csv = useCallback(() => hiveCsv(scene.columns, scene.rows), [scene]);
  useExporter(exporter, picture, csv);
  return (
    <ViewRoot
      workspace={workspace}
      width={width}
      height={height}
      bar={bar}
      toolbar={<HiveToolbar scene={scene} offers={data.offers} />}
    >
      <div class="hive">
        <HiveHeadline scene={scene} />
        <div class="hive-parts" style={{ height: `${bodyHeight}px` }}>
          {places.panel && <PanelPart scene={scene} box={places.panel} />}
          {places.plot && <PlotPart scene={scene} box={places.plot} />}
          {places.ccdf && <CcdfPart scene={scene} box={places.ccdf} />}
          {places.identity && <IdentityPart scene={scene} data={data} box={places.identity} />}
          <Tooltip content={scene.tooltip} width={width} height={bodyHeight} />
        </div>
        <HiveKey painter={scene.painter} colour={colour} />
      </div>
    </ViewRoot>
  );
}

/** The parts on screen as one picture; the panel with all of its runs. */
function useHivePicture(scene: HiveScene, places: HivePlaces, width: number, height: number) {
  const head = headlineHeight(scene.pairs);
  const draw = useCallback(
    (target: RenderTarget) => {
      target.rect(0, 0, target.width, target.height, { fill: scene.colours.background });
      drawPictureHead(target, scene);
      target.group({ y: head }, () => {
        if (places.panel) at(target, places.panel, () => drawWholePanel(target, scene, places.panel));
        if (places.plot) at(target, places.plot, (box) => drawPlot(target, scene, box));
        if (places.ccdf) at(target, places.ccdf, (box) => drawCcdf(target, scene, box));
      });
    },
    [scene, places, head],
  );
  return { title: 'Hive panel', width, height: height + head, draw };
}

/** What stands out, and the rules and colours of the picture. */
function drawPictureHead(
  target: RenderTarget,
  { pairs, columns, settings, painter, colours }: HiveScene,
): void {
  const names = `${columns.map(({ name }) => name).join(', ')}, whole run`;
  const found = findHeadlines(pairs).map(findingText);
  for (const [line, title] of (found.length > 0 ? found : [names]).entries()) {
    target.text(8, 18 + 20 * line, title, { fill: colours.ink, size: 14, weight: 'bold' });
  }
  const [first, last] = [painter.key[0], painter.key[painter.key.length - 1]];
  const colour = {
    none: '',
    bytes: ` · colour and width: bytes of an edge, ${first?.label} to ${last?.label}, log scale`,
    calls: ` · hue: ${painter.key.map(({ label }) => label).join(', ')}`,
  }[settings.colour];
  const runs = `${columns.map(({ id }) => id).join(', ')} · whole run`;
  target.text(8, headlineHeight(pairs) - 8, `${runs} · axes cut by ${settings.cuts}${colour}`, {
    fill: colours.muted,
  });
}

function at(target: RenderTarget, box: Box, draw: (box: Box) => void): void {
  target.group({ x: box.left, y: box.top, clip: [0, 0, box.width, box.height] }, () => draw(box));
}

function drawWholePanel(target: RenderTarget, scene: HiveScene, box: Box | null): void {
  if (!box) return;
  const places = { ...panelSize(box, scene.columns.length, scene.rows.length), scrollX: 0, scrollY: 0 };
  const panel = panelOf(scene);
  drawHivePanel(target, panel, places, scene.colours);
  drawPanelSelection(target, panel, selectedIn(scene), places, scene.colours);
}

function drawPlot(target: RenderTarget, scene: HiveScene, { width, height }: Box): void {
  const title = `${scene.current.name} by ${scene.row.measure.title.toLowerCase()}`;
  target.text(8, 16, title, { fill: scene.colours.ink, size: 12, weight: 'bold' });
  target.group({ y: 24 }, () => {
    drawPlotPart(target, scene, width, height - 24);
    drawPlotSelection(target, scene, width, height - 24);
  });
}

function drawCcdf(target: RenderTarget, scene: HiveScene, { width, height }: Box): void {
  target.text(8, 16, `CCDF of ${scene.row.measure.title.toLowerCase()}`, {
    fill: scene.colours.ink,
    size: 12,
    weight: 'bold',
  });
  target.group({ y: 24 }, () => drawCcdfPart(target, scene, ccdfPlot(scene), width, height - 24));
}
