import { formatExact, formatQuantity } from '@weft/model';
import type { Advice } from './advise-job.ts';

/** The saving first, then what it costs the others. */
export function sayAdvice(advice: Advice): string[] {
  const { job, verdict, before, after, saving, noise, change, hosts, others, tests } = advice;
  const tried = `${formatExact(tests.length, 'count')} ${tests.length === 1 ? 'placement' : 'placements'} tried with all other jobs running`;
  const noisy = `chance changes ${percent(noise)}`;
  if (verdict === 'leave') {
    return [
      `Leave it: nothing tried makes ${job} 3 % faster, or faster than chance does (${tried}; ${noisy}).`,
      ...(tests.length > 0
        ? [
            `The best of them, ${change}, takes ${formatQuantity(after, 'ns')} instead of ${formatQuantity(before, 'ns')} (${signed(-saving)}).`,
          ]
        : []),
      'Orders of ranks that no placement has are searched with --thorough.',
    ];
  }
  return [
    `${job} saves ${percent(saving)}: ${formatQuantity(after, 'ns')} instead of ${formatQuantity(before, 'ns')} with ${change}, on ${formatExact(hosts.length, 'count')} hosts (${tried}; ${noisy}).`,
    ...others.map(
      ({ job: other, before: was, after: is }) =>
        `${other} takes ${formatQuantity(is, 'ns')} instead of ${formatQuantity(was, 'ns')} (${signed((is - was) / Math.max(1, was))}).`,
    ),
  ];
}

function percent(part: number): string {
  return `${(100 * part).toFixed(1)} %`;
}

function signed(part: number): string {
  return `${part < 0 ? '−' : '+'}${percent(Math.abs(part))}`;
}
