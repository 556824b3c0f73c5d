import { computed, type ReadonlySignal } from '@preact/signals';
import { longestQueues } from '@weft/analysis';
import type { NumberAttribute } from './attributes.ts';
import type { MachinePicture } from './machine-picture.ts';

/** Messages that wait at the time of the clock, as if they were columns of vertices and links. */
export interface Queued {
  readonly vertices: ReadonlySignal<NumberAttribute>;
  /** By directed link. */
  readonly links: ReadonlySignal<NumberAttribute>;
}

/** The scales end at the longest queue of the whole run, so that a colour means the same at all times. */
export function createQueued({ motion, data }: MachinePicture): Queued {
  const { network } = data;
  const longest = computed(() => {
    const flights = motion.traffic.value?.flights;
    return flights ? longestQueues(flights, network.linkCount, network.vertexCount) : { link: 0, vertex: 0 };
  });
  const now = computed(() => {
    motion.moment.update(motion.playback.time.value);
    return motion.moment.queues;
  });
  return {
    vertices: computed(() => waiting(now.value.perVertex.slice(), longest.value.vertex)),
    links: computed(() => waiting(now.value.perLink.slice(), longest.value.link)),
  };
}

function waiting(values: Float64Array, longest: number): NumberAttribute {
  return {
    kind: 'number',
    key: 'queue',
    title: 'waiting now',
    unit: 'messages',
    values,
    domain: [0, Math.max(1, longest)],
  };
}
