import type { FlightState, Flights } from '@weft/analysis';
import { packRgba, parseColour, type ThemeColours } from '@weft/draw';
import type { Network } from '@weft/model';
import { DoubleSide, Mesh, MeshBasicMaterial, PlaneGeometry, Scene } from 'three';
import { type BoxLayer, createBoxLayer } from './box-layer.ts';
import { type CableLayer, createCableLayer } from './cable-layer.ts';
import { createHairlineLayer } from './hairline-layer.ts';
import type { LineLayer } from './line-layer.ts';
import { createMarkLayer, type MarkLayer, RING } from './mark-layer.ts';
import { createPipeLayer } from './pipe-layer.ts';
import type { Stage } from './stage.ts';

/** Everything the GPU draws of one representation: at most ten draw calls. */
export interface MachineScene {
  readonly scene: Scene;
  readonly stage: Stage;
  readonly marks: MarkLayer;
  readonly messages: MarkLayer;
  readonly pipes: LineLayer;
  /** The way of the message followed, and chosen things. */
  readonly way: LineLayer;
  readonly chosen: MarkLayer;
  readonly blocks: BoxLayer | null;
  readonly columns: BoxLayer | null;
  readonly pillars: BoxLayer | null;
  /** Made when first shown: half a million cables take their time. */
  cables(): CableLayer;
  setParts(parts: SceneParts): void;
  setView(view: SceneView): void;
  dispose(): void;
}

export interface SceneParts {
  readonly cables: boolean;
  readonly subdivided: boolean;
  readonly ground: boolean;
  readonly shadows: boolean;
  readonly colours: ThemeColours;
}

export interface SceneView {
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
  readonly deep: boolean;
}

const WAY_PIECES = 512;
/** More pieces of LB's pipes than this are hairlines. */
const MOST_PIPE_PIECES = 1200;
const CHOSEN_MARKS = 512;
const GROUND_LINES = 21;

/** `concurrent`: the most messages under way at once. */
export function createMachineScene(network: Network, stage: Stage, concurrent: number): MachineScene {
  const scene = new Scene();
  const marks = createMarkLayer(network.vertexCount);
  marks.places.set(stage.places);
  const markShadows = createMarkLayer(network.vertexCount, marks);
  const messages = createMarkLayer(Math.max(1, concurrent));
  messages.shapes.fill(1);
  const pieces = stage.blocks ? Math.max(1, concurrent * 2) : 1;
  const pipes = pieces > MOST_PIPE_PIECES ? createHairlineLayer(pieces) : createPipeLayer(pieces);
  const way = createPipeLayer(WAY_PIECES);
  const chosen = createMarkLayer(CHOSEN_MARKS);
  chosen.shapes.fill(RING);
  const blocks = stage.blocks && createBoxLayer(stage.blocks.boxes);
  const columns = stage.blocks && createBoxLayer(stage.blocks.subdivided);
  const pillars = stage.blocks && createBoxLayer(stage.blocks.pillars);
  const blockShadows = blocks && stage.blocks && createBoxLayer(stage.blocks.boxes, blocks);
  const ground = createGround(stage);
  let cables: CableLayer | null = null;
  const layered = [blocks, columns, pillars, blockShadows].flatMap((layer) => (layer ? [layer.mesh] : []));
  const ordered = [ground.plane, ground.lines.mesh, ...layered, markShadows.mesh];
  [...ordered, pipes.mesh, marks.mesh, messages.mesh, way.mesh, chosen.mesh].forEach((object, order) => {
    object.renderOrder = order + 2;
    scene.add(object);
  });
  scene.matrixWorldAutoUpdate = false;
  const floor = stage.minimum[1] - 0.06;
  blockShadows?.setShadow(floor);
  const cableLayer = (): CableLayer => {
    cables ??= createCableLayer(network, stage.places, ({ mesh }) => {
      mesh.renderOrder = 3;
      scene.add(mesh);
    });
    return cables;
  };
  return {
    scene,
    stage,
    marks,
    messages,
    pipes,
    way,
    chosen,
    blocks,
    columns,
    pillars,
    cables: cableLayer,
    setParts({ cables: showCables, subdivided, ground: showGround, shadows, colours }) {
      cables?.show(showCables);
      if (blocks && columns && blockShadows) {
        blocks.mesh.visible = !subdivided;
        columns.mesh.visible = subdivided;
        blockShadows.mesh.visible = shadows;
      }
      markShadows.mesh.visible = shadows;
      ground.show(showGround, colours);
    },
    setView({ width, height, ratio, deep }) {
      const view = { width, height, shaded: deep };
      marks.setView({ ...view, pixels: 1.5 * ratio });
      markShadows.setView({ ...view, pixels: 1.5 * ratio, shadowAt: floor });
      markShadows.update(network.vertexCount, []);
      messages.setView({ ...view, pixels: messagePixels(messages.capacity) * ratio });
      chosen.setView({ ...view, shaded: false, pixels: 14 * ratio });
      pipes.setView({ width, height, pixels: 1.5 * ratio, deep });
      way.setView({ width, height, pixels: 2.5 * ratio, deep: false });
      cables?.setView({ width, height, pixels: ratio, deep });
      ground.lines.setView({ width, height, pixels: ratio, deep });
    },
    dispose() {
      const layers = [
        pillars,
        marks,
        markShadows,
        messages,
        pipes,
        way,
        chosen,
        blocks,
        columns,
        blockShadows,
        cables,
      ];
      for (const layer of layers) layer?.dispose();
      ground.lines.dispose();
      ground.plane.geometry.dispose();
      ground.plane.material.dispose();
    },
  };
}

