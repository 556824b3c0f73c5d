import type { Network } from '@weft/model';
import type { Cable } from '../../change.ts';
import type { Suspect, SuspectKind } from '../../suspect.ts';

/** Cables that the intact network has, by the switch that lacks most of them. */
export const missingCable: SuspectKind = {
  name: 'missing-cable',
  stage: 'fault',
  find: ({ machine }) => bySwitch(machine.described.missing, machine.described.intact),
  change: ({ cables = [] }) => [{ kind: 'restore', cables }],
  say: ({ cables = [], switch: vertex }) =>
    `with ${cables.length} missing ${cables.length === 1 ? 'cable' : 'cables'} of switch ${vertex} restored`,
};

/** Each cable belongs to one of its ends: the switch that lacks more, the lower one where both lack as many. */
function bySwitch(missing: readonly Cable[], { vertices }: Network): Suspect[] {
  const left = [...missing];
  const suspects: Suspect[] = [];
  while (left.length > 0) {
    const counts = new Map<number, number>();
    for (const { from, to } of left) {
      for (const end of [from, to]) counts.set(end, (counts.get(end) ?? 0) + 1);
    }
    const [vertex] = [...counts].sort(
      ([a, countA], [b, countB]) => countB - countA || vertices.level[a] - vertices.level[b] || a - b,
    )[0];
    const cables = left.filter(({ from, to }) => from === vertex || to === vertex);
    suspects.push({ kind: 'missing', switch: vertex, cables });
    for (const cable of cables) left.splice(left.indexOf(cable), 1);
  }
  return suspects;
}
