import { type Block, blockCell, type LayeredBlocks } from '@weft/layout';
import type { Network } from '@weft/model';
import type { Point } from './camera-pose.ts';

/** Boxes instead of marks for switches, and hosts as pillars on the diagonal. */
export interface BlockStage {
  /** Six numbers a box: centre and size. */
  readonly boxes: Float32Array;
  readonly subdivided: Float32Array;
  /** Box of each switch in `boxes` and in `subdivided`; -1 for others. */
  readonly boxOf: Int32Array;
  readonly columnOf: Int32Array;
  readonly levels: Int32Array;
  /** Switches in each box. */
  readonly switches: Int32Array;
  /** Hosts as pillars on the diagonal, six numbers each, and which host each is. */
  readonly pillars: Float32Array;
  readonly hosts: Int32Array;
}

/** Layered blocks in the world space of the stage they belong to. */
export function stageBlocks(
  network: Network,
  { blocks, diagonal, levelGap }: LayeredBlocks,
  centre: Point,
  scale: number,
): BlockStage {
  const middle = diagonal.length / 2;
  const boxOf = new Int32Array(network.vertexCount).fill(-1);
  const columnOf = boxOf.slice();
  const boxes = new Float32Array(blocks.length * 6);
  const count = blocks.reduce((sum, block) => sum + block.switches.length, 0);
  const subdivided = new Float32Array(count * 6);
  const put = (into: Float32Array, box: number, block: Block, x: number, z: number, side: number): void => {
    const y = block.top - block.thickness / 2;
    const values = [
      x - middle - centre[0],
      y - centre[1],
      z - middle - centre[2],
      side,
      block.thickness,
      side,
    ];
    into.set(
      values.map((value) => value * scale),
      box * 6,
    );
  };
  let column = 0;
  blocks.forEach((block, box) => {
    const { start, size, switches } = block;
    put(boxes, box, block, start + size / 2, start + size / 2, size * 0.97);
    switches.forEach((vertex, i) => {
      const { x, z, side } = blockCell(block, i);
      put(subdivided, column, block, x, z, side * 0.82);
      boxOf[vertex] = box;
      columnOf[vertex] = column++;
    });
  });
  return {
    boxes,
    subdivided,
    boxOf,
    columnOf,
    levels: Int32Array.from(blocks, (block) => block.level),
    switches: Int32Array.from(blocks, (block) => block.switches.length),
    pillars: pillarsOf(diagonal.length, levelGap * 0.5, centre, scale),
    hosts: Int32Array.from(diagonal),
  };
}

/** Host i at (i, i), standing on the ground plane. */
function pillarsOf(count: number, height: number, centre: Point, scale: number): Float32Array {
  const pillars = new Float32Array(count * 6);
  for (let i = 0; i < count; i++) {
    const at = i + 0.5 - count / 2;
    const values = [at - centre[0], height / 2 - centre[1], at - centre[2], 0.7, height, 0.7];
    values.forEach((value, part) => {
      pillars[i * 6 + part] = value * scale;
    });
  }
  return pillars;
}
