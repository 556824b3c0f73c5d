import type { Rgb } from '@weft/draw';
import { BufferGeometry, Points, ShaderMaterial, Vector2, Vector3 } from 'three';
import { type DynamicAttribute, dynamicAttribute } from './line-layer.ts';

/**
 * Vertices or messages as points: one draw call, whatever their number, colours, sizes and shapes. Points and not
 * instanced quads: software GL sets up every instance anew, which costs a hundred times as much.
 */
export interface MarkLayer {
  readonly mesh: Points;
  /** Shared with the layer of its shadows. */
  readonly attributes: Attributes;
  readonly capacity: number;
  readonly places: Float32Array;
  readonly sizes: Float32Array;
  /** Four bytes a mark. */
  readonly colours: Uint8Array;
  readonly shapes: Uint8Array;
  /** Two numbers a mark: steps to the right and up on screen, away from its place. */
  readonly lifts: Float32Array;
  /** Sends the first `count` marks to the GPU; unchanged columns may be left out. */
  update(count: number, columns?: readonly MarkColumn[]): void;
  setView(view: MarkView): void;
  dispose(): void;
}

type MarkColumn = 'places' | 'sizes' | 'colours' | 'shapes' | 'lifts';

interface MarkView {
  readonly width: number;
  readonly height: number;
  /** Smallest side on screen, in device pixels. */
  readonly pixels: number;
  /** Round marks look like balls; flat pictures leave that out. */
  readonly shaded: boolean;
  /** Cast onto the plane at this height instead; null = the marks themselves. */
  readonly shadowAt?: number | null;
  /** Length of a step of lifted marks, in device pixels at least; none where marks stay at their places. */
  readonly step?: LiftStep;
  /** Around each mark, so that it is seen on marks of its own colour. */
  readonly rim?: Rim | null;
}

interface Rim {
  /** Device pixels. */
  readonly width: number;
  readonly colour: Rgb;
}

/** A step is as long as a mark of this size, and at least so many pixels. */
export interface LiftStep {
  readonly size: number;
  readonly pixels: number;
}

/** In the order of the `shape` attribute. The last one is hollow and marks what is chosen. */
export const shapeNames = ['square', 'circle', 'diamond', 'triangle', 'hexagon', 'cross'] as const;
export const RING = 6;

const vertexShader = /* glsl */ `
attribute vec3 place;
attribute float size;
attribute vec4 tint;
attribute float shape;
attribute vec2 lift;
uniform vec2 step;
uniform float rim;
uniform vec2 viewport;
uniform float pixels;
uniform float shadow;
uniform float ground;
uniform vec3 light;
varying vec4 colour;
varying float kind;
varying float side;
void main() {
  colour = tint;
  kind = shape;
  vec3 centre = place;
  if (shadow > 0.5) centre -= light * ((place.y - ground) / light.y);
  vec4 view = modelViewMatrix * vec4(centre, 1.0);
  bool flat2d = projectionMatrix[3][3] > 0.5;
  float scale = projectionMatrix[1][1] * viewport.y * 0.5 / (flat2d ? 1.0 : max(-view.z, 1e-4));
  side = max(size * scale, pixels) + 2.0 * rim;
  gl_PointSize = side;
  gl_Position = size > 0.0 ? projectionMatrix * view : vec4(2.0, 2.0, 2.0, 1.0);
  gl_Position.xy += lift * max(step.x * scale, step.y) * 2.0 / viewport * gl_Position.w;
}`;

const fragmentShader = /* glsl */ `
uniform float shaded;
uniform float shadow;
uniform float rim;
uniform vec3 rimColour;
varying vec4 colour;
varying float kind;
varying float side;
float outside(vec2 p, float kind) {
  if (kind < 0.5) return max(abs(p.x), abs(p.y)) - 1.0;
  if (kind < 1.5) return length(p) - 1.0;
  if (kind < 2.5) return abs(p.x) + abs(p.y) - 1.0;
  if (kind < 3.5) return max(abs(p.x) * 1.8 + p.y * 0.9 - 0.9, -p.y - 0.9);
  if (kind < 4.5) return max(abs(p.y) * 1.12, abs(p.x) * 0.97 + abs(p.y) * 0.56) - 0.97;
  if (kind < 5.5) return min(max(abs(p.x) - 0.34, abs(p.y) - 1.0), max(abs(p.y) - 0.34, abs(p.x) - 1.0));
  return max(length(p) - 1.0, 1.0 - 5.0 / max(side, 10.0) - length(p));
}
void main() {
  vec2 corner = vec2(gl_PointCoord.x * 2.0 - 1.0, 1.0 - gl_PointCoord.y * 2.0);
  float edge = outside(corner, kind) * side * 0.5;
  if (edge > 0.5) discard;
  float cover = clamp(0.5 - edge, 0.0, 1.0);
  if (side < 3.0) cover = 1.0;
  vec3 rgb = colour.rgb;
  if (shaded > 0.5 && shadow < 0.5 && kind < 5.5) {
    float depth = sqrt(max(0.0, 1.0 - min(dot(corner, corner), 1.0)));
    float lit = kind < 0.5 ? 0.86 + 0.14 * corner.y : 0.62 + 0.38 * dot(vec3(corner, depth), vec3(-0.35, 0.6, 0.72));
    rgb *= side < 3.0 ? 0.95 : lit;
  }
  if (rim > 0.0) rgb = mix(rgb, rimColour, clamp(edge + rim + 0.5, 0.0, 1.0));
  gl_FragColor = shadow > 0.5 ? vec4(0.0, 0.0, 0.0, 0.2 * cover * colour.a) : vec4(rgb, colour.a * cover);
}`;

