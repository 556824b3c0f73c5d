import { batch, type Signal } from '@preact/signals';
import { clickEnds, type HeldKeys, isAdding, noEnds } from '../../kit/click-selection.ts';
import type { TooltipContent } from '../../kit/tooltip.tsx';
import { viewpointNames } from './camera-pose.ts';
import { describePicked } from './describe-picked.ts';
import type { MachinePicture } from './machine-picture.ts';
import { attachNavigation } from './navigation.ts';
import { centreOf } from './pick.ts';
import { type Picked, pickAt, viewportAt } from './pick-at.ts';
import { nextNode, placeOfNode } from './walk-nodes.ts';

export function attachMachine(
  element: HTMLCanvasElement,
  picture: MachinePicture,
  tooltip: Signal<TooltipContent | null>,
): () => void {
  const { workspace, options, camera, motion, staging } = picture;
  const { pose } = camera;
  const clear = (): void => {
    tooltip.value = null;
    if (workspace.hovered.peek()) workspace.hovered.value = null;
  };
  const walk = (key: string): boolean => {
    const vertex = nextNode(key, hoveredNode(picture)?.id ?? -1, picture.data.network.vertexCount);
    if (vertex === null) return false;
    batch(() => {
      tooltip.value = describePicked(
        picture,
        { kind: 'vertex', id: vertex },
        ...placeOfNode(picture, vertex),
      );
      workspace.hovered.value = { kind: 'vertex', id: vertex };
    });
    return true;
  };
  return attachNavigation(element, {
    pose: () => pose.peek() ?? camera.poseOf(0),
    onPose(next, how) {
      if (options.follow.peek() >= 0) options.chase.value = false;
      camera.moving.value = how === 'live';
      pose.value = next;
    },
    flat: () => camera.flat.peek(),
    viewport(x, y) {
      const index = viewportAt(picture, x, y);
      const { x: left, y: top, width, height } = camera.viewports()[index];
      return { height, dx: x - left - width / 2, dy: y - top - height / 2 };
    },
    onHover(x, y) {
      const found = pickAt(picture, x, y);
      element.style.cursor = found ? 'pointer' : '';
      batch(() => {
        tooltip.value = found && describePicked(picture, found, x, y);
        const item = found && found.kind !== 'block' ? { kind: found.kind, id: found.id } : null;
        if (item?.id !== workspace.hovered.peek()?.id || item?.kind !== workspace.hovered.peek()?.kind)
          workspace.hovered.value = item;
      });
    },
    onLeave: clear,
    onClick(x, y, keys) {
      const found = pickAt(picture, x, y);
      if (found) choose(picture, found, keys);
      else if (!isAdding(keys)) workspace.select(noEnds, 'commit');
    },
    onDouble(x, y) {
      const found = pickAt(picture, x, y);
      const own = pose.peek() ?? camera.poseOf(0);
      if (found?.kind !== 'vertex') return camera.goTo();
      const target = centreOf(staging.scenes.peek()[0].stage, found.id);
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
    onKey(key, shift) {
      if (walk(key)) return true;
      if (key === 'Enter')
        choose(picture, hoveredNode(picture), { shiftKey: shift, ctrlKey: false, metaKey: false });
      else if (key === 'f') camera.goTo();
      else if (key === 'p') motion.playback.toggle();
      else if (key === '.' || key === ',') motion.playback.step(key === '.' ? 1 : -1);
      else if (key >= '1' && key <= '4') camera.goTo(viewpointNames[Number(key) - 1]);
      else if (key === 'Escape' && options.follow.peek() >= 0) options.follow.value = -1;
      else return false;
      return true;
    },
  });
}

function hoveredNode({ workspace }: MachinePicture): Picked | null {
  const hovered = workspace.hovered.peek();
  return hovered?.kind === 'vertex' ? { kind: 'vertex', id: hovered.id } : null;
}

/** A click makes a vertex the only source, shift one more destination, ctrl one more source or link. A message is followed. */
function choose(picture: MachinePicture, found: Picked | null, keys: HeldKeys): void {
  const { workspace, options } = picture;
  if (!found) return;
  const before = workspace.selection.peek();
  if (found.kind === 'message') options.follow.value = options.follow.peek() === found.id ? -1 : found.id;
  else if (found.kind === 'link')
    workspace.select(clickEnds(before, 'links', [found.id], isAdding(keys)), 'commit');
  else {
    const vertices = found.kind === 'block' ? found.switches : [found.id];
    const key = keys.shiftKey ? 'destinations' : 'sources';
    workspace.select(clickEnds(before, key, vertices, isAdding(keys)), 'commit');
  }
}
