export { cellsSvg } from './cells/draw-cells.ts';
export { crisp, drawBottomAxis, drawLeftAxis, leftTickCount } from './chart/axis.ts';
export {
  drawKey,
  KEY_ROW,
  type KeyBox,
  type KeyItem,
  keyItemAt,
  keyPlaces,
  keyRows,
} from './chart/draw-key.ts';
export {
  createLegendDrawing,
  LEGEND_THICKNESS,
  type LegendBox,
  type LegendModel,
  legendExtent,
  legendPlace,
} from './chart/draw-legend.ts';
export { createRaster, paintHeatMap, shrinkByMaximum } from './chart/heat-map.ts';
export {
  formatInstant,
  logTicks,
  niceDomain,
  originMilliseconds,
  timeTicks,
  timeTitle,
  valueTicks,
} from './chart/ticks.ts';
export { callColours, groupColours, shortCall } from './colour/call-colours.ts';
export { callGroup, callGroups } from './colour/call-groups.ts';
export { type CallPattern, callPatterns, groupPatterns } from './colour/call-patterns.ts';
export { categoryColour, layerColour, pairedColour } from './colour/categories.ts';
export {
  type ColourMap,
  type ColourMapName,
  colourMap,
  colourMapNames,
  colourMapTitle,
  divergingMapNames,
  ribbonMapNames,
  sequentialMapNames,
} from './colour/colour-map.ts';
export {
  type ColourScale,
  divergingScale,
  extent,
  linearScale,
  logScale,
  quantileScale,
} from './colour/colour-scale.ts';
export { jobColour } from './colour/job-colour.ts';
export { regionColour, regionColours } from './colour/region-colour.ts';
export { formatHex, mixStops, packedCss, packRgba, parseColour, type Rgb, toOklab } from './colour/rgb.ts';
export { FONT_FAMILY, type Theme, type ThemeColours, themeColours, themeVariables } from './colour/theme.ts';
export {
  type BandRow,
  type CommgramParts,
  type CommgramPicture,
  commgramStyle,
  noZoom,
  type PlotZoom,
  pictureArea,
  rowHeights,
  sx,
  sy,
} from './commgram/commgram-picture.ts';
export { commgramSvg } from './commgram/commgram-svg.ts';
export { drawCommgram, drawGround, drawMarks, inPlot } from './commgram/draw-commgram.ts';
export { drawBands, drawRibbons, MIN_WIDTH, ribbonOrder } from './commgram/draw-ribbons.ts';
export { type RibbonColours, ribbonColours, sizeDomain } from './commgram/ribbon-colours.ts';
export { evidenceSvg } from './evidence/evidence-svg.ts';
export { type CcdfBox, type CcdfGap, type CcdfPlot, drawCcdf } from './hive/draw-ccdf.ts';
export { drawHive, drawHiveSelection } from './hive/draw-hive.ts';
export {
  cellCorner,
  cellFrame,
  drawHivePanel,
  drawPanelSelection,
  type HivePanel,
  type HivePanelRow,
  type PanelPlaces,
} from './hive/draw-hive-panel.ts';
export { drawHiveScales } from './hive/draw-hive-scale.ts';
export { fitHive, type HiveFrame } from './hive/hive-frame.ts';
export { bytesLooks, bytesPaint, callsPaint, type HivePaint, plainPaint } from './hive/hive-paint.ts';
export { hivePanelSvg } from './hive/hive-panel-svg.ts';
export { runColour } from './hive/run-colour.ts';
export { shortValue } from './hive/scale-ticks.ts';
export { networkSvg } from './network/network-svg.ts';
export { type DrawPicture, drawSvg } from './target/draw-svg.ts';
export { encodePng } from './target/encode-png.ts';
export {
  type GroupOptions,
  type Paint,
  type PathSink,
  type Raster,
  type RenderTarget,
  TEXT_SIZE,
  type TextStyle,
} from './target/render-target.ts';
export { createSvgTarget } from './target/svg-target.ts';
