import { type CommgramPicture, MIN_WIDTH, type PlotZoom, parseColour, ribbonOrder } from '@weft/draw';
import { REACH, STEEP } from '@weft/layout';
import {
  BufferAttribute,
  GLSL3,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  OrthographicCamera,
  RawShaderMaterial,
  Scene,
  Vector2,
  Vector4,
} from 'three';
import { hasGl } from '../../kit/hardware-gl.ts';
import { sharedRenderer } from '../../kit/shared-renderer.ts';

/** Pieces of an outline, by how wide a phase is on screen. */
const FINENESS = [6, 12, 24] as const;
const PIXELS_PER_PIECE = 6;
const BAND_ALPHA = 0.07;

/** The same outline as `ribbonPolygon` of the layout. */
const vertexShader = `
precision highp float;
in vec2 place;
in vec4 ends;
in float width;
in vec4 colour;
uniform vec2 size;
uniform vec4 zoom;
uniform vec2 origin;
out vec4 paint;

vec2 bezier(vec2 a, vec2 b, vec2 c, vec2 d, float t, out vec2 direction) {
  float u = 1.0 - t;
  direction = 3.0 * (u * u * (b - a) + 2.0 * u * t * (c - b) + t * t * (d - c));
  return u * u * u * a + 3.0 * u * u * t * b + 3.0 * u * t * t * c + t * t * t * d;
}

void main() {
  vec2 from = ends.xy * zoom.xy + zoom.zw - origin;
  vec2 to = ends.zw * zoom.xy + zoom.zw - origin;
  float reach = ${REACH} * (to.x - from.x);
  vec2 middle = (from + to) / 2.0;
  vec2 early = vec2(from.x + reach, from.y);
  vec2 late = vec2(to.x - reach, to.y);
  vec2 direction;
  float t = place.x * 2.0;
  vec2 point = t <= 1.0
    ? bezier(from, early, (early + middle) / 2.0, middle, t, direction)
    : bezier(middle, (late + middle) / 2.0, late, to, t - 1.0, direction);
  float wide = max(${MIN_WIDTH}, width * zoom.y);
  float most = max(1.0, abs(to.x - from.x) / (${STEEP} * wide));
  float stretch = min(abs(direction.x) < 1e-6 ? most : length(direction) / abs(direction.x), most);
  point.y += place.y * wide * stretch / 2.0;
  gl_Position = vec4(point.x / size.x * 2.0 - 1.0, 1.0 - point.y / size.y * 2.0, 0.0, 1.0);
  paint = colour;
}`;

const fragmentShader = `
precision highp float;
in vec4 paint;
out vec4 result;
void main() { result = paint; }`;

/** All ribbons and bands of a picture in one instanced mesh: one draw call, whatever their number. */
interface RibbonLayer {
  update(picture: CommgramPicture): void;
  /** False where there is no WebGL: the caller draws on a canvas instead. */
  render(into: HTMLCanvasElement, zoom: PlotZoom): boolean;
  dispose(): void;
}

export function createRibbonLayer(): RibbonLayer {
  const material = createMaterial();
  const scene = new Scene();
  const camera = new OrthographicCamera();
  let mesh: Mesh | null = null;
  const outlines = FINENESS.map(createOutline);
  let area = { left: 0, top: 0, right: 1, bottom: 1 };
  let cellWidth = 1;
  return {
    update(picture) {
      mesh?.geometry.dispose();
      if (mesh) scene.remove(mesh);
      mesh = new Mesh(instancesOf(picture), material);
      mesh.frustumCulled = false;
      scene.add(mesh);
      const { cells } = picture.geometry;
      area = picture.geometry.area;
      cellWidth = (cells.right[0] ?? 1) - (cells.left[0] ?? 0);
    },
    render(into, zoom) {
      if (!hasGl()) return false;
      const { size, origin, zoom: transform } = material.uniforms;
      size.value.set(area.right - area.left, area.bottom - area.top);
      origin.value.set(area.left, area.top);
      transform.value.set(zoom.kx, zoom.ky, zoom.x, zoom.y);
      const wanted = (cellWidth * zoom.kx) / PIXELS_PER_PIECE;
      const outline = outlines[FINENESS.findIndex((pieces) => pieces >= wanted)] ?? outlines[2];
      mesh?.geometry.setAttribute('place', outline.places).setIndex(outline.corners);
      try {
        return sharedRenderer().render(scene, camera, into);
      } catch {
        return false;
      }
    },
    dispose() {
      mesh?.geometry.dispose();
      material.dispose();
    },
  };
}

function createMaterial(): RawShaderMaterial {
  return new RawShaderMaterial({
    glslVersion: GLSL3,
    vertexShader,
    fragmentShader,
    uniforms: {
      size: { value: new Vector2(1, 1) },
      origin: { value: new Vector2() },
      zoom: { value: new Vector4(1, 1, 0, 0) },
    },
    transparent: true,
    depthTest: false,
    depthWrite: false,
    side: 2,
  });
}

function instancesOf(picture: CommgramPicture): InstancedBufferGeometry {
  const { bands, ribbons } = picture.geometry;
  const before = bands.x0.length;
  const order = ribbonOrder(picture.geometry);
  const count = before + order.length;
  const ends = new Float32Array(count * 4);
  const widths = new Float32Array(count);
  const colours = new Uint8Array(count * 4);
  const band = [...parseColour(picture.style.muted), Math.round(BAND_ALPHA * 255)];
  const put = (at: number, from: typeof bands, i: number, colour: readonly number[]): void => {
    ends[at * 4] = from.x0[i];
    ends[at * 4 + 1] = from.y0[i];
    ends[at * 4 + 2] = from.x1[i];
    ends[at * 4 + 3] = from.y1[i];
    widths[at] = from.width[i];
    colours.set(colour, at * 4);
  };
  for (let i = 0; i < before; i++) put(i, bands, i, band);
  const palette = paletteOf(picture);
  order.forEach((i, at) => {
    const place = picture.ribbonPlaces ? picture.ribbonPlaces[i] : picture.colours.place(ribbons.bytes[i]);
    put(before + at, ribbons, i, palette[Math.round(place * (palette.length - 1))]);
  });
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute('ends', new InstancedBufferAttribute(ends, 4));
  geometry.setAttribute('width', new InstancedBufferAttribute(widths, 1));
  geometry.setAttribute('colour', new InstancedBufferAttribute(colours, 4, true));
  geometry.instanceCount = count;
  return geometry;
}

function paletteOf({ colours }: CommgramPicture): number[][] {
  return Array.from({ length: 256 }, (_, i) => [
    ...colours.colour(i / 255),
    Math.round(colours.alpha(i / 255) * 255),
  ]);
}

function createOutline(pieces: number): { places: BufferAttribute; corners: BufferAttribute } {
  const places = new Float32Array((pieces + 1) * 4);
  const corners = new Uint16Array(pieces * 6);
  for (let i = 0; i <= pieces; i++) places.set([i / pieces, -1, i / pieces, 1], i * 4);
  for (let i = 0; i < pieces; i++) {
    corners.set(
      [0, 1, 2, 2, 1, 3].map((corner) => i * 2 + corner),
      i * 6,
    );
  }
  return { places: new BufferAttribute(places, 2), corners: new BufferAttribute(corners, 1) };
}
