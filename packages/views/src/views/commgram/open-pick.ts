import type { Selection } from '@weft/model';
import { ribbonCommunities } from './describe-pick.ts';
import type { CommgramPick } from './pick.ts';
import { barMembers, type CommgramScene } from './scene.ts';
import type { CommgramSettings } from './settings.ts';
import { phaseSteps, printRanks, printZoom, type ZoomStep } from './zoom-path.ts';

/** What a pick selects in every view: the time of a phase, the ranks of a community or ribbon. */
export function selectionOf(
  scene: CommgramScene,
  pick: CommgramPick,
  before: Selection,
  add: boolean,
): Partial<Selection> {
  const range = timeOf(scene, pick);
  const time: [number, number] =
    add && before.time
      ? [Math.min(range[0], before.time[0]), Math.max(range[1], before.time[1])]
      : [range[0], range[1]];
  const members = ranksOf(scene, pick);
  const ranks = add ? [...new Set([...before.ranks, ...members])].sort((a, b) => a - b) : members;
  // Choosing all ranks is the same as choosing none.
  return { time, ranks: ranks.length === (scene.phases[0]?.left.length ?? 0) ? [] : ranks };
}

function timeOf({ phases, picture }: CommgramScene, pick: CommgramPick): readonly [number, number] {
  const [first, last] =
    pick.kind === 'section'
      ? [picture.facts.sections[pick.section][0], picture.facts.sections[pick.section][1] - 1]
      : pick.kind === 'jump'
        ? [pick.phase - 1, pick.phase]
        : [pick.phase, pick.phase];
  const spans = phases.slice(first, last + 1).map(({ phase }) => phase);
  const end = spans.reduce((most, phase) => Math.max(most, phase.end), Number.NEGATIVE_INFINITY);
  const start = spans.reduce((least, phase) => Math.min(least, phase.start), Number.POSITIVE_INFINITY);
  return [start, Math.max(end, start + 1)];
}

function ranksOf(scene: CommgramScene, pick: CommgramPick): number[] {
  if (pick.kind === 'bar') {
    return barMembers(scene.phases[pick.phase], pick.side, scene.picture.geometry.bars.id[pick.bar]);
  }
  if (pick.kind !== 'ribbon') return [];
  const phase = scene.phases[pick.phase];
  const { src, dst } = ribbonCommunities(scene, pick.phase, pick.ribbon);
  const both = new Set([...barMembers(phase, 'left', src), ...barMembers(phase, 'right', dst)]);
  return [...both].sort((a, b) => a - b);
}

type ZoomSettings = Pick<CommgramSettings, 'zoom' | 'subPhases' | 'unfold' | 'ends' | 'span'>;

/** Where a double-click leads; null where there is nothing finer. `phases` is the number of phases on show. */
export function zoomOf(scene: CommgramScene, pick: CommgramPick): ZoomSettings | null {
  if (pick.kind === 'section') return null;
  const { phase, name, left, right, to } = scene.phases[pick.phase];
  if (scene.steps.length > phaseSteps(scene.steps).length || name === '') return null;
  const inPhase: ZoomStep[] = [
    ...scene.steps,
    { kind: 'phase', phases: scene.phases.length, phase: pick.phase },
  ];
  const fresh = { subPhases: 0, unfold: 0, ends: '', span: '' };
  if (pick.kind === 'phase' || pick.kind === 'jump') return { ...fresh, zoom: printZoom(inPhase) };
  const communities = left.reduce((most, label) => Math.max(most, label + 1), 0);
  if (pick.kind === 'bar') {
    const community = scene.picture.geometry.bars.id[pick.bar];
    return { ...fresh, zoom: printZoom([...inPhase, { kind: 'community', communities, community }]) };
  }
  const { src, dst } = ribbonCommunities(scene, pick.phase, pick.ribbon);
  const step: ZoomStep = { kind: 'ribbon', communities, src, dst };
  const members = (labels: Int32Array, id: number) =>
    printRanks(Array.from(labels.keys()).filter((rank) => labels[rank] === id));
  return {
    ...fresh,
    zoom: printZoom([...inPhase, step]),
    ends: `${members(left, src)}_${members(right, dst)}`,
    span: `${phase.from}_${to}`,
  };
}
