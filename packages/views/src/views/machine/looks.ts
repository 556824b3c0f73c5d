import { computed } from '@preact/signals';
import { colourMap } from '@weft/draw';
import type { VertexLook } from './apply-look.ts';
import { type Attribute, busiestLinks, metricAttribute, throughTraffic } from './attributes.ts';
import { createCableLooks } from './cable-looks.ts';
import type { Carried } from './carried.ts';
import { type Colouring, colourByAttribute, colourByLayer } from './colouring.ts';
import type { Legend } from './legend.ts';
import { coloursOf, type MachinePicture } from './machine-picture.ts';
import type { Queued } from './queued.ts';
import { shapeLegend, shapesOf, sizeFactors, sizeLegend } from './size-and-shape.ts';
import { colourMode, hiddenVertices } from './what-is-shown.ts';

/** Choices that need no column looked up. */
const BUILT_IN = ['same', 'kind', 'total'];

/** Looks that only change when the reader changes them, and what they mean. */
export function createLooks(picture: MachinePicture, carried: Carried, queued: Queued) {
  const { options, workspace, data } = picture;
  const { network } = data;
  const attribute = (key: string): Attribute | undefined =>
    BUILT_IN.includes(key)
      ? undefined
      : picture.vertexAttributes.value.find((candidate) => candidate.key === key);
  const map = computed(() => colourMap(workspace.colourMap.value, workspace.theme.value));
  const total = computed(() => {
    const totals = workspace.linkValues.totals.value;
    if (!totals) return null;
    return workspace.linkValues.metric.value?.kind === 'gauge'
      ? metricAttribute(busiestLinks(network, totals), workspace.linkValues, 'of busiest link')
      : metricAttribute(throughTraffic(network, totals), workspace.linkValues, 'through vertex');
  });
  /** Null where colours follow the clock. */
  const colouring = computed((): Colouring | null => {
    const mode = colourMode(picture);
    const colours = coloursOf(picture);
    if (mode === 'activity' || mode === 'carried' || mode === 'queue') return null;
    if (mode === 'total' && total.value) return colourByAttribute(total.value, map.value, colours);
    if (mode === 'layer' || mode === 'level') return colourByLayer(network.vertices.level, colours);
    const found = picture.vertexAttributes.value.find(({ key }) => key === mode);
    return found
      ? colourByAttribute(found, map.value, colours)
      : colourByLayer(network.vertices.level, colours);
  });
  const sizedBy = computed(() => {
    if (options.size.value === 'queue') return queued.vertices.value;
    return options.size.value === 'total' ? total.value : attribute(options.size.value);
  });
  const shapedBy = computed(() => attribute(options.shape.value));
  const vertices = computed((): VertexLook => {
    const routes = workspace.linkValues.routes.value;
    return {
      factors: sizeFactors(sizedBy.value),
      shapes: shapesOf(network.vertices.kind, shapedBy.value),
      faded: routes?.vertices.map((used) => 1 - used) ?? null,
      hidden: hiddenVertices(picture),
    };
  });
  const colourLegend = (): Legend => {
    if (colouring.value) return colouring.value.legend;
    if (colourMode(picture) === 'carried')
      return { kind: 'scale', title: 'carried so far', unit: carried.unit(), domain: [0, carried.most()] };
    if (colourMode(picture) === 'queue') {
      const { title, unit, domain } = queued.vertices.value;
      return { kind: 'scale', title, unit, domain };
    }
    const { legend } = colourByLayer(network.vertices.level, coloursOf(picture));
    const keys = legend.kind === 'keys' ? legend.keys.slice(picture.levels > 0 ? 1 : 0) : [];
    return { kind: 'keys', title: 'layer; strong = active now', keys };
  };
  return {
    map,
    colouring,
    vertices,
    cables: createCableLooks(picture, map, queued),
    vertexLegends: (): readonly Legend[] => [
      colourLegend(),
      ...sizeLegend(sizedBy.value),
      ...shapeLegend(shapedBy.value),
    ],
  };
}
