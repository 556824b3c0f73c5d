import { computed } from '@preact/signals';
import { extent } from '@weft/draw';
import { scaledColours } from './apply-look.ts';
import { counterTotals } from './counter-activity.ts';
import type { MachinePicture } from './machine-picture.ts';
import type { MachineScene } from './machine-scene.ts';

/** What each vertex carried since the start of the active range: by messages, or by counters. */
export interface Carried {
  /** The most any vertex carries in the whole range: the end of the scale, so that colours only ever grow. */
  most(): number;
  unit(): string;
  colours(scene: MachineScene, pixels: Uint32Array): Uint32Array;
}

export function createCarried(picture: MachinePicture): Carried {
  const { motion } = picture;
  const most = computed(() => {
    motion.traffic.value;
    const [from, to] = motion.range.value;
    motion.moment.update(motion.playback.time.peek());
    return extent(carriedValues(picture, from, to))[1] || 1;
  });
  return {
    most: () => most.value,
    unit: () => (motion.traffic.value ? 'B' : countedUnit(picture)),
    colours(scene, pixels) {
      const values = carriedValues(picture, motion.range.value[0], motion.playback.time.value);
      return scaledColours(scene, values, most.value, pixels);
    },
  };
}

function countedUnit({ data: { cube }, dataset, workspace }: MachinePicture): string {
  const counted = dataset.manifest.metrics.find(({ name }) => name === cube?.metric);
  return counted?.unit ?? workspace.linkValues.unit.value;
}

function carriedValues({ data, motion }: MachinePicture, from: number, to: number): Float64Array {
  const counted = data.cube ? counterTotals(data, from, to) : null;
  return counted ?? motion.moment.delivered?.advance(from, to) ?? new Float64Array(data.network.vertexCount);
}
