import { parseColour, type Rgb, type ThemeColours } from '@weft/draw';
import type { Network } from '@weft/model';
import { Scene } from 'three';
import { type BoxLayer, createBoxLayer } from './box-layer.ts';
import { type CableLayer, createCableLayer } from './cable-layer.ts';
import { createGroundLayer } from './ground-layer.ts';
import { createHairlineLayer } from './hairline-layer.ts';
import type { LineLayer } from './line-layer.ts';
import { createMarkLayer, type LiftStep, type MarkLayer, RING } from './mark-layer.ts';
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
  /** From one message of a heap to the next, in pixels of the page. */
  readonly step: LiftStep;
  readonly blocks: BoxLayer | null;
  readonly columns: BoxLayer | null;
  readonly pillars: BoxLayer | null;
  /** Made when first shown: half a million cables take their time. */
  cables(): CableLayer;
  setParts(parts: SceneParts): void;
  setView(view: SceneView): void;
  dispose(): void;
}

interface SceneParts {
  readonly cables: boolean;
  readonly subdivided: boolean;
  readonly ground: boolean;
  readonly shadows: boolean;
  readonly colours: ThemeColours;
}

interface SceneView {
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
  readonly deep: boolean;
}

const WAY_PIECES = 512;
/** More pieces of LB's pipes than this are hairlines. */
const MOST_PIPE_PIECES = 1200;
const CHOSEN_MARKS = 512;
/** Side of the mark of a message, in radii of the machine. */
export const MESSAGE_SIZE = 0.008;
/** From this step on, in pixels, marks have room for a rim. */
const RIMMED = 6;

/** `concurrent`: the most messages under way at once. */
export function createMachineScene(network: Network, stage: Stage, concurrent: number): MachineScene {
  const scene = new Scene();
  const marks = createMarkLayer(network.vertexCount);
  marks.places.set(stage.places);
  const markShadows = createMarkLayer(network.vertexCount, marks);
  const messages = createMarkLayer(Math.max(1, concurrent));
  messages.shapes.fill(1);
  const step = { size: MESSAGE_SIZE, pixels: messagePixels(messages.capacity) };
  const pieces = stage.blocks ? Math.max(1, concurrent * 2) : 1;
  const pipes = pieces > MOST_PIPE_PIECES ? createHairlineLayer(pieces) : createPipeLayer(pieces);
  const way = createPipeLayer(WAY_PIECES);
  const chosen = createMarkLayer(CHOSEN_MARKS);
  chosen.shapes.fill(RING);
  const blocks = stage.blocks && createBoxLayer(stage.blocks.boxes);
  const columns = stage.blocks && createBoxLayer(stage.blocks.subdivided);
  const pillars = stage.blocks && createBoxLayer(stage.blocks.pillars);
  const blockShadows = blocks && stage.blocks && createBoxLayer(stage.blocks.boxes, blocks);
  const ground = createGroundLayer(stage);
  let cables: CableLayer | null = null;
  let background: Rgb = [255, 255, 255];
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
    step,
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
      background = parseColour(colours.background);
    },
    setView({ width, height, ratio, deep }) {
      const view = { width, height, shaded: deep };
      marks.setView({ ...view, pixels: 1.5 * ratio });
      markShadows.setView({ ...view, pixels: 1.5 * ratio, shadowAt: floor });
      markShadows.update(network.vertexCount, []);
      const lifted = { ...view, step: { size: step.size, pixels: step.pixels * ratio } };
      const rim = step.pixels < RIMMED ? null : { width: ratio, colour: background };
      messages.setView({ ...lifted, rim, pixels: (step.pixels - (rim ? 1 : 0)) * ratio });
      chosen.setView({ ...lifted, shaded: false, pixels: 14 * ratio });
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
      ground.dispose();
    },
  };
}

/** Marks shrink where thousands travel at once, so that the switches below stay in sight. */
function messagePixels(concurrent: number): number {
  return concurrent > 3000 ? 2.2 : concurrent > 600 ? 3 : RIMMED;
}
