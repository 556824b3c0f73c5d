/** Where the reader stands: around a target, in units of the radius of the machine. Angles in radians. */
export interface Pose {
  readonly target: Point;
  readonly distance: number;
  /** 0 = looking along -z, growing to the right. */
  readonly azimuth: number;
  /** 0 = horizontal, pi/2 = from straight above. */
  readonly elevation: number;
}

export type Point = readonly [number, number, number];

/** The point whose coordinates a function gives. */
export function pointOf(coordinate: (axis: 0 | 1 | 2) => number): Point {
  return [coordinate(0), coordinate(1), coordinate(2)];
}

interface Axes {
  readonly right: Point;
  readonly up: Point;
  /** From the target to the reader. */
  readonly back: Point;
}

/** Half of the vertical opening angle of the camera. */
export const HALF_ANGLE = Math.PI / 9;

export const viewpoints = {
  iso: { title: 'Slanted', azimuth: -Math.PI / 5, elevation: Math.PI / 7 },
  top: { title: 'Top', azimuth: 0, elevation: Math.PI / 2 },
  front: { title: 'Front', azimuth: 0, elevation: 0 },
  inside: { title: 'Inside', azimuth: -Math.PI / 5, elevation: 0.08 },
} as const;

export type Viewpoint = keyof typeof viewpoints;

/** In the order of their keys 1 to 4. */
export const viewpointNames: readonly Viewpoint[] = ['iso', 'top', 'front', 'inside'];

export function poseAxes({ azimuth, elevation }: Pick<Pose, 'azimuth' | 'elevation'>): Axes {
  const [ca, sa] = [Math.cos(azimuth), Math.sin(azimuth)];
  const [ce, se] = [Math.cos(elevation), Math.sin(elevation)];
  return { right: [ca, 0, -sa], up: [-sa * se, ce, -ca * se], back: [sa * ce, se, ca * ce] };
}

export function eyeOf(pose: Pose): Point {
  return along(pose.target, poseAxes(pose).back, pose.distance);
}

/** Stands as near as the whole box fits into the picture; `inside` stands in its middle. */
export function fitPose(box: { minimum: Point; maximum: Point }, view: Viewpoint, aspect: number): Pose {
  const { azimuth, elevation } = viewpoints[view];
  const { right, up, back } = poseAxes({ azimuth, elevation });
  const target = pointOf((axis) => (box.minimum[axis] + box.maximum[axis]) / 2);
  if (view === 'inside') return { target, distance: 0.05, azimuth, elevation };
  const corners = Array.from({ length: 8 }, (_, corner) =>
    pointOf((axis) => (corner & (1 << axis) ? box.maximum : box.minimum)[axis]),
  );
  let pose: Pose = { target, distance: 0.01, azimuth, elevation };
  // What is nearer looks larger: the middle of the picture is not that of the box.
  for (let round = 0; round < 6; round++) {
    const seen = corners.map((corner) => {
      const offset = pointOf((axis) => corner[axis] - pose.target[axis]);
      return { near: dot(offset, back), x: dot(offset, right), y: dot(offset, up) };
    });
    const slope = Math.tan(HALF_ANGLE) * 0.93;
    const distance = Math.max(
      0.01,
      ...seen.map(({ near, x, y }) => near + Math.max(Math.abs(y), Math.abs(x) / aspect) / slope),
    );
    const middle = (key: 'x' | 'y'): number => {
      const angles = seen.map((corner) => corner[key] / (distance - corner.near));
      return ((Math.min(...angles) + Math.max(...angles)) / 2) * distance;
    };
    pose = {
      ...pose,
      distance,
      target: along(along(pose.target, right, middle('x')), up, middle('y')),
    };
  }
  return pose;
}

export function orbit(pose: Pose, turn: number, rise: number): Pose {
  const elevation = Math.min(Math.max(pose.elevation + rise, -Math.PI / 2), Math.PI / 2);
  return { ...pose, azimuth: pose.azimuth + turn, elevation };
}

/** Looks around: the reader stays, the target moves. Positive `rise` looks up. */
export function look(pose: Pose, turn: number, rise: number): Pose {
  const turned = orbit(pose, turn, -rise);
  return { ...turned, target: along(eyeOf(pose), poseAxes(turned).back, -pose.distance) };
}

/** Moves the picture by shares of its height; the plane through the target follows the pointer. */
export function pan(pose: Pose, dx: number, dy: number): Pose {
  const { right, up } = poseAxes(pose);
  const span = 2 * pose.distance * Math.tan(HALF_ANGLE);
  return { ...pose, target: along(along(pose.target, right, -dx * span), up, dy * span) };
}

/** Scales the distance; the point of the target plane at (x, y), in heights from the middle, stays where it is. */
export function zoom(pose: Pose, factor: number, x = 0, y = 0): Pose {
  const distance = Math.min(Math.max(pose.distance / factor, 0.002), 50);
  const change = pose.distance / distance - 1;
  return { ...pan({ ...pose, distance }, -x * change, -y * change) };
}

/** Flies: ahead, to the right and upwards, in machine radii. */
export function fly(pose: Pose, ahead: number, right: number, up: number): Pose {
  const axes = poseAxes(pose);
  const target = along(along(pose.target, axes.back, -ahead), axes.right, right);
  return { ...pose, target: [target[0], target[1] + up, target[2]] };
}

/** Part of the way from one pose to another with the same angles. */
export function mixPoses(from: Pose, to: Pose, share: number): Pose {
  return {
    ...from,
    target: pointOf((axis) => from.target[axis] + (to.target[axis] - from.target[axis]) * share),
    distance: from.distance * (to.distance / from.distance) ** share,
  };
}

export function printPose({ target, distance, azimuth, elevation }: Pose): string {
  return [...target, distance, azimuth, elevation].map((value) => Number(value.toFixed(6))).join('_');
}

export function parsePose(text: string): Pose | null {
  const values = text.split('_').map(Number);
  if (values.length !== 6 || !values.every(Number.isFinite)) return null;
  const [x, y, z, distance, azimuth, elevation] = values;
  return { target: [x, y, z], distance, azimuth, elevation };
}

function along(from: Point, direction: Point, by: number): Point {
  return [from[0] + direction[0] * by, from[1] + direction[1] * by, from[2] + direction[2] * by];
}

function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
