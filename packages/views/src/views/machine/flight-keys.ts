import { fly, look, type Pose, pan, zoom } from './camera-pose.ts';

export interface FlightOptions {
  pose(): Pose;
  /** `how`: live while the camera is moved, commit when it is let go. */
  onPose(pose: Pose, how: 'live' | 'commit'): void;
  /** A flat picture: drag pans and arrows move. */
  flat(): boolean;
  /** Calls `move` with seconds passed on every frame until it returns false. */
  animate(move: (seconds: number) => boolean): void;
  /** Any other key; true = it is used. */
  onKey(key: string, shift: boolean): boolean;
}

const FLY_KEYS = 'wasdqe';
const TURN_KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

/** Listeners that move the camera for as long as a key of flight is pressed. */
export function flightKeys(options: FlightOptions) {
  const pressedKeys = new Set<string>();
  const step = (seconds: number): boolean => {
    if (pressedKeys.size === 0) {
      options.onPose(options.pose(), 'commit');
      return false;
    }
    options.onPose(flown(options.pose(), pressedKeys, seconds, options.flat()), 'live');
    return true;
  };
  return {
    keydown: (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const key = keyName(event);
      const flies = (key.length === 1 && FLY_KEYS.includes(key)) || TURN_KEYS.includes(key);
      if (!flies && !options.onKey(key, event.shiftKey)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!flies || pressedKeys.has(key)) return;
      pressedKeys.add(key);
      if (pressedKeys.size === 1) options.animate(step);
    },
    keyup: (event: KeyboardEvent): void => {
      pressedKeys.delete(keyName(event));
    },
    blur: (): void => pressedKeys.clear(),
  };
}

function keyName({ key }: KeyboardEvent): string {
  return key.length === 1 ? key.toLowerCase() : key;
}

/** One frame of flight: a radius of the machine, or the distance to the target, in about a second. */
export function flown(pose: Pose, pressedKeys: ReadonlySet<string>, seconds: number, flat: boolean): Pose {
  const sign = (more: string, less: string): number =>
    (pressedKeys.has(more) ? 1 : 0) - (pressedKeys.has(less) ? 1 : 0);
  const speed = Math.max(0.15, Math.min(pose.distance, 1)) * seconds;
  const [turn, rise] = [sign('ArrowRight', 'ArrowLeft'), sign('ArrowUp', 'ArrowDown')];
  if (flat) {
    const [right, up] = [sign('d', 'a') + turn, sign('w', 's') + rise];
    const zoomed = zoom(pose, 2 ** (sign('e', 'q') * 1.5 * seconds));
    return pan(zoomed, -right * seconds * 0.7, up * seconds * 0.7);
  }
  const turned = look(pose, -turn * seconds, rise * seconds * 0.7);
  return fly(turned, sign('w', 's') * speed, sign('d', 'a') * speed, sign('e', 'q') * speed);
}
