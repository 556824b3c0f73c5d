import { type Camera, type Scene as Scene3, WebGLRenderer } from 'three';

let renderer: WebGLRenderer | null = null;

/** One renderer for all scenes, as in the product. */
export function glRenderer(width: number, height: number): WebGLRenderer {
  renderer ??= new WebGLRenderer({ antialias: false, alpha: true, preserveDrawingBuffer: true });
  renderer.setSize(width, height, false);
  return renderer;
}

const pixel = new Uint8Array(4);

/** Renders and waits until the pixels exist. */
export function renderAndWait(target: WebGLRenderer, scene: Scene3, camera: Camera): void {
  target.render(scene, camera);
  const gl = target.getContext();
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
}

export function create2d(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  document.body.replaceChildren(canvas);
  return canvas.getContext('2d') as CanvasRenderingContext2D;
}

/** Canvas2D records; reading a pixel makes it draw. */
export function wait2d(context: CanvasRenderingContext2D): void {
  context.getImageData(0, 0, 1, 1);
}
