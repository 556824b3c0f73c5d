import type { Network } from '@weft/model';
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, LineSegments, ShaderMaterial } from 'three';

/** All cables as hairlines in one draw call. A cable stands for its two directed links. */
export interface CableLayer {
  readonly lines: LineSegments;
  /** One directed link of each cable. */
  readonly cables: Int32Array;
  /** Eight bytes a cable: the colour at both of its ends. */
  readonly colours: Uint8Array;
  updateColours(): void;
  dispose(): void;
}

const vertexShader = /* glsl */ `
attribute vec4 tint;
varying vec4 colour;
void main() {
  colour = tint;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

const fragmentShader = /* glsl */ `
varying vec4 colour;
void main() {
  if (colour.a < 0.004) discard;
  gl_FragColor = colour;
}`;

/** The directed link of each cable that has the lower id; links without a reverse are cables, too. */
export function cablesOf({ links, linkCount }: Pick<Network, 'links' | 'linkCount'>): Int32Array {
  const { reverse } = links;
  let count = 0;
  const cables = new Int32Array(linkCount);
  for (let link = 0; link < linkCount; link++) {
    if (reverse[link] < 0 || link < reverse[link]) cables[count++] = link;
  }
  return cables.slice(0, count);
}

export function createCableLayer(network: Network, places: Float32Array): CableLayer {
  const cables = cablesOf(network);
  const { src, dst } = network.links;
  const points = new Float32Array(cables.length * 6);
  cables.forEach((link, cable) => {
    points.set(places.subarray(src[link] * 3, src[link] * 3 + 3), cable * 6);
    points.set(places.subarray(dst[link] * 3, dst[link] * 3 + 3), cable * 6 + 3);
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(points, 3));
  const colours = new BufferAttribute(new Uint8Array(cables.length * 8), 4, true).setUsage(DynamicDrawUsage);
  geometry.setAttribute('tint', colours);
  const material = new ShaderMaterial({ vertexShader, fragmentShader, transparent: true, depthWrite: false });
  const lines = new LineSegments(geometry, material);
  lines.frustumCulled = false;
  lines.matrixAutoUpdate = false;
  return {
    lines,
    cables,
    colours: colours.array as Uint8Array,
    updateColours() {
      colours.needsUpdate = true;
    },
    dispose() {
      geometry.dispose();
      material.dispose();
    },
  };
}
