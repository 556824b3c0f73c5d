import type { SuspectKind } from './suspect.ts';
import { missingCable } from './suspects/missing-cable/missing-cable.ts';
import { otherJob } from './suspects/other-job/other-job.ts';
import { otherPlacement } from './suspects/other-placement/other-placement.ts';
import { otherRouting } from './suspects/other-routing/other-routing.ts';
import { slowHost } from './suspects/slow-host/slow-host.ts';
import { slowLink } from './suspects/slow-link/slow-link.ts';
import { stuckSwitch } from './suspects/stuck-switch/stuck-switch.ts';

/** Every kind of suspect, in the order in which they are tested: one folder and one line each. */
export const suspectKinds: readonly SuspectKind[] = [
  slowLink,
  missingCable,
  stuckSwitch,
  slowHost,
  otherJob,
  otherRouting,
  otherPlacement,
];
