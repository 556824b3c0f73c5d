import { createFlightState, type Flights, placeFlight } from '@weft/analysis';
import { packRgba, parseColour } from '@weft/draw';
import { formatQuantity, NONE } from '@weft/model';
import { vertexName } from '@weft/network';
import { type Point, pointOf } from './camera-pose.ts';
import { delaysOf, type HopDelay } from './hop-delays.ts';
import type { Traffic } from './machine-model.ts';
import { coloursOf, type MachinePicture } from './machine-picture.ts';
import type { MachineScene } from './machine-scene.ts';
import { liftAbove } from './place-messages.ts';
import { messageMode } from './what-is-shown.ts';

const flightsById = new WeakMap<Traffic, Map<number, number>>();

/** The flight of a message; -1 where it does not cross the network. */
export function flightOf(traffic: Traffic, id: number): number {
  let known = flightsById.get(traffic);
  if (!known) {
    const { flights, messages } = traffic;
    known = new Map(Array.from(flights.row, (row, flight) => [messages.id[row], flight]));
    flightsById.set(traffic, known);
  }
  return known.get(id) ?? -1;
}

function followedFlight({ options, motion: { traffic } }: MachinePicture): number {
  const id = options.follow.value;
  return id < 0 || !traffic.value ? -1 : flightOf(traffic.value, id);
}

interface FollowedMessage {
  readonly title: string;
  readonly ends: string;
  readonly bytes: string;
  readonly times: string;
  /** When the trace has it sent and received; null where the times above are no model. */
  readonly measured: string | null;
  readonly layer: string;
  readonly place: string;
  readonly progress: string;
  readonly state: 'waiting' | 'under way' | 'in a queue' | 'arrived';
  /** What it waits before each link; empty where that is not recorded. */
  readonly delays: readonly HopDelay[];
}

/** Where a message is at a time; before and after its flight at its ends. */
function placeAt(flights: Flights, flight: number, time: number) {
  const state = createFlightState({ count: 1 });
  const last = flights.to[flight];
  placeFlight(flights, flight, Math.min(Math.max(time, flights.from[flight]), last), state);
  return { hop: state.hop[0], part: state.part[0], waits: state.waits[0] === 1 };
}

function describePlace(
  state: FollowedMessage['state'],
  hop: number,
  part: number,
  hops: number,
  name: (at: number) => string,
): string {
  if (state === 'waiting') return name(0);
  if (state === 'arrived') return name(hops);
  if (state === 'in a queue') return `${name(hop)}, for ${name(hop + 1)}`;
  if (part === 0 && hop > 0) return name(hop);
  return part >= 1 ? name(hop + 1) : `${name(hop)} → ${name(hop + 1)}`;
}

/** What the view says about the message followed, at the time of the clock. */
export function describeFollowed(picture: MachinePicture): FollowedMessage | null {
  const flight = followedFlight(picture);
  const traffic = picture.motion.traffic.value;
  if (flight < 0 || !traffic) return null;
  const { flights, messages } = traffic;
  const row = flights.row[flight];
  const { network } = picture.data;
  const { offsets, vertices } = flights.paths;
  const first = offsets[flights.path[flight]];
  const hops = offsets[flights.path[flight] + 1] - first - 1;
  const time = picture.motion.playback.time.value;
  const [from, to] = [flights.from[flight], flights.to[flight]];
  const { hop, part, waits } = placeAt(flights, flight, time);
  const flying = waits ? 'in a queue' : 'under way';
  const state = time < from ? 'waiting' : time >= to ? 'arrived' : flying;
  const name = (at: number): string => vertexName(network, vertices[first + at]);
  const place = describePlace(state, hop, part, hops, name);
  return {
    title: `message ${messages.id[row]}`,
    ends: `rank ${messages.src[row]} on ${name(0)} → rank ${messages.dst[row]} on ${name(hops)}`,
    bytes: formatQuantity(messages.bytes[row], 'B'),
    times: spanText(from, to),
    measured: traffic.replayed ? spanText(messages.send_start[row], messages.recv_end[row]) : null,
    layer: traffic.layer[flight] > 0 ? `layer ${traffic.layer[flight]}` : '–',
    place,
    progress: `${Math.floor(hop + part)} of ${hops} links`,
    state,
    delays: delaysOf(network, flights, flight),
  };
}

