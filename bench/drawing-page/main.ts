import { boxScenes } from './box-scenes.ts';
import { heatMapScenes } from './heat-map-scenes.ts';
import { ribbonScenes } from './ribbon-scenes.ts';

/** One way to draw a scene: prepared once, then drawn `runs` times until the pixels are there. */
export interface Scene {
  readonly name: string;
  readonly runs: number;
  /** Returns how to draw the nth frame and wait for it. */
  prepare(): (frame: number) => void;
}

export interface SceneResult {
  readonly name: string;
  readonly prepareMs: number;
  readonly firstMs: number;
  readonly medianMs: number;
  /** The least disturbed run: compare this on a busy machine. */
  readonly leastMs: number;
}

const groups: Record<string, () => Scene[]> = {
  heatMap: heatMapScenes,
  ribbons: ribbonScenes,
  boxes: boxScenes,
};

function measure(scene: Scene): SceneResult {
  const started = performance.now();
  const draw = scene.prepare();
  const prepared = performance.now();
  draw(0);
  const firstMs = performance.now() - prepared;
  const times = Array.from({ length: scene.runs }, (_, run) => {
    const before = performance.now();
    draw(run + 1);
    return performance.now() - before;
  }).sort((a, b) => a - b);
  const medianMs = times[Math.floor(times.length / 2)] as number;
  return { name: scene.name, prepareMs: prepared - started, firstMs, medianMs, leastMs: times[0] as number };
}

Object.assign(window, {
  measureScenes: (group: string): SceneResult[] => (groups[group] as () => Scene[])().map(measure),
  sceneGroups: Object.keys(groups),
});
