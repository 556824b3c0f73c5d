import { routers } from '@weft/network';
import type { Inquiry } from '../../inquiry.ts';
import type { Suspect, SuspectKind } from '../../suspect.ts';

/** Tables by another router. */
export const otherRouting: SuspectKind = {
  name: 'other-routing',
  stage: 'routing',
  find: otherRouters,
  change: ({ router = '' }) => [{ kind: 'routing', router }],
  say: ({ router }) => `with tables by ${router}`,
};

function otherRouters({ machine }: Inquiry): Suspect[] {
  const { network } = machine.fabric;
  const { routing } = machine.scenario;
  const own = typeof routing === 'string' ? routing : routing[0].router;
  return routers
    .filter((router) => router.name !== own && router.refuses(network) === null)
    .map(({ name }) => ({ kind: 'routing' as const, router: name }));
}
