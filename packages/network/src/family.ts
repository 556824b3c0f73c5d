import type { Network } from '@weft/model';
import type { z } from 'zod';

/** A kind of network: built from parameters, recognised from a bare graph. */
export interface Family<P = unknown> {
  readonly name: string;
  readonly title: string;
  readonly params: z.ZodType<P>;
  build(params: P): Network;
  /**
   * Given only hosts, switches and cables: the parameters and the same network with level, pod, bundle,
   * coord, class and direction filled in, or why it is not of this family.
   */
  recognise(network: Network): Recognition<P>;
}

export type Recognition<P> =
  | { readonly ok: true; readonly params: P; readonly network: Network }
  | { readonly ok: false; readonly reason: string };
