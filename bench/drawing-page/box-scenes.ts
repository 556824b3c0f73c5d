import { categoryColour } from '@weft/draw';
import { createRandom } from '@weft/model';
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Color,
  DirectionalLight,
  HemisphereLight,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  PerspectiveCamera,
  Scene as Scene3,
} from 'three';
import { glRenderer, renderAndWait } from './gl.ts';
import type { Scene } from './main.ts';

const SIDE = 46;
const COUNT = 100_000;
const WIDTH = 1000;
const HEIGHT = 700;

/** A hundred thousand boxes on a grid and as many lines, under a turning camera. */
export function boxScenes(): Scene[] {
  return [boxScene('three.js InstancedMesh', instancedBoxes), boxScene('three.js merged boxes', mergedBoxes)];
}

function boxScene(name: string, build: () => Mesh): Scene {
  return {
    name,
    runs: 5,
    prepare() {
      const renderer = glRenderer(WIDTH, HEIGHT);
      const scene = new Scene3();
      const light = new DirectionalLight('#ffffff', 2);
      light.position.set(1, 2, 3);
      scene.add(new HemisphereLight('#ffffff', '#555555', 1), light, build(), gridLines());
      const camera = new PerspectiveCamera(45, WIDTH / HEIGHT, 1, 500);
      return (frame) => {
        const angle = frame / 20;
        camera.position.set(80 * Math.cos(angle), 50, 80 * Math.sin(angle));
        camera.lookAt(0, 0, 0);
        renderAndWait(renderer, scene, camera);
      };
    },
  };
}

function place(i: number): [number, number, number] {
  const half = SIDE / 2;
  return [(i % SIDE) - half, (Math.floor(i / SIDE) % SIDE) - half, Math.floor(i / (SIDE * SIDE)) - half];
}

function boxColour(i: number): Color {
  return new Color(categoryColour(i % 24));
}

function instancedBoxes(): Mesh {
  const boxes = new InstancedMesh(new BoxGeometry(0.5, 0.5, 0.5), new MeshLambertMaterial(), COUNT);
  const matrix = new Matrix4();
  for (let i = 0; i < COUNT; i++) {
    boxes.setMatrixAt(i, matrix.makeTranslation(...place(i)));
    boxes.setColorAt(i, boxColour(i));
  }
  return boxes;
}

function mergedBoxes(): Mesh {
  const box = new BoxGeometry(0.5, 0.5, 0.5);
  const corners = box.attributes.position.count;
  const faces = box.index?.array as Uint16Array;
  const positions = new Float32Array(COUNT * corners * 3);
  const normals = new Float32Array(COUNT * corners * 3);
  const colours = new Uint8Array(COUNT * corners * 3);
  const index = new Uint32Array(COUNT * faces.length);
  for (let i = 0; i < COUNT; i++) {
    const centre = place(i);
    const rgb = boxColour(i).toArray();
    for (let at = 0; at < corners * 3; at++) {
      positions[i * corners * 3 + at] = box.attributes.position.array[at] + centre[at % 3];
      colours[i * corners * 3 + at] = rgb[at % 3] * 255;
    }
    normals.set(box.attributes.normal.array, i * corners * 3);
    for (let at = 0; at < faces.length; at++) index[i * faces.length + at] = faces[at] + i * corners;
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  geometry.setAttribute('color', new BufferAttribute(colours, 3, true));
  geometry.setIndex(new BufferAttribute(index, 1));
  return new Mesh(geometry, new MeshLambertMaterial({ vertexColors: true }));
}

function gridLines(): LineSegments {
  const random = createRandom('lines');
  const positions = new Float32Array(COUNT * 6);
  for (let i = 0; i < COUNT; i++) {
    const from = place(i);
    const axis = random.below(3);
    positions.set(from, i * 6);
    positions.set(
      from.map((value, at) => value + (at === axis ? 1 : 0)),
      i * 6 + 3,
    );
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  return new LineSegments(geometry, new LineBasicMaterial({ color: '#8a9099' }));
}