export function createMarkLayer(capacity: number, shadowOf?: MarkLayer): MarkLayer {
  const geometry = new BufferGeometry();
  const columns = shadowOf?.attributes ?? createAttributes(capacity);
  geometry.setAttribute('place', columns.places.attribute);
  geometry.setAttribute('size', columns.sizes.attribute);
  geometry.setAttribute('tint', columns.colours.attribute);
  geometry.setAttribute('shape', columns.shapes.attribute);
  geometry.setAttribute('lift', columns.lifts.attribute);
  geometry.setDrawRange(0, 0);
  const viewport = new Vector2(1, 1);
  const material = createMaterial(shadowOf !== undefined, viewport);
  const mesh = new Points(geometry, material);
  mesh.frustumCulled = false;
  mesh.matrixAutoUpdate = false;
  return {
    mesh,
    attributes: columns,
    capacity,
    places: columns.places.array,
    sizes: columns.sizes.array,
    colours: columns.colours.array,
    shapes: columns.shapes.array,
    lifts: columns.lifts.array,
    update(count, changed = ['places', 'sizes', 'colours', 'shapes', 'lifts']) {
      geometry.setDrawRange(0, count);
      if (shadowOf) return;
      mesh.visible = count > 0;
      for (const name of changed) {
        const { attribute } = columns[name];
        attribute.clearUpdateRanges();
        attribute.addUpdateRange(0, count * attribute.itemSize);
        attribute.needsUpdate = count > 0;
      }
    },
    setView({ width, height, pixels, shaded, shadowAt = null, step = NO_STEP, rim = null }) {
      const { uniforms } = material;
      viewport.set(width, height);
      uniforms.step.value.set(step.size, step.pixels);
      uniforms.rim.value = rim?.width ?? 0;
      if (rim) uniforms.rimColour.value.fromArray(rim.colour).divideScalar(255);
      uniforms.pixels.value = pixels;
      uniforms.shaded.value = shaded ? 1 : 0;
      uniforms.shadow.value = shadowAt === null ? 0 : 1;
      uniforms.ground.value = shadowAt ?? 0;
      material.depthTest = shaded;
    },
    dispose() {
      geometry.dispose();
      material.dispose();
    },
  };
}

const NO_STEP: LiftStep = { size: 0, pixels: 0 };

/** Light falls from the upper left, behind the reader. */
export const LIGHT = new Vector3(-0.4, 1, 0.45);

function createMaterial(shadow: boolean, viewport: Vector2): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader,
    fragmentShader,
    transparent: true,
    depthWrite: !shadow,
    uniforms: {
      viewport: { value: viewport },
      pixels: { value: 1 },
      step: { value: new Vector2() },
      rim: { value: 0 },
      rimColour: { value: new Vector3() },
      shaded: { value: 1 },
      shadow: { value: 0 },
      ground: { value: 0 },
      light: { value: LIGHT },
    },
  });
}

interface Attributes {
  readonly places: DynamicAttribute<Float32Array>;
  readonly sizes: DynamicAttribute<Float32Array>;
  readonly colours: DynamicAttribute<Uint8Array>;
  readonly shapes: DynamicAttribute<Uint8Array>;
  readonly lifts: DynamicAttribute<Float32Array>;
}

function createAttributes(capacity: number): Attributes {
  return {
    places: dynamicAttribute(new Float32Array(capacity * 3), 3),
    sizes: dynamicAttribute(new Float32Array(capacity), 1),
    colours: dynamicAttribute(new Uint8Array(capacity * 4), 4, true),
    shapes: dynamicAttribute(new Uint8Array(capacity), 1),
    lifts: dynamicAttribute(new Float32Array(capacity * 2), 2),
  };
}
