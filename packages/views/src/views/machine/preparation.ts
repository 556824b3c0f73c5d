import { computed } from '@preact/signals';
import { layerColour, packRgba, parseColour } from '@weft/draw';
import { activityTable } from './activity-light.ts';
import { applyActivity, applyColours, applyLook, type Faded, scaledColours } from './apply-look.ts';
import { createCarried } from './carried.ts';
import { COUNTER_FULL } from './counter-activity.ts';
import { placeFollowed } from './follow.ts';
import type { Legend } from './legend.ts';
import { createLooks } from './looks.ts';
import { coloursOf, type MachinePicture } from './machine-picture.ts';
import { type MachineScene, MESSAGE_SIZE } from './machine-scene.ts';
import { placeMessages, placePipes } from './place-messages.ts';
import { createQueued } from './queued.ts';
import { colourMode, messageMode, showsCables } from './what-is-shown.ts';

/** Messages at one switch that make it glow. */
const FULL = 4;

/** What a scene shows already, so that only what changed goes to the GPU. */
interface Applied {
  look?: unknown;
  colouring?: unknown;
  cables?: unknown;
}

export interface Preparation {
  /** Brings every scene to the time of the clock. */
  prepare(): void;
  /** What colours, sizes, shapes and the looks of links mean, each with its unit. */
  legends(): readonly Legend[];
}

export function createPreparation(picture: MachinePicture): Preparation {
  const { options, workspace, motion, staging } = picture;
  const carried = createCarried(picture);
  const queued = createQueued(picture);
  const looks = createLooks(picture, carried, queued);
  const light = computed(() =>
    activityTable(Math.max(1, picture.levels), coloursOf(picture), workspace.theme.value === 'dark'),
  );
  const messageColours = computed(() => coloursOfMessages(picture));
  const appliedTo = new WeakMap<MachineScene, Applied>();

  return {
    prepare() {
      motion.moment.update(motion.playback.time.value);
      motion.underWay.value = motion.moment.state?.count ?? 0;
      for (const scene of staging.scenes.value) {
        showParts(scene);
        applyVertices(scene);
        applyCables(scene);
        placeTraffic(picture, scene, messageColours.value);
        placeFollowed(picture, scene);
      }
    },
    legends() {
      const linked = staging.scenes.value.some((scene) => showsCables(picture, scene));
      return [...looks.vertexLegends(), ...(linked ? looks.cables.legends() : [])];
    },
  };

  function showParts(scene: MachineScene): void {
    scene.setParts({
      cables: showsCables(picture, scene),
      subdivided: options.subdivide.value,
      ground: options.ground.value,
      shadows: options.shadows.value && !picture.camera.flat.value,
      colours: coloursOf(picture),
    });
  }

  function applyVertices(scene: MachineScene): void {
    const applied = appliedOf(scene);
    const look = looks.vertices.value;
    const colouring = looks.colouring.value;
    const faded = { colour: packRgba(parseColour(coloursOf(picture).faded)), vertices: look.faded };
    if (applied.look !== look) applyLook(scene, look);
    if (!colouring) applyClock(scene, faded);
    else if (applied.colouring !== colouring || applied.look !== look)
      applyColours(scene, colouring.colours, faded);
    applied.look = look;
    applied.colouring = colouring;
  }

  /** Colours that change with the clock. */
  function applyClock(scene: MachineScene, faded: Faded): void {
    const { pixels } = looks.map.value;
    if (colourMode(picture) === 'queue') {
      const { values, domain } = queued.vertices.value;
      applyColours(scene, scaledColours(scene, values, domain[1], pixels), faded);
      return;
    }
    if (colourMode(picture) === 'carried') {
      applyColours(scene, carried.colours(scene, pixels), faded);
      return;
    }
    const full = picture.data.cube && !motion.traffic.value ? COUNTER_FULL : FULL;
    const levels = picture.data.network.vertices.level;
    applyActivity(scene, { activity: motion.moment.activity, levels, table: light.value, full }, faded);
  }

  function applyCables(scene: MachineScene): void {
    const applied = appliedOf(scene);
    const cables = looks.cables.looks.value;
    if (!showsCables(picture, scene) || applied.cables === cables) return;
    scene.cables().paint(cables.colours, cables.widths);
    applied.cables = cables;
  }

  function appliedOf(scene: MachineScene): Applied {
    const known = appliedTo.get(scene) ?? {};
    appliedTo.set(scene, known);
    return known;
  }
}

/** By the layer a message turns at; ink where the network has no layers. */
function coloursOfMessages(picture: MachinePicture): Uint32Array {
  return Uint32Array.from({ length: picture.levels + 1 }, (_, layer) =>
    packRgba(parseColour(layer === 0 ? coloursOf(picture).ink : layerColour(layer))),
  );
}

function placeTraffic(picture: MachinePicture, scene: MachineScene, colours: Uint32Array): void {
  const { data, options, motion } = picture;
  const traffic = motion.traffic.value;
  const { state } = motion.moment;
  const mode = messageMode(picture, scene);
  const counters = data.cube && options.source.value === 'counters';
  if (!traffic || !state || mode === 'none' || counters) {
    scene.messages.update(0, []);
    scene.pipes.update(0);
    return;
  }
  const following = options.follow.value >= 0;
  const look = { size: following ? MESSAGE_SIZE / 2 : MESSAGE_SIZE, colours, layer: traffic.layer };
  if (mode === 'pipes' && scene.stage.blocks) placePipes(scene, traffic.flights, state, look);
  else {
    placeMessages(scene, traffic.flights, state, look);
    scene.pipes.update(0);
  }
}
