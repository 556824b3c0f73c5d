import type { FlightState, Flights } from '@weft/analysis';
import type { MachineScene } from './machine-scene.ts';
import type { MarkLayer } from './mark-layer.ts';

/** Places the marks of messages under way; message i has the colour of its layer. Returns how many are drawn. */
export function placeMessages(
  { messages, stage }: MachineScene,
  flights: Flights,
  state: FlightState,
  look: { readonly size: number; readonly colours: Uint32Array; readonly layer: Uint8Array },
): void {
  const { offsets, vertices } = flights.paths;
  const { places } = stage;
  const out = messages.places;
  const packed = new Uint32Array(messages.colours.buffer);
  const { size, colours, layer } = look;
  for (let i = 0; i < state.count; i++) {
    const flight = state.flight[i];
    const at = offsets[flights.path[flight]] + state.hop[i];
    const a = vertices[at] * 3;
    const b = vertices[at + 1] * 3;
    const part = state.part[i];
    out[i * 3] = places[a] + (places[b] - places[a]) * part;
    out[i * 3 + 1] = places[a + 1] + (places[b + 1] - places[a + 1]) * part;
    out[i * 3 + 2] = places[a + 2] + (places[b + 2] - places[a + 2]) * part;
    packed[i] = colours[layer[flight]];
    liftAbove(state.below[i], messages.lifts, i);
  }
  setMessageSize(messages, size);
  messages.update(state.count, ['places', 'colours', 'lifts']);
}

/** A heap grows upwards, column by column. */
const HEAP_HEIGHT = 12;

export function liftAbove(below: number, lifts: Float32Array, mark: number): void {
  lifts[mark * 2] = Math.floor(below / HEAP_HEIGHT);
  lifts[mark * 2 + 1] = below % HEAP_HEIGHT;
}

/** LB's pipes: out from (i, i) towards the matrix point (i, j), a turn of 90 degrees, on to (j, j) (LANL-20). */
export function placePipes(
  { pipes, messages, stage }: MachineScene,
  flights: Flights,
  state: FlightState,
  look: { readonly size: number; readonly colours: Uint32Array; readonly layer: Uint8Array },
): void {
  const { offsets, vertices } = flights.paths;
  const { places } = stage;
  const { ends } = pipes;
  const packed = new Uint32Array(pipes.colours.buffer);
  const heads = new Uint32Array(messages.colours.buffer);
  let pieces = 0;
  for (let i = 0; i < state.count; i++) {
    const path = flights.path[state.flight[i]];
    const first = offsets[path];
    const last = offsets[path + 1] - 1;
    const from = vertices[first] * 3;
    const to = vertices[last] * 3;
    const share = (state.hop[i] + state.part[i]) / (last - first);
    const y = places[from + 1] + 0.004;
    const [x0, x1] = [places[from], places[to]];
    const z = places[from + 2] + (places[to + 2] - places[from + 2]) * Math.min(1, share * 2);
    const x = share > 0.5 ? x0 + (x1 - x0) * (share * 2 - 1) : x0;
    const colour = look.colours[look.layer[state.flight[i]]];
    packed[pieces] = colour;
    putPiece(ends, pieces++, y, x0, places[from + 2], x0, z);
    if (share > 0.5) {
      packed[pieces] = colour;
      putPiece(ends, pieces++, y, x0, z, x, z);
    }
    messages.places[i * 3] = x;
    messages.places[i * 3 + 1] = y;
    messages.places[i * 3 + 2] = z;
    heads[i] = colour;
    liftAbove(0, messages.lifts, i);
  }
  setMessageSize(messages, look.size);
  messages.update(state.count, ['places', 'colours', 'lifts']);
  pipes.update(pieces);
}

/** A piece on the plane at height y, from (x0, z0) to (x1, z1). */
function putPiece(
  ends: Float32Array,
  piece: number,
  y: number,
  x0: number,
  z0: number,
  x1: number,
  z1: number,
): void {
  const at = piece * 6;
  ends[at] = x0;
  ends[at + 1] = y;
  ends[at + 2] = z0;
  ends[at + 3] = x1;
  ends[at + 4] = y;
  ends[at + 5] = z1;
}

/** Sizes and shapes go to the GPU only when they change; all marks have the same. */
function setMessageSize(messages: MarkLayer, size: number): void {
  if (messages.sizes[0] === Math.fround(size)) return;
  messages.sizes.fill(size);
  messages.update(messages.capacity, ['sizes', 'shapes']);
}

/** The most messages under way at one instant. */
export function mostConcurrent({ from, to, count }: Flights): number {
  const ends = to.slice().sort();
  let most = 0;
  let ended = 0;
  for (let i = 0; i < count; i++) {
    while (ends[ended] <= from[i]) ended++;
    most = Math.max(most, i + 1 - ended);
  }
  return most;
}
