import { context2d, createCanvasTarget } from '../../kit/canvas-target.ts';
import { hasGl } from '../../kit/hardware-gl.ts';
import { sharedRenderer } from '../../kit/shared-renderer.ts';
import { drawMachine } from './draw-machine.ts';
import type { MachinePicture } from './machine-picture.ts';
import { createStageCamera } from './stage-camera.ts';

/** Sideways move of each eye in stereo, as a share of the distance to the target. */
const EYE_SHIFT = 0.03;

/** Draws what the preparation left on the stages into the canvas. Returns the number of draw calls. */
export function renderPicture(
  picture: MachinePicture,
  canvas: HTMLCanvasElement,
  ratio: number,
  samples: number,
): number {
  if (hasGl()) {
    renderScenes(picture, canvas, ratio, samples);
    return sharedRenderer().renderer.info.render.calls;
  }
  const context = context2d(canvas);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  const { width, height } = picture.camera.size.value;
  if (picture.camera.flat.value) drawMachine(createCanvasTarget(context, width, height), picture);
  return 0;
}

/** Twice, side by side, in stereo. */
function renderScenes(
  { staging, camera: { flat, cameras, viewports, poseOf }, options }: MachinePicture,
  canvas: HTMLCanvasElement,
  ratio: number,
  samples: number,
): void {
  const deep = !flat.value;
  const stereo = options.stereo.value && deep;
  const parts = viewports().flatMap((viewport, i) => {
    const { scene, setView } = staging.scenes.value[i];
    const pose = poseOf(i);
    const eyes = stereo ? [-1, 1] : [0];
    const width = Math.max(1, Math.floor((viewport.width * ratio) / eyes.length));
    const height = Math.max(1, Math.round(viewport.height * ratio));
    setView({ width: width * samples, height: height * samples, ratio: ratio * samples, deep });
    return eyes.map((eye, side) => {
      const view = stereo && side === 1 ? createStageCamera() : cameras[i];
      const camera = view.place(pose, !deep, width / height, eye * EYE_SHIFT * pose.distance);
      return {
        scene,
        camera,
        x: Math.round(viewport.x * ratio) + side * width,
        y: Math.round(viewport.y * ratio),
        width,
        height,
      };
    });
  });
  sharedRenderer().renderParts(parts, canvas, samples);
}
