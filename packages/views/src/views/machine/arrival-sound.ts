import type { Flights } from '@weft/analysis';
import { eyeOf, type Pose, poseAxes } from './camera-pose.ts';

/** Short tones where messages arrive, heard from where the reader stands; deeper for higher layers. */
interface ArrivalSound {
  play(flights: Flights, from: number, to: number, places: Float32Array, layer: Uint8Array, pose: Pose): void;
  close(): void;
}

const MOST_TONES = 6;

export function createArrivalSound(): ArrivalSound {
  const context = new AudioContext();
  const order: { flights: Flights | null; byEnd: Int32Array } = { flights: null, byEnd: new Int32Array(0) };
  return {
    play(flights, from, to, places, layer, pose) {
      if (order.flights !== flights) {
        order.flights = flights;
        order.byEnd = Int32Array.from(flights.to, (_, i) => i).sort((a, b) => flights.to[a] - flights.to[b]);
      }
      listenAt(context.listener, pose);
      const arrived = arrivals(flights, order.byEnd, from, to);
      const stride = Math.max(1, Math.ceil(arrived.length / MOST_TONES));
      for (let i = 0; i < arrived.length; i += stride) {
        const { offsets, vertices } = flights.paths;
        const vertex = vertices[offsets[flights.path[arrived[i]] + 1] - 1] * 3;
        tone(context, places.subarray(vertex, vertex + 3), 880 / 2 ** (layer[arrived[i]] / 4));
      }
    },
    close: () => void context.close(),
  };
}

/** Flights that end in (from, to]. */
export function arrivals(flights: Flights, byEnd: Int32Array, from: number, to: number): Int32Array {
  const first = firstAfter(flights.to, byEnd, from);
  return byEnd.subarray(first, Math.max(first, firstAfter(flights.to, byEnd, to)));
}

function firstAfter(ends: Float64Array, byEnd: Int32Array, time: number): number {
  let low = 0;
  let high = byEnd.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ends[byEnd[middle]] <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function listenAt(listener: AudioListener, pose: Pose): void {
  const [x, y, z] = eyeOf(pose);
  const { back, up } = poseAxes(pose);
  if (!listener.positionX) {
    listener.setPosition(x, y, z);
    listener.setOrientation(-back[0], -back[1], -back[2], up[0], up[1], up[2]);
    return;
  }
  const values = [x, y, z, -back[0], -back[1], -back[2], up[0], up[1], up[2]];
  const { positionX, positionY, positionZ, forwardX, forwardY, forwardZ, upX, upY, upZ } = listener;
  const parameters = [positionX, positionY, positionZ, forwardX, forwardY, forwardZ, upX, upY, upZ];
  parameters.forEach((parameter, i) => {
    parameter.value = values[i];
  });
}

function tone(context: AudioContext, place: Float32Array, frequency: number): void {
  const start = context.currentTime;
  const oscillator = new OscillatorNode(context, { type: 'sine', frequency });
  const volume = new GainNode(context, { gain: 0 });
  const panner = new PannerNode(context, {
    panningModel: 'HRTF',
    positionX: place[0],
    positionY: place[1],
    positionZ: place[2],
    refDistance: 1,
  });
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(0.08, start + 0.005);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.12);
  oscillator.connect(volume).connect(panner).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + 0.13);
}
