import type { Flights } from '@weft/analysis';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createArrivalSound } from '../../src/views/machine/arrival-sound.ts';
import { eyeOf, type Pose } from '../../src/views/machine/camera-pose.ts';

interface Tone {
  readonly frequency: number;
  readonly place: readonly [number, number, number];
}

let tones: Tone[];
let frequency: number;
let listener: Record<string, { value: number }>;

/** Remembers what would be heard. */
class FakeNode {
  readonly gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
  connect<N>(next: N): N {
    return next;
  }
  start(): void {}
  stop(): void {}
}

beforeEach(() => {
  tones = [];
  const names = [
    'positionX',
    'positionY',
    'positionZ',
    'forwardX',
    'forwardY',
    'forwardZ',
    'upX',
    'upY',
    'upZ',
  ];
  listener = Object.fromEntries(names.map((name) => [name, { value: 0 }]));
  vi.stubGlobal('AudioContext', function context() {
    return { listener, currentTime: 0, destination: new FakeNode(), close: () => Promise.resolve() };
  });
  vi.stubGlobal('OscillatorNode', function oscillator(_: unknown, options: { frequency: number }) {
    frequency = options.frequency;
    return new FakeNode();
  });
  vi.stubGlobal('GainNode', FakeNode);
  vi.stubGlobal(
    'PannerNode',
    function panner(_: unknown, at: { positionX: number; positionY: number; positionZ: number }) {
      tones.push({ frequency, place: [at.positionX, at.positionY, at.positionZ] });
      return new FakeNode();
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const POSE: Pose = { target: [0, 0, 0], distance: 2, azimuth: 0.3, elevation: 0.4 };

/** Message i ends at time i + 1 on vertex i; each way has one link. */
function flightsTo(count: number): Flights {
  const each = Array.from({ length: count }, (_, i) => i);
  return {
    count,
    from: new Float64Array(count),
    to: Float64Array.from(each, (i) => i + 1),
    path: Int32Array.from(each),
    row: Int32Array.from(each),
    paths: {
      count,
      offsets: Int32Array.from({ length: count + 1 }, (_, i) => i * 2),
      vertices: Int32Array.from(each.flatMap((i) => [0, i])),
    },
  } as unknown as Flights;
}

function playAll(count: number, from: number, to: number): void {
  const places = Float32Array.from({ length: count * 3 }, (_, i) => i / 4);
  const layer = Uint8Array.from({ length: count }, (_, i) => 1 + i);
  createArrivalSound().play(flightsTo(count), from, to, places, layer, POSE);
}

test('each arrival sounds from its host, deeper from higher layers', () => {
  playAll(4, 1, 3);
  expect(tones.map(({ place }) => place)).toEqual([
    [0.75, 1, 1.25],
    [1.5, 1.75, 2],
  ]);
  expect(tones[1].frequency).toBeLessThan(tones[0].frequency);
});

test('the reader hears from where he stands', () => {
  playAll(1, 0, 1);
  const { positionX, positionY, positionZ } = listener;
  const eye = eyeOf(POSE);
  [positionX, positionY, positionZ].forEach(({ value }, axis) => {
    expect(value).toBeCloseTo(eye[axis], 10);
  });
});

test('hundreds of arrivals in a frame are a handful of tones', () => {
  playAll(300, 0, 300);
  expect(tones.length).toBeGreaterThan(1);
  expect(tones.length).toBeLessThanOrEqual(6);
});
