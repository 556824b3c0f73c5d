import { computed } from '@preact/signals';
import { colourMap, extent, layerColour, packRgba, parseColour } from '@weft/draw';
import { formatQuantity } from '@weft/model';
import { activityTable } from './activity-light.ts';
import { applyActivity, applyColours, applyLook, blockMeans, type VertexLook } from './apply-look.ts';
import { type Attribute, metricAttribute, throughTraffic } from './attributes.ts';
import { createCableLooks } from './cable-looks.ts';
import { type Colouring, colourByAttribute, colourByLayer } from './colouring.ts';
import { COUNTER_FULL, counterTotals } from './counter-activity.ts';
import { placeFollowed } from './follow.ts';
import type { Legend } from './legend.ts';
import { coloursOf, type MachinePicture } from './machine-picture.ts';
import { type MachineScene, placeMessages, placePipes } from './machine-scene.ts';
import { shapeLegend, shapesOf, sizeFactors, sizeLegend } from './size-and-shape.ts';

/** LB with more messages at once than this shows its blocks alone. */
const MOST_PIPES = 600;

/** Choices that need no column looked up. */
const BUILT_IN = ['same', 'kind', 'total'];

/** Messages at one switch that make it glow. */
const FULL = 4;

export type ColourMode = 'activity' | 'carried' | 'total' | 'layer' | string;

export function colourMode(picture: MachinePicture): ColourMode {
  const wanted = picture.options.colour.value;
  if (wanted !== 'auto') return wanted;
  if (picture.data.messages || picture.data.cube) return 'activity';
  return picture.levels > 0 ? 'layer' : 'kind';
}

/** Everything that only changes when the reader changes it: computed once, applied to each scene once. */
export function createPreparation(picture: MachinePicture) {
  const { options, workspace, data } = picture;
  const { network } = data;
  const attribute = (key: string): Attribute | undefined =>
    BUILT_IN.includes(key)
      ? undefined
      : picture.vertexAttributes.value.find((candidate) => candidate.key === key);
  const map = computed(() => colourMap(workspace.colourMap.value, workspace.theme.value));
  const through = computed(() => {
    const totals = workspace.linkValues.totals.value;
    return totals && throughTraffic(network, totals);
  });
  const colouring = computed((): Colouring | null => {
    const mode = colourMode(picture);
    const colours = coloursOf(picture);
    if (mode === 'activity' || mode === 'carried') return null;
    if (mode === 'total' && total.value) return colourByAttribute(total.value, map.value, colours);
    if (mode === 'layer' || mode === 'level') return colourByLayer(network.vertices.level, colours);
    const found = picture.vertexAttributes.value.find(({ key }) => key === mode);
    return found
      ? colourByAttribute(found, map.value, colours)
      : colourByLayer(network.vertices.level, colours);
  });
  const total = computed(
    () => through.value && metricAttribute(through.value, workspace.linkValues, 'through vertex'),
  );
  const sizedBy = computed(() =>
    options.size.value === 'total' ? total.value : attribute(options.size.value),
  );
  const shapedBy = computed(() => attribute(options.shape.value));
  const look = computed((): VertexLook => {
    const routes = workspace.linkValues.routes.value;
    return {
      factors: sizeFactors(sizedBy.value),
      shapes: shapesOf(network.vertices.kind, shapedBy.value),
      faded: routes?.vertices.map((used) => 1 - used) ?? null,
      hidden: hiddenVertices(picture),
    };
  });
  const cables = createCableLooks(picture, map);
  const table = computed(() =>
    activityTable(Math.max(1, picture.levels), coloursOf(picture), workspace.theme.value === 'dark'),
  );
  const messageColours = computed(() => {
    const { levels } = picture;
    const ink = packRgba(parseColour(coloursOf(picture).ink));
    return Uint32Array.from({ length: levels + 1 }, (_, layer) =>
      layer === 0 ? ink : packRgba(parseColour(layerColour(layer))),
    );
  });
  const applied = new WeakMap<MachineScene, { look?: unknown; colouring?: unknown; cables?: unknown }>();
  const carriedMost = carriedDomain(picture);
  return {
    colouring,
    map,
    carriedMost,
    /** Brings every scene to the time of the clock. */
    prepare(): void {
      const time = picture.playback.time.value;
      picture.flights.update(time);
      picture.underWay.value = picture.flights.state?.count ?? 0;
      const faded = packRgba(parseColour(coloursOf(picture).faded));
      for (const scene of picture.scenes.value) {
        const done = applied.get(scene) ?? {};
        applied.set(scene, done);
        scene.setParts({
          cables: showsCables(picture, scene),
          subdivided: options.subdivide.value,
          ground: options.ground.value,
          shadows: options.shadows.value && !picture.flat.value,
          colours: coloursOf(picture),
        });
        if (done.look !== look.value) applyLook(scene, look.value);
        const still = colouring.value;
        const fade = look.value.faded;
        if (still && (done.colouring !== still || done.look !== look.value))
          applyColours(scene, still.colours, faded, fade);
        if (!still) {
          if (colourMode(picture) === 'activity')
            applyActivity(
              scene,
              picture.flights.activity,
              network.vertices.level,
              table.value,
              data.cube && !picture.traffic.value ? COUNTER_FULL : FULL,
              fade,
              faded,
            );
          else
            applyColours(scene, carriedColours(picture, scene, carriedMost, map.value.pixels), faded, fade);
        }
        done.look = look.value;
        done.colouring = still;
        if (showsCables(picture, scene) && done.cables !== cables.looks.value) {
          scene.cables().paint(cables.looks.value.colours, cables.looks.value.widths);
          done.cables = cables.looks.value;
        }
        placeTraffic(picture, scene, messageColours.value);
        placeFollowed(picture, scene);
      }
    },
    /** What colours, sizes, shapes and the looks of links mean, each with its unit. */
    legends(): readonly Legend[] {
      const linked = picture.scenes.value.some((scene) => showsCables(picture, scene));
      return [
        colourLegend(),
        ...sizeLegend(sizedBy.value),
        ...shapeLegend(shapedBy.value),
        ...(linked ? cables.legends() : []),
      ];
    },
  };

  function colourLegend(): Legend {
    if (colouring.value) return colouring.value.legend;
    if (colourMode(picture) === 'carried')
      return {
        kind: 'scale',
        title: 'carried so far',
        unit: carriedUnit(picture),
        domain: [0, carriedMost()],
      };
    const layers = colourByLayer(network.vertices.level, coloursOf(picture)).legend;
    const title = 'layer; bright = active now';
    return layers.kind === 'keys'
      ? { ...layers, title, keys: layers.keys.slice(picture.levels > 0 ? 1 : 0) }
      : layers;
  }
}

