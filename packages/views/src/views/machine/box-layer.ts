import {
  BoxGeometry,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  ShaderMaterial,
} from 'three';
import { LIGHT } from './mark-layer.ts';

/** Boxes of any size and colour in one draw call: the blocks of LB. */
export interface BoxLayer {
  readonly mesh: Mesh;
  readonly count: number;
  readonly colours: Uint8Array;
  /** The colours on the GPU, shared with the layer of its shadows. */
  readonly tints: InstancedBufferAttribute;
  updateColours(): void;
  setShadow(groundAt: number | null): void;
  dispose(): void;
}

const vertexShader = /* glsl */ `
attribute vec3 place;
attribute vec3 extent;
attribute vec4 tint;
uniform float shadow;
uniform float ground;
uniform vec3 light;
varying vec4 colour;
void main() {
  vec3 point = place + position * extent;
  float lit = 0.72 + 0.28 * dot(normal, normalize(light));
  colour = vec4(tint.rgb * lit, tint.a);
  if (shadow > 0.5) point -= light * ((point.y - ground) / light.y);
  gl_Position = projectionMatrix * modelViewMatrix * vec4(point, 1.0);
}`;

const fragmentShader = /* glsl */ `
uniform float shadow;
varying vec4 colour;
void main() {
  gl_FragColor = shadow > 0.5 ? vec4(0.0, 0.0, 0.0, 0.14) : colour;
}`;

/** `boxes`: six numbers a box, centre and size. */
export function createBoxLayer(boxes: Float32Array, shadowOf?: BoxLayer): BoxLayer {
  const count = boxes.length / 6;
  const cube = new BoxGeometry(1, 1, 1);
  const geometry = new InstancedBufferGeometry();
  geometry.index = cube.index;
  geometry.setAttribute('position', cube.getAttribute('position'));
  geometry.setAttribute('normal', cube.getAttribute('normal'));
  const part = (offset: number): Float32Array =>
    Float32Array.from({ length: count * 3 }, (_, i) => boxes[Math.floor(i / 3) * 6 + offset + (i % 3)]);
  geometry.setAttribute('place', new InstancedBufferAttribute(part(0), 3));
  geometry.setAttribute('extent', new InstancedBufferAttribute(part(3), 3));
  const colours = shadowOf?.colours ?? new Uint8Array(count * 4).fill(255);
  const tints = shadowOf?.tints ?? new InstancedBufferAttribute(colours, 4, true).setUsage(DynamicDrawUsage);
  geometry.setAttribute('tint', tints);
  geometry.instanceCount = count;
  const material = new ShaderMaterial({
    vertexShader,
    fragmentShader,
    transparent: shadowOf !== undefined,
    depthWrite: shadowOf === undefined,
    uniforms: { shadow: { value: 0 }, ground: { value: 0 }, light: { value: LIGHT } },
  });
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.matrixAutoUpdate = false;
  return {
    mesh,
    count,
    colours,
    tints,
    updateColours() {
      tints.needsUpdate = true;
    },
    setShadow(groundAt) {
      material.uniforms.shadow.value = groundAt === null ? 0 : 1;
      material.uniforms.ground.value = groundAt ?? 0;
    },
    dispose() {
      geometry.dispose();
      material.dispose();
    },
  };
}
