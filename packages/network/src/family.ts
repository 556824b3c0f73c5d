import { type Network, WeftError } from '@weft/model';
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
  | {
      readonly ok: true;
      readonly params: P;
      readonly network: Network;
      /** Parts the intact network of these parameters has and this one lacks; left out = none. */
      readonly missing?: MissingParts;
    }
  | { readonly ok: false; readonly reason: string };

export interface MissingParts {
  readonly hosts: number;
  readonly switches: number;
  readonly cables: number;
}

export function refuse(reason: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason };
}

/** Checks raw parameters against the family's schema; the error names the path and the rule broken. */
export function parseParams<P>(family: Family<P>, raw: unknown): P {
  const parsed = family.params.safeParse(raw);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => {
    const path = issue.path.join('.');
    return path ? `${path}: ${issue.message}` : issue.message;
  });
  throw new WeftError({
    code: 'BAD-PARAMS',
    message: `${family.name}: ${faults.join('; ')}`,
    record: parsed.error.issues[0]?.path.join('.'),
  });
}
