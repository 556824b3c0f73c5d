import type { SuspectKind } from '../../suspect.ts';

/** A link that is slower than it is described; links that no message tells apart are one suspect. */
export const slowLink: SuspectKind = {
  name: 'slow-link',
  stage: 'fault',
  find: ({ slowLinks }) => slowLinks.map(({ links }) => ({ kind: 'link' as const, links })),
  change: ({ links = [] }) => [{ kind: 'repair', links }],
  say: ({ links = [] }) => `with ${links.length === 1 ? 'link' : 'links'} ${links.join(', ')} at full speed`,
};
