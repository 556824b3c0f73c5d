import { describe, expect, it } from 'vitest';
import { callColours, callPatterns, parseColour, toOklab } from '../src/index.ts';

const CALLS = [
  'Wait',
  'Waitall',
  'Isend',
  'Send',
  'Irecv',
  'Recv',
  'Allreduce',
  'Barrier',
  'Bcast',
  'Reduce',
].map((name) => `MPI_${name}`);

/** What a reader without green cones sees of a colour (Viénot, Brettel and Mollon 1999, on linear light). */
function asDeuteranope(colour: string): [number, number, number] {
  const [r, g, b] = parseColour(colour).map((value) => (value / 255) ** 2.2);
  const mixed = 0.29275 * r + 0.70725 * g;
  const blue = -0.02234 * r + 0.02234 * g + b;
  return [mixed, mixed, blue].map((value) =>
    Math.round(255 * Math.min(1, Math.max(0, value)) ** (1 / 2.2)),
  ) as [number, number, number];
}

describe('patterns of calls', () => {
  it('tell calls apart that look alike to a reader without green cones', () => {
    const [colours, patterns] = [callColours(CALLS), callPatterns(CALLS)];
    const alike: string[] = [];
    for (const one of CALLS) {
      for (const two of CALLS) {
        if (one >= two || JSON.stringify(patterns.get(one)) !== JSON.stringify(patterns.get(two))) continue;
        const [a, b] = [one, two].map((name) => toOklab(asDeuteranope(colours.get(name)!)));
        if (Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) < 0.1) alike.push(`${one} ${two}`);
      }
    }
    expect(alike).toEqual([]);
  });

  it('put the line of sends above, of receives below, of waits in the middle', () => {
    const lines = ['MPI_Send', 'MPI_Recv', 'MPI_Wait', 'MPI_Allreduce', 'MPI_Init'].map(
      (name) => callPatterns(CALLS.concat('MPI_Init')).get(name)?.lines,
    );
    expect(lines).toEqual([[0.25], [0.75], [0.5], [0.25, 0.75], []]);
  });
});
