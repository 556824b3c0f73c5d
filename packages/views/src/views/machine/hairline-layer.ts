import { BufferGeometry, LineSegments, ShaderMaterial } from 'three';
import { dynamicAttribute, fragmentShader, type LineLayer, repeatColours, sendRows } from './line-layer.ts';

const vertexShader = /* glsl */ `
attribute vec4 tint;
varying vec4 colour;
void main() {
  colour = tint;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

/** Lines of one pixel: the cheapest there is. */
export function createHairlineLayer(capacity: number): LineLayer {
  const geometry = new BufferGeometry();
  const positions = dynamicAttribute(new Float32Array(capacity * 6), 3);
  const tints = dynamicAttribute(new Uint8Array(capacity * 8), 4, true);
  geometry.setAttribute('position', positions.attribute);
  geometry.setAttribute('tint', tints.attribute);
  geometry.setDrawRange(0, 0);
  const material = new ShaderMaterial({ vertexShader, fragmentShader, transparent: true, depthWrite: false });
  const mesh = new LineSegments(geometry, material);
  mesh.frustumCulled = false;
  mesh.matrixAutoUpdate = false;
  const colours = new Uint8Array(capacity * 4);
  let shown = 0;
  return {
    mesh,
    capacity,
    get count() {
      return shown;
    },
    ends: positions.array,
    colours,
    update(count) {
      shown = count;
      geometry.setDrawRange(0, count * 2);
      mesh.visible = count > 0;
      repeatColours(colours, 2, count, tints.array);
      sendRows([positions, tints], count * 2);
    },
    setView({ deep }) {
      material.depthTest = deep;
    },
    dispose() {
      geometry.dispose();
      material.dispose();
    },
  };
}
