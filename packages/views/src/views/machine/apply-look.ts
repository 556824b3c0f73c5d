import { brightness, LEVELS_OF_LIGHT } from './activity-light.ts';
import type { MachineScene } from './machine-scene.ts';
import type { Stage } from './stage.ts';

/** What the marks of vertices look like before time comes in. */
export interface VertexLook {
  /** Factor on the size of each mark; null where all are 1. */
  readonly factors: Float32Array | null;
  readonly shapes: Uint8Array;
  /** 1 where a vertex lies outside of the reader's choice and fades; null where none does. */
  readonly faded: Uint8Array | null;
  /** What a stage leaves out. */
  readonly hidden: (stage: Stage) => (vertex: number) => boolean;
}

export function applyLook({ marks, stage }: MachineScene, look: VertexLook): void {
  const count = marks.capacity;
  const hidden = look.hidden(stage);
  for (let v = 0; v < count; v++) {
    const drawn = !hidden(v) && !Number.isNaN(stage.places[v * 3]);
    marks.sizes[v] = drawn ? stage.sizes[v] * (look.factors ? look.factors[v] : 1) : 0;
  }
  marks.shapes.set(look.shapes);
  marks.update(count);
}

/** The vertices outside of the reader's choice, and the colour they take. */
export interface Faded {
  readonly colour: number;
  /** 1 where a vertex fades; null where none does. */
  readonly vertices: Uint8Array | null;
}

/** How bright vertices are, and the colours of brightness by level (see `activityTable`). */
interface Light {
  readonly activity: Float32Array;
  readonly levels: Int32Array;
  readonly table: Uint32Array;
  /** The activity that glows. */
  readonly full: number;
}

/** Colours every vertex, and blocks by their first switch. */
export function applyColours(scene: MachineScene, colours: Uint32Array, faded: Faded): void {
  const packed = new Uint32Array(scene.marks.colours.buffer);
  packed.set(colours);
  fade(packed, faded);
  scene.marks.update(scene.marks.capacity, ['colours']);
  colourBoxes(scene, packed);
}

/** LANL-18: switches brighten in the colour of their layer while messages pass. */
export function applyActivity(
  scene: MachineScene,
  { activity, levels, table, full }: Light,
  faded: Faded,
): void {
  const packed = new Uint32Array(scene.marks.colours.buffer);
  for (let v = 0; v < levels.length; v++) {
    packed[v] = table[Math.max(0, levels[v]) * LEVELS_OF_LIGHT + brightness(activity[v], full)];
  }
  fade(packed, faded);
  scene.marks.update(scene.marks.capacity, ['colours']);
  if (!scene.stage.blocks) return;
  colourPillars(scene, packed);
  if (scene.blocks?.mesh.visible) colourActiveBlocks(scene, activity, table, full);
  else colourBoxes(scene, packed);
}

function fade(packed: Uint32Array, { colour, vertices }: Faded): void {
  if (vertices) for (let v = 0; v < vertices.length; v++) if (vertices[v]) packed[v] = colour;
}

function colourActiveBlocks(
  { stage, blocks }: MachineScene,
  activity: Float32Array,
  table: Uint32Array,
  full: number,
): void {
  const { boxOf, levels, switches } = stage.blocks!;
  const sums = new Float32Array(levels.length);
  for (let v = 0; v < boxOf.length; v++) if (boxOf[v] >= 0) sums[boxOf[v]] += activity[v];
  const packed = new Uint32Array(blocks!.colours.buffer);
  for (let box = 0; box < levels.length; box++) {
    packed[box] = table[levels[box] * LEVELS_OF_LIGHT + brightness(sums[box], (full * switches[box]) / 8)];
  }
  blocks!.updateColours();
}

function colourPillars({ stage, pillars }: MachineScene, colours: Uint32Array): void {
  if (!stage.blocks || !pillars) return;
  const packed = new Uint32Array(pillars.colours.buffer);
  stage.blocks.hosts.forEach((host, i) => {
    packed[i] = colours[host];
  });
  pillars.updateColours();
}

function colourBoxes(scene: MachineScene, colours: Uint32Array): void {
  const { stage, blocks, columns } = scene;
  if (!stage.blocks || !blocks || !columns) return;
  colourPillars(scene, colours);
  const { boxOf, columnOf } = stage.blocks;
  const boxColours = new Uint32Array(blocks.colours.buffer);
  const columnColours = new Uint32Array(columns.colours.buffer);
  for (let v = boxOf.length - 1; v >= 0; v--) {
    if (boxOf[v] < 0) continue;
    boxColours[boxOf[v]] = colours[v];
    columnColours[columnOf[v]] = colours[v];
  }
  blocks.updateColours();
  columns.updateColours();
}

/** Colours on a scale from 0 to `most`. */
export function scaledColours(
  scene: MachineScene,
  values: Float64Array,
  most: number,
  pixels: Uint32Array,
): Uint32Array {
  const factor = 255 / most;
  return Uint32Array.from(
    blockMeans(scene, values),
    (value) => pixels[Math.min(255, Math.round(value * factor))],
  );
}

/** Where blocks are whole, a switch shows the mean of its block. */
function blockMeans({ stage, blocks }: MachineScene, values: Float64Array): Float64Array {
  if (!stage.blocks || !blocks?.mesh.visible) return values;
  const { boxOf, switches } = stage.blocks;
  const sums = new Float64Array(switches.length);
  for (let v = 0; v < boxOf.length; v++) if (boxOf[v] >= 0) sums[boxOf[v]] += values[v];
  return values.map((value, v) => (boxOf[v] < 0 ? value : sums[boxOf[v]] / switches[boxOf[v]]));
}
