import {
  BufferAttribute,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  ShaderMaterial,
  Vector2,
} from 'three';

/** Straight pieces of constant width on screen: LB's pipes and the way of a message. One draw call. */
export interface PipeLayer {
  readonly mesh: Mesh;
  readonly capacity: number;
  /** Six numbers a piece: both ends. */
  readonly ends: Float32Array;
  readonly colours: Uint8Array;
  update(count: number): void;
  setView(view: { width: number; height: number; pixels: number; deep: boolean }): void;
  dispose(): void;
}

const vertexShader = /* glsl */ `
attribute vec3 start;
attribute vec3 end;
attribute vec4 tint;
uniform vec2 viewport;
uniform float pixels;
varying vec4 colour;
void main() {
  colour = tint;
  vec4 a = projectionMatrix * modelViewMatrix * vec4(start, 1.0);
  vec4 b = projectionMatrix * modelViewMatrix * vec4(end, 1.0);
  float near = 0.001;
  if (a.w < near && b.w > near) a = mix(b, a, (b.w - near) / (b.w - a.w));
  else if (b.w < near && a.w > near) b = mix(a, b, (a.w - near) / (a.w - b.w));
  vec2 way = (b.xy / b.w - a.xy / a.w) * viewport;
  way = length(way) > 1e-4 ? normalize(way) : vec2(1.0, 0.0);
  gl_Position = position.x < 0.0 ? a : b;
  gl_Position.xy += vec2(-way.y, way.x) * position.y * pixels / viewport * gl_Position.w;
}`;

const fragmentShader = /* glsl */ `
varying vec4 colour;
void main() {
  gl_FragColor = colour;
}`;

export function createPipeLayer(capacity: number): PipeLayer {
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute(
    'position',
    new BufferAttribute(Float32Array.of(-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0), 3),
  );
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  const starts = dynamic(new InstancedBufferAttribute(new Float32Array(capacity * 3), 3));
  const finishes = dynamic(new InstancedBufferAttribute(new Float32Array(capacity * 3), 3));
  const tints = dynamic(new InstancedBufferAttribute(new Uint8Array(capacity * 4), 4, true));
  geometry.setAttribute('start', starts);
  geometry.setAttribute('end', finishes);
  geometry.setAttribute('tint', tints);
  geometry.instanceCount = 0;
  const material = new ShaderMaterial({
    vertexShader,
    fragmentShader,
    transparent: true,
    depthWrite: false,
    uniforms: { viewport: { value: new Vector2(1, 1) }, pixels: { value: 1 } },
  });
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.matrixAutoUpdate = false;
  const ends = new Float32Array(capacity * 6);
  return {
    mesh,
    capacity,
    ends,
    colours: tints.array as Uint8Array,
    update(count) {
      geometry.instanceCount = count;
      split(ends, starts.array as Float32Array, finishes.array as Float32Array, count);
      for (const attribute of [starts, finishes, tints]) {
        attribute.clearUpdateRanges();
        attribute.addUpdateRange(0, count * attribute.itemSize);
        attribute.needsUpdate = count > 0;
      }
    },
    setView({ width, height, pixels, deep }) {
      (material.uniforms.viewport.value as Vector2).set(width, height);
      material.uniforms.pixels.value = pixels;
      material.depthTest = deep;
    },
    dispose() {
      geometry.dispose();
      material.dispose();
    },
  };
}

function dynamic(attribute: InstancedBufferAttribute): InstancedBufferAttribute {
  return attribute.setUsage(DynamicDrawUsage);
}

function split(ends: Float32Array, starts: Float32Array, finishes: Float32Array, count: number): void {
  for (let i = 0; i < count; i++) {
    for (let axis = 0; axis < 3; axis++) {
      starts[i * 3 + axis] = ends[i * 6 + axis];
      finishes[i * 3 + axis] = ends[i * 6 + 3 + axis];
    }
  }
}
