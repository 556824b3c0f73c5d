import type { MachinePicture } from './machine-picture.ts';
import type { MachineScene } from './machine-scene.ts';
import type { Stage } from './stage.ts';

/** More messages at once than this would hide the blocks below their pipes. */
const MOST_PIPES = 600;
/** More links than this are shown only where the reader asks for them. */
const MOST_CABLES = 100_000;
/** More hosts than this would hide the switches of a compact layout. */
const FEW_HOSTS = 300;

/** What drives the colours of vertices: 'activity', 'carried', 'queue', 'total', 'layer', or the key of a column. */
export function colourMode(picture: MachinePicture): string {
  const wanted = picture.options.colour.value;
  if (wanted !== 'auto' && !(wanted === 'queue' && !picture.data.hops)) return wanted;
  if (picture.data.messages || picture.data.cube) return 'activity';
  return picture.levels > 0 ? 'layer' : 'kind';
}

export function showsCables({ options, data }: MachinePicture, { stage }: MachineScene): boolean {
  if (options.links.value !== 'auto') return options.links.value === 'on';
  return stage.direct && data.network.linkCount <= MOST_CABLES;
}

/**
 * Pipes on blocks, marks elsewhere; thousands of pipes hide the blocks below them and are left out (LANL-21). While one
 * message is followed, the others are seen in the light of the switches only (LANL-41).
 */
export function messageMode(
  { options, motion }: MachinePicture,
  { stage, messages }: MachineScene,
): 'marks' | 'pipes' | 'none' {
  const asked = options.messages.value;
  if (!motion.traffic.value) return 'none';
  if (asked !== 'auto') return asked;
  if (options.follow.value >= 0) return 'none';
  if (stage.blocks) return messages.capacity <= MOST_PIPES ? 'pipes' : 'none';
  return 'marks';
}

/** Blocks stand for their switches; compact layouts leave hosts out where they would hide their switch. */
export function hiddenVertices({
  options,
  data,
}: MachinePicture): (stage: Stage) => (vertex: number) => boolean {
  const { kind } = data.network.vertices;
  const isSwitch = kind.dictionary.indexOf('switch');
  const asked = options.hosts.value;
  const few = data.network.hosts.length <= FEW_HOSTS;
  return ({ direct, blocks }) => {
    const hosts = asked === 'auto' ? direct || few : asked === 'on';
    return (vertex) => blocks !== null || (kind.codes[vertex] !== isSwitch && !hosts);
  };
}
