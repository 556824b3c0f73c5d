import { signal } from '@preact/signals';
import { emptySelection, utilisationMetric } from '@weft/model';
import { expect, it } from 'vitest';
import { scaleEnd } from '../../src/kit/shared-extent.ts';
import type { Workspace } from '../../src/workspace.ts';

function workspaceOf(metric: string, heldEnd: number | null = null): Workspace {
  return {
    selection: signal(emptySelection),
    hovered: signal(null),
    found: signal(null),
    theme: signal('light'),
    colourMap: signal('cividis'),
    linkValues: {
      metric: signal({ ...utilisationMetric, name: metric }),
      totals: signal(null),
      visible: signal(null),
      routes: signal(null),
      heldEnd: signal(heldEnd),
      unit: signal('%'),
    },
    select: () => {},
  };
}

it('ends scales of shares at 100 %, or at the least round share above all that is shown', () => {
  const ends = [0.000944, 0.001, 0.27, 0.4, 0.592, 1, 1.88, 2.25, 25, 50.1, 99.9].map((largest) =>
    scaleEnd(workspaceOf('utilisation'), [Float64Array.of(0, largest)]),
  );
  expect(ends).toEqual([0.001, 0.001, 0.3, 0.4, 0.6, 1, 2, 3, 30, 60, 100]);
});

it('is the same for both sides of a comparison', () => {
  const sides = [Float64Array.of(0.9), Float64Array.of(1.4)];
  expect(scaleEnd(workspaceOf('utilisation'), sides)).toBe(1.5);
});

it('leaves more than a link can carry, other metrics, and held scales as they are', () => {
  expect(scaleEnd(workspaceOf('utilisation'), [Float64Array.of(130)])).toBeNull();
  expect(scaleEnd(workspaceOf('data_sent'), [Float64Array.of(130)])).toBeNull();
  expect(scaleEnd(workspaceOf('data_sent', 500), [Float64Array.of(130)])).toBe(500);
  expect(scaleEnd(workspaceOf('utilisation', 7), [Float64Array.of(3)])).toBe(8);
});
