import { categoryColour, parseColour } from '@weft/draw';
import { createRandom } from '@weft/model';
import {
  BufferAttribute,
  BufferGeometry,
  Mesh,
  MeshBasicMaterial,
  OrthographicCamera,
  Scene as Scene3,
} from 'three';
import { create2d, glRenderer, renderAndWait, wait2d } from './gl.ts';
import type { Scene } from './main.ts';

const COUNT = 100_000;
const WIDTH = 1200;
const HEIGHT = 600;
const ALPHA = 0.08;

interface Ribbons {
  /** Left, right, y at left, y at right, thickness. */
  readonly shape: Float32Array;
  readonly colour: Uint8Array;
}

/** A hundred thousand translucent ribbons between neighbouring columns. */
export function ribbonScenes(): Scene[] {
  const random = createRandom('ribbons');
  const shape = new Float32Array(COUNT * 5);
  const colour = new Uint8Array(COUNT);
  for (let i = 0; i < COUNT; i++) {
    const left = random.below(12) * 100;
    shape.set(
      [left, left + 100, random.next() * HEIGHT, random.next() * HEIGHT, 0.5 + random.next() * 3],
      i * 5,
    );
    colour[i] = random.below(8);
  }
  const ribbons = { shape, colour };
  return [
    canvasScene(ribbons),
    rasterScene(ribbons),
    mergedScene(ribbons, false),
    mergedScene(ribbons, true),
  ];
}

function canvasScene({ shape, colour }: Ribbons): Scene {
  return {
    name: 'Canvas2D, one path each',
    runs: 3,
    prepare() {
      const context = create2d(WIDTH, HEIGHT);
      return () => {
        context.clearRect(0, 0, WIDTH, HEIGHT);
        context.globalAlpha = ALPHA;
        for (let i = 0; i < COUNT; i++) {
          const at = i * 5;
          context.fillStyle = categoryColour(colour[i]);
          context.beginPath();
          context.moveTo(shape[at], shape[at + 2]);
          context.lineTo(shape[at + 1], shape[at + 3]);
          context.lineTo(shape[at + 1], shape[at + 3] + shape[at + 4]);
          context.lineTo(shape[at], shape[at + 2] + shape[at + 4]);
          context.fill();
        }
        wait2d(context);
      };
    },
  };
}

/** Blends columns of pixels in typed arrays, without a graphics library. */
function rasterScene({ shape, colour }: Ribbons): Scene {
  return {
    name: 'typed-array rasteriser, then putImageData',
    runs: 5,
    prepare() {
      const context = create2d(WIDTH, HEIGHT);
      const image = new ImageData(WIDTH, HEIGHT);
      const density = new Float32Array(WIDTH * HEIGHT * 4);
      const palette = Array.from({ length: 8 }, (_, i) => parseColour(categoryColour(i)));
      return () => {
        density.fill(0);
        for (let i = 0; i < COUNT; i++) blendRibbon(density, shape, i * 5, palette[colour[i]]);
        for (let at = 0; at < density.length; at++) image.data[at] = density[at];
        context.putImageData(image, 0, 0);
        wait2d(context);
      };
    },
  };
}

function blendRibbon(
  density: Float32Array,
  shape: Float32Array,
  at: number,
  [r, g, b]: readonly number[],
): void {
  const left = shape[at];
  const slope = (shape[at + 3] - shape[at + 2]) / (shape[at + 1] - left);
  for (let x = left; x < shape[at + 1]; x++) {
    const top = shape[at + 2] + slope * (x - left);
    const end = Math.min(top + shape[at + 4], HEIGHT);
    for (let y = Math.floor(top); y < end; y++) {
      const cover = Math.min(y + 1, end) - Math.max(y, top);
      const alpha = ALPHA * cover;
      const cell = (y * WIDTH + x) * 4;
      density[cell] += (r - density[cell]) * alpha;
      density[cell + 1] += (g - density[cell + 1]) * alpha;
      density[cell + 2] += (b - density[cell + 2]) * alpha;
      density[cell + 3] += (255 - density[cell + 3]) * alpha;
    }
  }
}

function mergedScene(ribbons: Ribbons, copied: boolean): Scene {
  return {
    name: `three.js, one merged buffer${copied ? ', copied into a 2-D canvas' : ''}`,
    runs: 7,
    prepare() {
      const renderer = glRenderer(WIDTH, HEIGHT);
      const context = create2d(WIDTH, HEIGHT);
      const scene = new Scene3();
      const material = new MeshBasicMaterial({
        vertexColors: true,
        transparent: true,
        opacity: ALPHA,
        depthTest: false,
      });
      scene.add(new Mesh(ribbonGeometry(ribbons), material));
      const camera = new OrthographicCamera(0, WIDTH, 0, HEIGHT, -1, 1);
      material.side = 2;
      return () => {
        renderAndWait(renderer, scene, camera);
        if (!copied) return;
        context.clearRect(0, 0, WIDTH, HEIGHT);
        context.drawImage(renderer.domElement, 0, 0);
        wait2d(context);
      };
    },
  };
}

function ribbonGeometry({ shape, colour }: Ribbons): BufferGeometry {
  const positions = new Float32Array(COUNT * 12);
  const colours = new Uint8Array(COUNT * 12);
  const index = new Uint32Array(COUNT * 6);
  for (let i = 0; i < COUNT; i++) {
    const [x1, x2, y1, y2, thick] = shape.subarray(i * 5, i * 5 + 5);
    positions.set([x1, y1, 0, x2, y2, 0, x2, y2 + thick, 0, x1, y1 + thick, 0], i * 12);
    const rgb = parseColour(categoryColour(colour[i]));
    for (let corner = 0; corner < 4; corner++) colours.set(rgb, i * 12 + corner * 3);
    index.set(
      [0, 1, 2, 0, 2, 3].map((corner) => i * 4 + corner),
      i * 6,
    );
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('color', new BufferAttribute(colours, 3, true));
  geometry.setIndex(new BufferAttribute(index, 1));
  return geometry;
}
