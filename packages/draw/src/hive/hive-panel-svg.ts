import { themeColours } from '../colour/theme.ts';
import { drawSvg } from '../target/draw-svg.ts';
import { type CcdfPlot, drawCcdf } from './draw-ccdf.ts';
import { cellCorner, drawHivePanel, type HivePanel, type PanelPlaces } from './draw-hive-panel.ts';

const CELL = 200;
const LEFT = 136;
const TOP = 48;
const BELOW = 32;
const CCDF_WIDTH = 260;
const colours = themeColours('light');

/** The hive panel and the CCDF of each of its rows as a document. */
export function hivePanelSvg(panel: HivePanel, plots: readonly CcdfPlot[], note: string): string {
  const right = LEFT + panel.runs.length * CELL;
  const bottom = TOP + panel.rows.length * CELL;
  const [width, height] = [right + CCDF_WIDTH, bottom + BELOW];
  const places: PanelPlaces = {
    width: right,
    height: bottom,
    left: LEFT,
    top: TOP,
    cellWidth: CELL,
    cellHeight: CELL,
    scrollX: 0,
    scrollY: 0,
  };
  const title = `Hive panel of ${panel.runs.map(({ name }) => name).join(', ')}`;
  return drawSvg(width, height, title, (target) => {
    target.rect(0, 0, width, height, { fill: colours.background });
    drawHivePanel(target, panel, places, colours);
    target.text(right + 44, TOP - 9, 'share of ranks with at least x', { fill: colours.muted });
    plots.forEach((plot, row) => {
      const [, y] = cellCorner(places, 0, row);
      const box = { left: right + 44, top: y + 16, right: width - 20, bottom: y + CELL - 44 };
      drawCcdf(target, plot, box, colours);
    });
    target.text(8, height - 12, note, { fill: colours.muted, size: 10 });
  });
}
