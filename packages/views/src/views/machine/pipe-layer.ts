import { BufferAttribute, BufferGeometry, Mesh, ShaderMaterial, Vector2 } from 'three';
import { dynamicAttribute, fragmentShader, type LineLayer, repeatColours, sendRows } from './line-layer.ts';

/** Straight pieces of constant width on screen: LB's pipes, the path of a message, links of a width. */
export interface PipeLayer extends LineLayer {
  /** Factor on the width of each piece, 1 unless set. */
  readonly widths: Float32Array;
}

const vertexShader = /* glsl */ `
attribute vec3 end;
attribute vec2 corner;
attribute vec4 tint;
attribute float factor;
uniform vec2 viewport;
uniform float pixels;
varying vec4 colour;
void main() {
  colour = tint;
  vec4 a = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  vec4 b = projectionMatrix * modelViewMatrix * vec4(end, 1.0);
  float near = 0.001;
  if (a.w < near && b.w > near) a = mix(b, a, (b.w - near) / (b.w - a.w));
  else if (b.w < near && a.w > near) b = mix(a, b, (a.w - near) / (a.w - b.w));
  vec2 way = (b.xy / b.w - a.xy / a.w) * viewport;
  way = length(way) > 1e-4 ? normalize(way) : vec2(1.0, 0.0);
  gl_Position = corner.x < 0.0 ? a : b;
  gl_Position.xy += vec2(-way.y, way.x) * corner.y * factor * pixels / viewport * gl_Position.w;
}`;

const CORNERS = [-1, -1, 1, -1, 1, 1, -1, 1];
const TRIANGLES = [0, 1, 2, 0, 2, 3];

/** Four vertices a piece and no instances: software GL sets up every instance anew. */
export function createPipeLayer(capacity: number): PipeLayer {
  const starts = dynamicAttribute(new Float32Array(capacity * 12), 3);
  const finishes = dynamicAttribute(new Float32Array(capacity * 12), 3);
  const tints = dynamicAttribute(new Uint8Array(capacity * 16), 4, true);
  const factors = dynamicAttribute(new Float32Array(capacity * 4), 1);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', starts.attribute);
  geometry.setAttribute('end', finishes.attribute);
  geometry.setAttribute('tint', tints.attribute);
  geometry.setAttribute('factor', factors.attribute);
  const corners = Int8Array.from({ length: capacity * 8 }, (_, i) => CORNERS[i % 8]);
  geometry.setAttribute('corner', new BufferAttribute(corners, 2));
  const index = Uint32Array.from(
    { length: capacity * 6 },
    (_, i) => Math.floor(i / 6) * 4 + TRIANGLES[i % 6],
  );
  geometry.setIndex(new BufferAttribute(index, 1));
  geometry.setDrawRange(0, 0);
  const viewport = new Vector2(1, 1);
  const material = new ShaderMaterial({
    vertexShader,
    fragmentShader,
    transparent: true,
    depthWrite: false,
    uniforms: { viewport: { value: viewport }, pixels: { value: 1 } },
  });
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.matrixAutoUpdate = false;
  const ends = new Float32Array(capacity * 6);
  const colours = new Uint8Array(capacity * 4);
  const widths = new Float32Array(capacity).fill(1);
  let shown = 0;
  return {
    mesh,
    capacity,
    get count() {
      return shown;
    },
    ends,
    colours,
    widths,
    update(count) {
      shown = count;
      geometry.setDrawRange(0, count * 6);
      mesh.visible = count > 0;
      repeatEnds(ends, 0, count, starts.array);
      repeatEnds(ends, 3, count, finishes.array);
      repeatColours(colours, 4, count, tints.array);
      for (let vertex = 0; vertex < count * 4; vertex++) factors.array[vertex] = widths[vertex >> 2];
      sendRows([starts, finishes, tints, factors], count * 4);
    },
    setView({ width, height, pixels, deep }) {
      viewport.set(width, height);
      material.uniforms.pixels.value = pixels;
      material.depthTest = deep;
    },
    dispose() {
      geometry.dispose();
      material.dispose();
    },
  };
}

/** One end of each piece (`offset` 0 or 3 in its six numbers) for all four of its corners. */
function repeatEnds(ends: Float32Array, offset: number, count: number, out: Float32Array): void {
  for (let vertex = 0; vertex < count * 4; vertex++) {
    const from = (vertex >> 2) * 6 + offset;
    out[vertex * 3] = ends[from];
    out[vertex * 3 + 1] = ends[from + 1];
    out[vertex * 3 + 2] = ends[from + 2];
  }
}
