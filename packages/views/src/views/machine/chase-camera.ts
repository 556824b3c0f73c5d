import { effect, untracked } from '@preact/signals';
import { mixPoses, type Pose } from './camera-pose.ts';
import { followedPlace } from './follow.ts';
import type { MachinePicture } from './machine-picture.ts';

/** Share of the distance from which the whole machine is seen. */
const CHASE_DISTANCE = 0.5;
/** Seconds in which the camera makes up for two thirds of what it lags behind. */
const LAG = 0.25;
const SETTLED = 1e-3;

/** Keeps the message followed in the middle of the picture, until the reader moves the camera. */
export function attachChase(picture: MachinePicture): () => void {
  const {
    options,
    motion: { playback },
    staging: { scenes },
    camera: { pose },
  } = picture;
  let frame = 0;
  let last = 0;
  let distance = 0;

  const goal = (): Pose | null => {
    const place = options.chase.peek() ? untracked(() => followedPlace(picture, scenes.value[0])) : null;
    return place && { ...picture.camera.poseOf(0), target: place, distance };
  };
  const step = (now: number): void => {
    frame = 0;
    const wanted = goal();
    if (!wanted) return;
    const own = picture.camera.poseOf(0);
    const share = calmReader() ? 1 : 1 - Math.exp(-Math.min(now - last, 100) / 1000 / LAG);
    last = now;
    const away = Math.hypot(...wanted.target.map((value, axis) => value - own.target[axis]));
    if (away < SETTLED && Math.abs(own.distance / distance - 1) < SETTLED) return;
    pose.value = mixPoses(own, wanted, share);
    frame = requestAnimationFrame(step);
  };
  const start = (): void => {
    if (frame !== 0) return;
    last = performance.now() - 16;
    frame = requestAnimationFrame(step);
  };
  const stops = [
    effect(() => {
      if (options.follow.value < 0 || !options.chase.value || scenes.value.length === 0) return;
      distance = Math.min(
        untracked(() => picture.camera.poseOf(0).distance),
        picture.camera.fitted(0).distance * CHASE_DISTANCE,
      );
    }),
    effect(() => {
      playback.time.value;
      picture.motion.traffic.value;
      if (options.follow.value >= 0 && options.chase.value && scenes.value.length > 0) start();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    cancelAnimationFrame(frame);
  };
}

function calmReader(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
