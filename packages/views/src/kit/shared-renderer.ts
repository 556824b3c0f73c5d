import { type Camera, type Scene, Vector4, WebGLRenderer } from 'three';
import { context2d } from './canvas-target.ts';
import { hasGl, hasHardwareGl } from './hardware-gl.ts';

/**
 * One WebGL context for all 3-D views (Chromium keeps 16 alive). A view's scene is rendered to the
 * shared canvas and copied into the 2-D canvas of that view.
 */
interface SharedRenderer {
  /** Draws at the canvas's own size in device pixels; false while the context is lost. */
  render(scene: Scene, camera: Camera, into: HTMLCanvasElement): boolean;
  /**
   * Several scenes into parts of one canvas, in device pixels from its upper left corner; false while the context is
   * lost. With `samples` of 2, four samples make a pixel.
   */
  renderParts(parts: readonly ScenePart[], into: HTMLCanvasElement, samples?: number): boolean;
  /** Called when the context is back and pictures must be drawn again. */
  onRestored(listener: () => void): () => void;
  readonly renderer: WebGLRenderer;
  readonly lost: boolean;
  dispose(): void;
}

interface ScenePart {
  readonly scene: Scene;
  readonly camera: Camera;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function createSharedRenderer(): SharedRenderer {
  // In software four samples a pixel cost four times as much: pictures at rest get theirs from `renderParts`.
  const renderer = new WebGLRenderer({
    antialias: hasHardwareGl(),
    alpha: true,
    preserveDrawingBuffer: true,
  });
  const listeners = new Set<() => void>();
  const canvas = renderer.domElement;
  let lost = false;
  canvas.addEventListener('webglcontextlost', (event) => {
    event.preventDefault();
    lost = true;
  });
  canvas.addEventListener('webglcontextrestored', () => {
    lost = false;
    for (const listener of listeners) listener();
  });
  const renderParts = (parts: readonly ScenePart[], into: HTMLCanvasElement, samples = 1): boolean => {
    if (lost || into.width === 0 || into.height === 0) return false;
    growTo(renderer, into.width * samples, into.height * samples);
    renderer.setScissorTest(true);
    renderer.info.autoReset = false;
    renderer.info.reset();
    // Parts may leave a row or a column between them, in which an earlier picture would show.
    renderer.setScissor(new Vector4(0, 0, into.width, into.height).multiplyScalar(samples));
    renderer.clear();
    for (const { scene, camera, x, y, width, height } of parts) {
      const bottom = into.height - y - height;
      const box = new Vector4(x, bottom, width, height).multiplyScalar(samples);
      renderer.setViewport(box);
      renderer.setScissor(box);
      renderer.render(scene, camera);
    }
    copyPicture(canvas, into, samples);
    return true;
  };
  return {
    renderer,
    get lost() {
      return lost;
    },
    renderParts,
    render(scene, camera, into) {
      return renderParts([{ scene, camera, x: 0, y: 0, width: into.width, height: into.height }], into);
    },
    onRestored(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose: () => renderer.dispose(),
  };
}

let shared: SharedRenderer | null = null;

/** The renderer of the page, made when the first 3-D view asks for it. */
export function sharedRenderer(): SharedRenderer {
  shared ??= createSharedRenderer();
  return shared;
}

/** Makes the renderer before there is something to draw; where that fails, drawing says so. */
export function prepareRenderer(): void {
  if (!hasGl()) return;
  try {
    sharedRenderer();
  } catch {}
}

/** The canvas only grows: views of different sizes would otherwise reallocate it every frame. */
function growTo(renderer: WebGLRenderer, width: number, height: number): void {
  const canvas = renderer.domElement;
  if (canvas.width >= width && canvas.height >= height) return;
  renderer.setSize(Math.max(canvas.width, width), Math.max(canvas.height, height), false);
}

/** WebGL counts rows from below: the picture lies in the lower left corner of the shared canvas. */
function copyPicture(from: HTMLCanvasElement, into: HTMLCanvasElement, samples: number): void {
  const context = context2d(into);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, into.width, into.height);
  const [width, height] = [into.width * samples, into.height * samples];
  context.drawImage(from, 0, from.height - height, width, height, 0, 0, into.width, into.height);
}