function spanText(from: number, to: number): string {
  const end = to === NONE ? 'unknown' : `${formatQuantity(to, 'ns')} (${formatQuantity(to - from, 'ns')})`;
  return `${formatQuantity(from, 'ns')} – ${end}`;
}

/** Where the message followed is, in one scene; null while it is not under way. */
export function followedPlace(picture: MachinePicture, { stage }: MachineScene): Point | null {
  const flight = followedFlight(picture);
  const traffic = picture.motion.traffic.value;
  if (flight < 0 || !traffic) return null;
  const { flights } = traffic;
  const { offsets, vertices } = flights.paths;
  const first = offsets[flights.path[flight]];
  const { hop, part } = placeAt(flights, flight, picture.motion.playback.time.value);
  const a = vertices[first + hop] * 3;
  const b = vertices[first + hop + 1] * 3;
  const { places } = stage;
  return pointOf((axis) => places[a + axis] + (places[b + axis] - places[a + axis]) * part);
}

/** Draws the way and the place of the message followed, and rings around what is hovered or chosen. */
export function placeFollowed(picture: MachinePicture, scene: MachineScene): void {
  const colours = coloursOf(picture);
  const accent = packRgba(parseColour(colours.accent));
  const ink = packRgba(parseColour(colours.ink));
  const flight = followedFlight(picture);
  const traffic = picture.motion.traffic.value;
  const { way, chosen, stage } = scene;
  let pieces = 0;
  if (flight >= 0 && traffic) {
    const { offsets, vertices } = traffic.flights.paths;
    const path = traffic.flights.path[flight];
    const packed = new Uint32Array(way.colours.buffer);
    for (let at = offsets[path]; at + 1 < offsets[path + 1] && pieces < way.capacity; at++) {
      way.ends.set(stage.places.subarray(vertices[at] * 3, vertices[at] * 3 + 3), pieces * 6);
      way.ends.set(stage.places.subarray(vertices[at + 1] * 3, vertices[at + 1] * 3 + 3), pieces * 6 + 3);
      packed[pieces++] = accent;
    }
  }
  pieces = placeHoveredLink(picture, scene, pieces, ink);
  way.update(pieces);
  let rings = 0;
  const packed = new Uint32Array(chosen.colours.buffer);
  const ring = (place: ArrayLike<number>, size: number, colour: number, below = 0): void => {
    if (rings >= chosen.capacity || Number.isNaN(place[0])) return;
    chosen.places.set(place, rings * 3);
    chosen.sizes[rings] = size;
    liftAbove(below, chosen.lifts, rings);
    packed[rings++] = colour;
  };
  const around = (vertex: number, colour: number): void => {
    if (vertex < picture.data.network.vertexCount)
      ring(stage.places.subarray(vertex * 3, vertex * 3 + 3), stage.sizes[vertex] * 1.6, colour);
  };
  const { sources, destinations } = picture.workspace.selection.value;
  for (const vertex of [...sources, ...destinations]) around(vertex, accent);
  const hovered = picture.workspace.hovered.value;
  if (hovered?.kind === 'vertex') around(hovered.id, ink);
  const place = followedPlace(picture, scene);
  if (place) ring(place, 0.02, accent, belowFollowed(picture, scene, flight));
  chosen.sizes.fill(0, rings);
  chosen.update(rings);
}

/** Messages below the one followed in its heap, where messages are drawn. */
function belowFollowed(picture: MachinePicture, scene: MachineScene, flight: number): number {
  const { state } = picture.motion.moment;
  if (!state || messageMode(picture, scene) !== 'marks') return 0;
  const at = state.flight.subarray(0, state.count).indexOf(flight);
  return at < 0 ? 0 : state.below[at];
}

function placeHoveredLink(
  picture: MachinePicture,
  { way, stage }: MachineScene,
  pieces: number,
  colour: number,
): number {
  const hovered = picture.workspace.hovered.value;
  if (hovered?.kind !== 'link' || hovered.id >= picture.data.network.linkCount) return pieces;
  const { src, dst } = picture.data.network.links;
  way.ends.set(stage.places.subarray(src[hovered.id] * 3, src[hovered.id] * 3 + 3), pieces * 6);
  way.ends.set(stage.places.subarray(dst[hovered.id] * 3, dst[hovered.id] * 3 + 3), pieces * 6 + 3);
  new Uint32Array(way.colours.buffer)[pieces] = colour;
  return pieces + 1;
}
