import { batch, type Signal } from '@preact/signals';
import { formatExact, formatQuantity, textAt } from '@weft/model';
import type { TooltipContent } from '../../kit/tooltip.tsx';
import { type Point, printPose, type Viewpoint } from './camera-pose.ts';
import { kindOf, vertexName } from './machine-model.ts';
import type { MachinePicture } from './machine-picture.ts';
import { attachNavigation } from './navigation.ts';
import { type PickRay, pickBox, pickCable, pickMark } from './pick.ts';
import { messageMode, showsCables } from './prepare-frame.ts';

export type Picked =
  | { readonly kind: 'vertex' | 'link' | 'message'; readonly id: number }
  | { readonly kind: 'block'; readonly id: number; readonly switches: readonly number[] };

const VIEW_KEYS: readonly Viewpoint[] = ['iso', 'top', 'front', 'inside'];

export function attachMachine(
  element: HTMLCanvasElement,
  picture: MachinePicture,
  tooltip: Signal<TooltipContent | null>,
): () => void {
  const { workspace, options, pose, playback } = picture;
  const clear = (): void => {
    tooltip.value = null;
    if (workspace.hovered.peek()) workspace.hovered.value = null;
  };
  return attachNavigation(element, {
    pose: () => pose.peek() ?? picture.poseOf(0),
    onPose(next, how) {
      if (options.follow.peek() >= 0) options.chase.value = false;
      picture.moving.value = how === 'live';
      pose.value = next;
      if (how === 'commit') options.camera.value = printPose(next);
    },
    flat: () => picture.flat.peek(),
    viewport(x, y) {
      const index = viewportAt(picture, x, y);
      const { x: left, y: top, width, height } = picture.viewports()[index];
      return { height, dx: x - left - width / 2, dy: y - top - height / 2 };
    },
    onHover(x, y) {
      const found = pickAt(picture, x, y);
      element.style.cursor = found ? 'pointer' : '';
      batch(() => {
        tooltip.value = found && tooltipOf(picture, found, x, y);
        const item = found && found.kind !== 'block' ? { kind: found.kind, id: found.id } : null;
        if (item?.id !== workspace.hovered.peek()?.id || item?.kind !== workspace.hovered.peek()?.kind)
          workspace.hovered.value = item;
      });
    },
    onLeave: clear,
    onClick: (x, y, shift) => choose(picture, pickAt(picture, x, y), shift),
    onDouble(x, y) {
      const found = pickAt(picture, x, y);
      const own = pose.peek() ?? picture.poseOf(0);
      if (found?.kind !== 'vertex')
        return picture.goTo(picture.flat.peek() ? picture.scenes.peek()[0].stage.face : 'iso');
      const { places } = picture.scenes.peek()[0].stage;
      const target = [...places.subarray(found.id * 3, found.id * 3 + 3)] as unknown as Point;
      pose.value = { ...own, target, distance: own.distance / 2 };
    },
    animate(move) {
      let last = performance.now();
      const frame = (): void => {
        const now = performance.now();
        const goesOn = move(Math.min((now - last) / 1000, 0.1));
        last = now;
        if (goesOn) requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    },
    onKey(key) {
      if (key === 'f') picture.goTo(picture.flat.peek() ? picture.scenes.peek()[0].stage.face : 'iso');
      else if (key === 'p') playback.toggle();
      else if (key === '.' || key === ',') playback.step(key === '.' ? 1 : -1);
      else if (key >= '1' && key <= '4') picture.goTo(VIEW_KEYS[Number(key) - 1]);
      else if (key === 'Escape' && options.follow.peek() >= 0) options.follow.value = -1;
      else return false;
      return true;
    },
  });
}

function viewportAt(picture: MachinePicture, x: number, y: number): number {
  const found = picture
    .viewports()
    .findIndex((port) => x >= port.x && x < port.x + port.width && y >= port.y && y < port.y + port.height);
  return Math.max(0, found);
}

/** What lies under the pointer: a message, a vertex, a block or a cable, in this order. */
export function pickAt(picture: MachinePicture, x: number, y: number): Picked | null {
  const index = viewportAt(picture, x, y);
  const port = picture.viewports()[index];
  const scene = picture.scenes.peek()[index];
  if (!scene || picture.options.stereo.peek()) return null;
  const camera = picture.cameras[index];
  camera.place(picture.poseOf(index), picture.flat.peek(), port.width / port.height);
  const ray = camera.ray(port.width, port.height, x - port.x, y - port.y);
  return (
    pickMessage(picture, ray, index) ??
    pickVertex(picture, ray, index) ??
    pickBlock(picture, ray, index) ??
    pickLink(picture, ray, index)
  );
}

function pickMessage(picture: MachinePicture, ray: PickRay, index: number): Picked | null {
  const { messages } = picture.scenes.peek()[index];
  const { state } = picture.flights;
  const traffic = picture.traffic.peek();
  const playing = picture.playback.playing.peek();
  const shown = messageMode(picture, picture.scenes.peek()[index]) !== 'none';
  if (!state || !traffic || playing || !shown) return null;
  const found = pickMark(ray, messages.places, messages.sizes, state.count, 2.5);
  return found < 0
    ? null
    : { kind: 'message', id: traffic.messages.id[traffic.flights.row[state.flight[found]]] };
}

function pickVertex(picture: MachinePicture, ray: PickRay, index: number): Picked | null {
  const { marks } = picture.scenes.peek()[index];
  const found = pickMark(ray, marks.places, marks.sizes, marks.capacity, 2);
  return found < 0 ? null : { kind: 'vertex', id: found };
}

function pickBlock(picture: MachinePicture, ray: PickRay, index: number): Picked | null {
  const { stage } = picture.scenes.peek()[index];
  if (!stage.blocks) return null;
  const { boxes, subdivided, boxOf, columnOf, pillars, hosts } = stage.blocks;
  const pillar = pickBox(ray, picture.cameras[index].inverse(), pillars);
  if (pillar >= 0) return { kind: 'vertex', id: hosts[pillar] };
  const split = picture.options.subdivide.peek();
  const box = pickBox(ray, picture.cameras[index].inverse(), split ? subdivided : boxes);
  if (box < 0) return null;
  if (split) return { kind: 'vertex', id: columnOf.indexOf(box) };
  const switches: number[] = [];
  for (let v = 0; v < boxOf.length; v++) if (boxOf[v] === box) switches.push(v);
  return { kind: 'block', id: box, switches };
}

function pickLink(picture: MachinePicture, ray: PickRay, index: number): Picked | null {
  const scene = picture.scenes.peek()[index];
  if (!showsCables(picture, scene)) return null;
  const found = pickCable(ray, scene.stage.places, scene.cables().cables, picture.data.network.links, 3);
  return found < 0 ? null : { kind: 'link', id: found };
}

/** Click: the one source; shift-click: one more destination; again lets go. A message is followed. */
function choose(picture: MachinePicture, found: Picked | null, shift: boolean): void {
  const { workspace, options } = picture;
  if (!found) return;
  const { sources, destinations } = workspace.selection.peek();
  if (found.kind === 'message') options.follow.value = options.follow.peek() === found.id ? -1 : found.id;
  else if (found.kind === 'block')
    workspace.select(toggled(sources, destinations, found.switches, shift), 'commit');
  else if (found.kind === 'vertex')
    workspace.select(toggled(sources, destinations, [found.id], shift), 'commit');
}

export function toggled(
  sources: readonly number[],
  destinations: readonly number[],
  vertices: readonly number[],
  shift: boolean,
): { sources: number[] } | { destinations: number[] } {
  if (!shift) return { sources: sources.join() === vertices.join() ? [] : [...vertices] };
  const kept = destinations.filter((vertex) => !vertices.includes(vertex));
  return { destinations: kept.length < destinations.length ? kept : [...kept, ...vertices] };
}

function tooltipOf(picture: MachinePicture, found: Picked, x: number, y: number): TooltipContent {
  switch (found.kind) {
    case 'vertex':
      return { x, y, ...vertexText(picture, found.id) };
    case 'block':
      return { x, y, ...blockText(picture, found.switches) };
    case 'link':
      return { x, y, ...linkText(picture, found.id) };
    case 'message':
      return { x, y, ...messageText(picture, found.id) };
  }
}

function vertexText({ data, flights, workspace }: MachinePicture, vertex: number) {
  const { vertices, outOffsets } = data.network;
  const lines = [{ label: 'kind', value: kindOf(vertices, vertex) }];
  if (vertices.level[vertex] > 0) lines.push({ label: 'layer', value: String(vertices.level[vertex]) });
  if (vertices.pod[vertex] >= 0) lines.push({ label: 'pod', value: String(vertices.pod[vertex]) });
  lines.push({ label: 'links', value: String(outOffsets[vertex + 1] - outOffsets[vertex]) });
  if (flights.state) lines.push({ label: 'messages now', value: String(flights.activity[vertex]) });
  const totals = workspace.linkValues.totals.peek();
  if (totals) {
    let sum = 0;
    for (let at = outOffsets[vertex]; at < outOffsets[vertex + 1]; at++)
      sum += totals[data.network.outLinks[at]];
    lines.push({ label: 'sent out', value: formatExact(sum, workspace.linkValues.unit.peek()) });
  }
  return { title: vertexName(data.network, vertex), lines };
}

function blockText({ data, flights }: MachinePicture, switches: readonly number[]) {
  const level = data.network.vertices.level[switches[0]];
  const now = switches.reduce((sum, vertex) => sum + flights.activity[vertex], 0);
  return {
    title: `block of layer ${level}`,
    lines: [
      { label: 'switches', value: formatExact(switches.length, '') },
      ...(flights.state ? [{ label: 'messages now', value: formatExact(now, '') }] : []),
    ],
  };
}

function linkText({ data, workspace }: MachinePicture, link: number) {
  const { network } = data;
  const { src, dst, reverse } = network.links;
  const totals = workspace.linkValues.totals.peek();
  const unit = workspace.linkValues.unit.peek();
  const way = (id: number) => ({
    label: `${vertexName(network, src[id])} → ${vertexName(network, dst[id])}`,
    value: totals ? formatExact(totals[id], unit) : (textAt(network.links.direction, id) ?? ''),
  });
  return {
    title: `link ${link} ${textAt(network.links.class, link) ?? ''}`,
    lines: reverse[link] >= 0 ? [way(link), way(reverse[link])] : [way(link)],
  };
}

function messageText({ traffic }: MachinePicture, id: number) {
  const { flights, messages } = traffic.peek()!;
  const flight = flights.row.findIndex((row) => messages.id[row] === id);
  const row = flights.row[flight];
  return {
    title: `message ${id}`,
    lines: [
      { label: 'ranks', value: `${messages.src[row]} → ${messages.dst[row]}` },
      { label: 'size', value: formatQuantity(messages.bytes[row], 'B') },
      { label: 'sent', value: formatQuantity(flights.from[flight], 'ns') },
      { label: 'received', value: formatQuantity(flights.to[flight], 'ns') },
    ],
  };
}
