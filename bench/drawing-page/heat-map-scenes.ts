import { colourMap, createRaster, linearScale, paintHeatMap } from '@weft/draw';
import { createRandom } from '@weft/model';
import {
  DataTexture,
  FloatType,
  Mesh,
  OrthographicCamera,
  PlaneGeometry,
  RedFormat,
  RGBAFormat,
  Scene as Scene3,
  ShaderMaterial,
} from 'three';
import { createCanvasTarget } from '../../packages/views/src/kit/canvas-target.ts';
import { create2d, glRenderer, renderAndWait, wait2d } from './gl.ts';
import type { Scene } from './main.ts';

const SIDE = 1000;
const SCREEN = 800;
const map = colourMap('cividis', 'light');

/** A million cells whose values all change in every frame. */
export function heatMapScenes(): Scene[] {
  const random = createRandom('heat');
  const frames = [0, 1].map(() => Float64Array.from({ length: SIDE * SIDE }, () => random.next()));
  return [
    canvasScene(frames),
    colouringScene(frames),
    textureScene(frames.map((values) => Float32Array.from(values))),
  ];
}

function canvasScene(frames: readonly Float64Array[]): Scene {
  return {
    name: 'Canvas2D putImageData (colouring included)',
    runs: 15,
    prepare() {
      const context = create2d(SCREEN, SCREEN);
      const target = createCanvasTarget(context, SCREEN, SCREEN);
      const raster = createRaster(SIDE, SIDE);
      const scale = linearScale([0, 1]);
      return (frame) => {
        paintHeatMap(frames[frame % 2] as Float64Array, { scale, map }, raster);
        target.raster(raster, 0, 0, SCREEN, SCREEN);
        wait2d(context);
      };
    },
  };
}

/** What of it is the loop over the values. */
function colouringScene(frames: readonly Float64Array[]): Scene {
  return {
    name: '  of which colouring alone',
    runs: 15,
    prepare() {
      const raster = createRaster(SIDE, SIDE);
      const scale = linearScale([0, 1]);
      return (frame) => {
        paintHeatMap(frames[frame % 2] as Float64Array, { scale, map }, raster);
      };
    },
  };
}

function textureScene(frames: readonly Float32Array[]): Scene {
  return {
    name: 'WebGL float texture, colours in the shader',
    runs: 15,
    prepare() {
      const renderer = glRenderer(SCREEN, SCREEN);
      const values = new DataTexture(new Float32Array(SIDE * SIDE), SIDE, SIDE, RedFormat, FloatType);
      const colours = new DataTexture(new Uint8Array(map.pixels.buffer.slice(0)), 256, 1, RGBAFormat);
      colours.needsUpdate = true;
      const material = new ShaderMaterial({
        uniforms: { values: { value: values }, colours: { value: colours } },
        vertexShader: 'varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }',
        fragmentShader:
          'uniform sampler2D values, colours; varying vec2 at; void main() { gl_FragColor = texture2D(colours, vec2(texture2D(values, at).r, 0.5)); }',
      });
      const scene = new Scene3();
      scene.add(new Mesh(new PlaneGeometry(2, 2), material));
      const camera = new OrthographicCamera();
      return (frame) => {
        (values.image.data as Float32Array).set(frames[frame % 2] as Float32Array);
        values.needsUpdate = true;
        renderAndWait(renderer, scene, camera);
      };
    },
  };
}
