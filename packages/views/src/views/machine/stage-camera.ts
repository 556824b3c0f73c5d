import { type Camera, Matrix4, OrthographicCamera, PerspectiveCamera } from 'three';
import { eyeOf, HALF_ANGLE, type Pose, poseAxes } from './camera-pose.ts';
import type { PickRay } from './pick.ts';

export interface Viewport {
  readonly x: number;
  /** CSS pixels from the top. */
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Cameras are made once and moved: nothing is allocated per frame. */
export interface StageCamera {
  /** `shift`: sideways move of the eye for stereo, in machine radii. */
  place(pose: Pose, flat: boolean, aspect: number, shift?: number): Camera;
  ray(width: number, height: number, x: number, y: number): PickRay;
  inverse(): Matrix4;
}

export function createStageCamera(): StageCamera {
  const perspective = new PerspectiveCamera((HALF_ANGLE * 360) / Math.PI, 1, 0.001, 200);
  const orthographic = new OrthographicCamera(-1, 1, 1, -1, -100, 100);
  const matrix = new Matrix4();
  let camera: PerspectiveCamera | OrthographicCamera = perspective;
  for (const each of [perspective, orthographic]) {
    each.matrixAutoUpdate = false;
    each.matrixWorldAutoUpdate = false;
  }
  return {
    place(pose, flat, aspect, shift = 0) {
      camera = flat ? orthographic : perspective;
      const { right, up, back } = poseAxes(pose);
      const eye = eyeOf(pose).map((value, axis) => value + right[axis] * shift);
      camera.matrixWorld.set(
        right[0],
        up[0],
        back[0],
        eye[0],
        right[1],
        up[1],
        back[1],
        eye[1],
        right[2],
        up[2],
        back[2],
        eye[2],
        0,
        0,
        0,
        1,
      );
      camera.matrixWorldInverse.copy(camera.matrixWorld).invert();
      fitToDistance(camera, pose.distance, aspect);
      return camera;
    },
    ray(width, height, x, y) {
      matrix.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
      const scale = camera.projectionMatrix.elements[5] * height * 0.5;
      return { matrix, scale, width, height, x, y };
    },
    inverse: () => new Matrix4().multiplyMatrices(camera.matrixWorld, camera.projectionMatrixInverse),
  };
}

function fitToDistance(
  camera: PerspectiveCamera | OrthographicCamera,
  distance: number,
  aspect: number,
): void {
  if (camera instanceof PerspectiveCamera) {
    camera.aspect = aspect;
    camera.near = Math.max(0.001, distance * 0.01);
    camera.far = distance + 50;
  } else {
    const half = distance * Math.tan(HALF_ANGLE);
    camera.top = half;
    camera.bottom = -half;
    camera.left = -half * aspect;
    camera.right = half * aspect;
  }
  camera.updateProjectionMatrix();
}
