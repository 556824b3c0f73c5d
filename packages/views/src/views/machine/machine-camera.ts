import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { comparedLayouts } from '@weft/layout';
import { fitPose, type Pose, pointOf, type Viewpoint } from './camera-pose.ts';
import type { MachineOptions } from './machine-options.ts';
import type { Stage } from './stage.ts';
import { createStageCamera, type StageCamera, type Viewport } from './stage-camera.ts';
import type { Staging } from './staging.ts';

/** From where the stages are seen, and where each lies in the picture. */
export interface MachineCamera {
  /** Size of the picture in CSS pixels. */
  readonly size: Signal<{ readonly width: number; readonly height: number }>;
  readonly flat: ReadonlySignal<boolean>;
  /** Where the reader stands; null means where the whole first scene is seen. */
  readonly pose: Signal<Pose | null>;
  /** True while the pointer, the keys or a flight move the camera. */
  readonly moving: Signal<boolean>;
  /** One for each scene. */
  readonly cameras: readonly StageCamera[];
  viewports(): readonly Viewport[];
  poseOf(scene: number): Pose;
  /** From where the whole of a scene is seen. */
  fitted(scene: number, view?: Viewpoint): Pose;
  /** Shows the whole machine, from the standard side of its stage where no viewpoint is named. */
  goTo(view?: Viewpoint): void;
}

export function createMachineCamera(
  options: MachineOptions,
  { scenes }: Pick<Staging, 'scenes'>,
): MachineCamera {
  const flat = computed(() => {
    const { space, sideBySide } = options;
    if (sideBySide.value) return false;
    return space.value === 'auto' ? (scenes.value[0]?.stage.flat ?? true) : space.value === '2d';
  });
  const size = signal({ width: 1, height: 1 });
  const pose = options.camera;
  const viewports = (): readonly Viewport[] => viewportsOf(scenes.peek().length, size.peek());
  const standard = (stage: Stage): Viewpoint => (flat.peek() ? stage.face : 'iso');
  const fitted = (scene: number, view?: Viewpoint): Pose => {
    const { stage } = scenes.peek()[scene];
    const { width, height } = viewports()[scene];
    return fitPose(stage, view ?? standard(stage), width / height);
  };
  return {
    size,
    flat,
    pose,
    moving: signal(false),
    cameras: comparedLayouts.map(createStageCamera),
    viewports,
    poseOf(scene) {
      const own = pose.value;
      if (!own) return fitted(scene);
      return scene === 0 ? own : linkedPose(own, fitted(0), fitted(scene));
    },
    fitted,
    goTo(view) {
      pose.value = fitted(0, view);
    },
  };
}

/** The same move around another stage: as far from its fitted pose as `own` is from that of the first. */
function linkedPose(own: Pose, first: Pose, fit: Pose): Pose {
  const target = pointOf((axis) => fit.target[axis] + own.target[axis] - first.target[axis]);
  return { ...own, target, distance: (fit.distance * own.distance) / first.distance };
}

/** Side by side: as square as the panel allows, four in a row for seven. */
function viewportsOf(count: number, { width, height }: { width: number; height: number }): Viewport[] {
  const columns = count <= 1 ? 1 : width > height ? Math.ceil(count / 2) : 2;
  const rows = Math.ceil(count / columns);
  return Array.from({ length: Math.max(1, count) }, (_, i) => {
    const x = Math.round(((i % columns) * width) / columns);
    const y = Math.round((Math.floor(i / columns) * height) / rows);
    return { x, y, width: Math.floor(width / columns), height: Math.floor(height / rows) };
  });
}
