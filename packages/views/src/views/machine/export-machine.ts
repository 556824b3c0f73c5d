import { drawSvg } from '@weft/draw';
import { vertexName } from '@weft/network';
import { formatCsv } from '../../kit/export-picture.ts';
import { drawMachine } from './draw-machine.ts';
import type { ExportLegend } from './export-legend.ts';
import { kindOf } from './machine-model.ts';
import type { MachinePicture } from './machine-picture.ts';

/** The picture as vectors, above its legend. */
export function machineSvg(picture: MachinePicture, legend: ExportLegend): string {
  const { width, height } = picture.camera.size.peek();
  const scenes = picture.staging.scenes.peek();
  const title = scenes.map(({ stage }) => `${stage.name} – ${stage.title}`).join(', ');
  return drawSvg(width, height + legend.height, title, (target) => {
    drawMachine(target, picture);
    legend.draw(target, height);
  });
}

/** Shares by turning layer, then one row per vertex with its traffic at the time of the clock. */
export function machineCsv(picture: MachinePicture): string {
  const { network } = picture.data;
  const { level } = network.vertices;
  const summary = picture.motion.layers.peek();
  const layers = (summary?.layers ?? []).map(({ layer, messages, share }) => [
    'layer',
    `layer ${layer}`,
    layer,
    messages,
    share,
  ]);
  const vertices = Array.from({ length: network.vertexCount }, (_, v) => [
    kindOf(network.vertices, v),
    vertexName(network, v),
    level[v],
    picture.motion.moment.activity[v],
    null,
  ]);
  return formatCsv(['kind', 'name', 'layer', 'messages', 'share'], [...layers, ...vertices]);
}