/** Marks shrink where thousands travel at once, so that the switches below stay in sight. */
function messagePixels(concurrent: number): number {
  return concurrent > 3000 ? 2.2 : concurrent > 600 ? 3 : 5;
}

/** A plane with a grid below the machine: what stands still when the reader moves. */
function createGround({ minimum }: Stage) {
  const lines = createPipeLayer(GROUND_LINES * 2);
  const y = minimum[1] - 0.061;
  const reach = 1.25;
  for (let i = 0; i < GROUND_LINES; i++) {
    const at = -reach + (2 * reach * i) / (GROUND_LINES - 1);
    lines.ends.set([at, y, -reach, at, y, reach], i * 12);
    lines.ends.set([-reach, y, at, reach, y, at], i * 12 + 6);
  }
  const plane = new Mesh(
    new PlaneGeometry(2 * reach, 2 * reach),
    new MeshBasicMaterial({ transparent: true, opacity: 0.5, side: DoubleSide, depthWrite: false }),
  );
  plane.rotation.x = -Math.PI / 2;
  plane.position.y = y - 0.001;
  plane.updateMatrix();
  plane.updateMatrixWorld();
  plane.matrixAutoUpdate = false;
  return {
    lines,
    plane,
    show(shown: boolean, colours: ThemeColours): void {
      lines.mesh.visible = shown;
      plane.visible = shown;
      if (!shown) return;
      new Uint32Array(lines.colours.buffer).fill(packRgba(parseColour(colours.hairline)));
      lines.update(GROUND_LINES * 2);
      plane.material.color.set(colours.plot);
    },
  };
}

/** Places the marks of messages under way; message i has the colour of its layer. Returns how many are drawn. */
export function placeMessages(
  { messages, stage }: MachineScene,
  flights: Flights,
  state: FlightState,
  look: { readonly size: number; readonly colours: Uint32Array; readonly layer: Uint8Array },
): void {
  const { offsets, vertices } = flights.paths;
  const { places } = stage;
  const out = messages.places;
  const packed = new Uint32Array(messages.colours.buffer);
  const { size, colours, layer } = look;
  for (let i = 0; i < state.count; i++) {
    const flight = state.flight[i];
    const at = offsets[flights.path[flight]] + state.hop[i];
    const a = vertices[at] * 3;
    const b = vertices[at + 1] * 3;
    const part = state.part[i];
    out[i * 3] = places[a] + (places[b] - places[a]) * part;
    out[i * 3 + 1] = places[a + 1] + (places[b + 1] - places[a + 1]) * part;
    out[i * 3 + 2] = places[a + 2] + (places[b + 2] - places[a + 2]) * part;
    packed[i] = colours[layer[flight]];
  }
  setMessageSize(messages, size);
  messages.update(state.count, ['places', 'colours']);
}

/** LB's pipes: out from (i, i) towards the matrix point (i, j), a turn of 90 degrees, on to (j, j) (LANL-20). */
export function placePipes(
  { pipes, messages, stage }: MachineScene,
  flights: Flights,
  state: FlightState,
  look: { readonly size: number; readonly colours: Uint32Array; readonly layer: Uint8Array },
): void {
  const { offsets, vertices } = flights.paths;
  const { places } = stage;
  const { ends } = pipes;
  const packed = new Uint32Array(pipes.colours.buffer);
  const heads = new Uint32Array(messages.colours.buffer);
  let pieces = 0;
  for (let i = 0; i < state.count; i++) {
    const path = flights.path[state.flight[i]];
    const first = offsets[path];
    const last = offsets[path + 1] - 1;
    const from = vertices[first] * 3;
    const to = vertices[last] * 3;
    const share = (state.hop[i] + state.part[i]) / (last - first);
    const y = places[from + 1] + 0.004;
    const [x0, x1] = [places[from], places[to]];
    const z = places[from + 2] + (places[to + 2] - places[from + 2]) * Math.min(1, share * 2);
    const x = share > 0.5 ? x0 + (x1 - x0) * (share * 2 - 1) : x0;
    const colour = look.colours[look.layer[state.flight[i]]];
    packed[pieces] = colour;
    putPiece(ends, pieces++, y, x0, places[from + 2], x0, z);
    if (share > 0.5) {
      packed[pieces] = colour;
      putPiece(ends, pieces++, y, x0, z, x, z);
    }
    messages.places[i * 3] = x;
    messages.places[i * 3 + 1] = y;
    messages.places[i * 3 + 2] = z;
    heads[i] = colour;
  }
  setMessageSize(messages, look.size);
  messages.update(state.count, ['places', 'colours']);
  pipes.update(pieces);
}

/** A piece on the plane at height y, from (x0, z0) to (x1, z1). */
function putPiece(
  ends: Float32Array,
  piece: number,
  y: number,
  x0: number,
  z0: number,
  x1: number,
  z1: number,
): void {
  const at = piece * 6;
  ends[at] = x0;
  ends[at + 1] = y;
  ends[at + 2] = z0;
  ends[at + 3] = x1;
  ends[at + 4] = y;
  ends[at + 5] = z1;
}

/** Sizes and shapes go to the GPU only when they change; all marks have the same. */
function setMessageSize(messages: MarkLayer, size: number): void {
  if (messages.sizes[0] === Math.fround(size)) return;
  messages.sizes.fill(size);
  messages.update(messages.capacity, ['sizes', 'shapes']);
}

/** The most messages under way at one instant. */
export function mostConcurrent({ from, to, count }: Flights): number {
  const ends = to.slice().sort();
  let most = 0;
  let ended = 0;
  for (let i = 0; i < count; i++) {
    while (ends[ended] <= from[i]) ended++;
    most = Math.max(most, i + 1 - ended);
  }
  return most;
}
