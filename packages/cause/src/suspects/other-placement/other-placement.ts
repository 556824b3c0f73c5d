import { placements } from '@weft/network';
import type { Inquiry } from '../../inquiry.ts';
import type { Suspect, SuspectKind } from '../../suspect.ts';

/** The job on other hosts, or with its ranks in the order of its hosts. */
export const otherPlacement: SuspectKind = {
  name: 'other-placement',
  stage: 'placement',
  find: otherPlacements,
  change: ({ placement = 'contiguous' }, { name }) => [{ kind: 'placement', job: name, placement }],
  say: ({ placement }, { name }) =>
    typeof placement === 'string'
      ? `with ${name} placed ${placement}, alone`
      : `with the ranks of ${name} in the order of its hosts, alone`,
};

function otherPlacements({ machine, job }: Inquiry): Suspect[] {
  const { placement: own, ranksPerHost } = machine.scenario.jobs[job];
  const { hosts } = machine.jobs[job];
  const nodes = Array.from(hosts).filter((_, rank) => rank % ranksPerHost === 0);
  const inOrder = nodes.toSorted((a, b) => a - b);
  const named = placements
    .filter(({ name }) => name !== own)
    .map(({ name }): Suspect => ({ kind: 'placement', placement: name }));
  const ordered = inOrder.every((host, node) => host === nodes[node]);
  return ordered ? named : [{ kind: 'placement', placement: { hosts: inOrder } }, ...named];
}
