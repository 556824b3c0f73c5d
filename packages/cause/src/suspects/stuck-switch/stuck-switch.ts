import type { Scenario } from '@weft/simulate';
import { switchesOffRoute } from '../../machine/change-fabric.ts';
import type { SuspectKind } from '../../suspect.ts';

/** A switch whose tables are not those that the router of the machine makes. */
export const stuckSwitch: SuspectKind = {
  name: 'stuck-switch',
  stage: 'fault',
  find: ({ machine }) =>
    switchesOffRoute(machine).map((vertex) => ({
      kind: 'routing' as const,
      switch: vertex,
      router: ownRouter(machine.scenario),
    })),
  change: ({ switch: vertex, router = '' }) => [{ kind: 'routing', router, switch: vertex }],
  say: ({ switch: vertex, router }) => `with the tables of switch ${vertex} made anew by ${router}`,
};

function ownRouter({ routing }: Scenario): string {
  return typeof routing === 'string' ? routing : routing[0].router;
}
