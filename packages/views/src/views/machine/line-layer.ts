import { BufferAttribute, DynamicDrawUsage, type Object3D } from 'three';

/** Of all lines: the colour of the vertex, nothing where that is clear. */
export const fragmentShader = /* glsl */ `
varying vec4 colour;
void main() {
  if (colour.a < 0.004) discard;
  gl_FragColor = colour;
}`;

/** Straight pieces in one draw call: as hairlines by the thousand, or as pipes of any width. */
export interface LineLayer {
  readonly mesh: Object3D;
  readonly capacity: number;
  /** Six numbers a piece: both ends. */
  readonly ends: Float32Array;
  /** Four bytes a piece. */
  readonly colours: Uint8Array;
  /** Sends the first `count` pieces to the GPU. */
  update(count: number): void;
  /** As of the last update. */
  readonly count: number;
  setView(view: LineView): void;
  dispose(): void;
}

export interface LineView {
  readonly width: number;
  readonly height: number;
  /** Width of a piece on screen, in device pixels; hairlines have one. */
  readonly pixels: number;
  readonly deep: boolean;
}

/** An attribute that changes often, with the array behind it. */
export interface DynamicAttribute<A extends Float32Array | Uint8Array> {
  readonly attribute: BufferAttribute;
  readonly array: A;
}

export function dynamicAttribute<A extends Float32Array | Uint8Array>(
  array: A,
  size: number,
  normalised = false,
): DynamicAttribute<A> {
  const attribute = new BufferAttribute(array, size, normalised).setUsage(DynamicDrawUsage);
  return { attribute, array };
}

/** Marks the rows of the first `vertices` vertices to be sent. */
export function sendRows(
  attributes: readonly Pick<DynamicAttribute<Float32Array | Uint8Array>, 'attribute'>[],
  vertices: number,
): void {
  for (const { attribute } of attributes) {
    attribute.clearUpdateRanges();
    attribute.addUpdateRange(0, vertices * attribute.itemSize);
    attribute.needsUpdate = vertices > 0;
  }
}

/** Each colour `times` over: once for every corner of its piece. */
export function repeatColours(colours: Uint8Array, times: number, count: number, out: Uint8Array): void {
  const from = new Uint32Array(colours.buffer);
  const into = new Uint32Array(out.buffer);
  for (let piece = 0, at = 0; piece < count; piece++)
    for (let corner = 0; corner < times; corner++) into[at++] = from[piece];
}