export type Preparation = ReturnType<typeof createPreparation>;

export function showsCables({ options, data }: MachinePicture, { stage }: MachineScene): boolean {
  if (options.links.value !== 'auto') return options.links.value === 'on';
  return stage.direct && data.network.linkCount <= 100_000;
}

/**
 * Pipes in LB, marks elsewhere; thousands of pipes hide the blocks below them and are left out (LANL-21). While one
 * message is followed, the others are seen in the light of the switches only (LANL-41).
 */
export function messageMode(
  { options, traffic }: MachinePicture,
  { stage, messages }: MachineScene,
): 'marks' | 'pipes' | 'none' {
  const asked = options.messages.value;
  if (!traffic.value) return 'none';
  if (asked !== 'auto') return asked;
  if (options.follow.value >= 0) return 'none';
  if (stage.blocks) return messages.capacity <= MOST_PIPES ? 'pipes' : 'none';
  return 'marks';
}

function placeTraffic(picture: MachinePicture, scene: MachineScene, colours: Uint32Array): void {
  const traffic = picture.traffic.value;
  const { state } = picture.flights;
  const mode = messageMode(picture, scene);
  if (
    !traffic ||
    !state ||
    mode === 'none' ||
    (picture.data.cube && picture.options.source.value === 'counters')
  ) {
    scene.messages.update(0, []);
    scene.pipes.update(0);
    return;
  }
  const following = picture.options.follow.value >= 0;
  const look = { size: following ? 0.004 : 0.008, colours, layer: traffic.layer };
  if (mode === 'pipes' && scene.stage.blocks) placePipes(scene, traffic.flights, state, look);
  else {
    placeMessages(scene, traffic.flights, state, look);
    scene.pipes.update(0);
  }
}

/** LB draws its switches as blocks; compact layouts leave hosts out where they would hide their switch. */
function hiddenVertices({ options, data }: MachinePicture): VertexLook['hidden'] {
  const { kind } = data.network.vertices;
  const isSwitch = kind.dictionary.indexOf('switch');
  const asked = options.hosts.value;
  const few = data.network.hosts.length <= 300;
  return ({ direct, blocks }) => {
    const hosts = asked === 'auto' ? direct || few : asked === 'on';
    return (vertex) => blocks !== null || (kind.codes[vertex] !== isSwitch && !hosts);
  };
}

function carriedUnit({ workspace, traffic }: MachinePicture): string {
  return traffic.value ? 'B' : workspace.linkValues.unit.value;
}

/** The most any switch carries in the active range: the end of the scale, so that colours only ever grow. */
function carriedDomain(picture: MachinePicture): () => number {
  const most = computed(() => {
    picture.traffic.value;
    const [from, to] = picture.range.value;
    picture.flights.update(picture.playback.time.peek());
    return extent(carriedValues(picture, from, to))[1] || 1;
  });
  return () => most.value;
}

export function carriedValues(picture: MachinePicture, from: number, to: number): Float64Array {
  const { delivered } = picture.flights;
  const counted = picture.data.cube ? counterTotals(picture.data, from, to) : null;
  return counted ?? delivered?.advance(from, to) ?? new Float64Array(picture.data.network.vertexCount);
}

function carriedColours(
  picture: MachinePicture,
  scene: MachineScene,
  most: () => number,
  pixels: Uint32Array,
): Uint32Array {
  const factor = 255 / most();
  const values = carriedValues(picture, picture.range.value[0], picture.playback.time.value);
  return Uint32Array.from(
    blockMeans(scene, values),
    (value) => pixels[Math.min(255, Math.round(value * factor))],
  );
}

export function describeAmount(value: number, unit: string): string {
  return formatQuantity(value, unit);
}
