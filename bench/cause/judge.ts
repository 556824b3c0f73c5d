import type { Answer } from '@weft/cause';
import type { PlantedCase } from './plant-case.ts';

export interface Judgement {
  readonly right: boolean;
  /** The verdict names a job, link or host that is harmless. */
  readonly decoy: boolean;
  readonly said: string;
}

const MOST_LINKS = 4;

/** Does a verdict name the planted culprit by kind and name? */
export function judge({ truth, scenario, faults }: PlantedCase, { verdict }: Answer): Judgement {
  const { kind, job, links = [], host } = verdict;
  const said = `${kind} ${job ?? host ?? links.map(({ from, to }) => `${from}-${to}`).join(' ')} ${verdict.switch ?? ''} ${verdict.confidence}`;
  const decoyJob = job !== undefined && job !== truth.job;
  const decoyLink =
    kind === 'link' &&
    truth.kind !== 'link' &&
    faults.links.some(({ from, to }) => links.some((link) => link.from === from && link.to === to));
  const decoyHost = kind === 'host' && truth.kind !== 'host';
  const decoy = decoyJob || decoyLink || decoyHost;
  if (kind !== truth.kind) return { right: false, decoy, said };
  const right =
    kind === 'job'
      ? job === truth.job
      : kind === 'link'
        ? links.length <= MOST_LINKS &&
          links.some(({ from, to }) => from === truth.link?.from && to === truth.link?.to)
        : kind === 'missing'
          ? links.some(({ from, to }) => from === truth.switch || to === truth.switch)
          : kind === 'host'
            ? host === truth.host
            : kind === 'routing' && truth.switch !== undefined
              ? verdict.switch === truth.switch
              : scenario.jobs.length > 0;
  return { right, decoy, said };
}
