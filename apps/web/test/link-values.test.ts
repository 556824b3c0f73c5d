import { computed, signal } from '@preact/signals';
import {
  accumulate,
  type Cube,
  createCube,
  emptySelection,
  NetworkBuilder,
  type Selection,
} from '@weft/model';
import type { DatasetInfo, RouteMarks } from '@weft/views';
import { describe, expect, it } from 'vitest';
import { createFakeFabric } from '../../../test/browser/fake-fabric.ts';
import { createLinkValues } from '../src/workspace/create-link-values.ts';

const fake = createFakeFabric({
  id: 'fake',
  title: 'Fake',
  leaves: 2,
  hostsPerLeaf: 2,
  spines: 2,
  steps: 10,
});
const stall = { name: 'stall', unit: 'ns', doc: '', kind: 'amount' as const };
const dataset: DatasetInfo = {
  id: 'fake',
  manifest: { ...fake.manifest, metrics: [...fake.manifest.metrics, stall] },
};

function cubeOf(links: number, amounts: readonly number[]): Cube {
  const steps = Math.floor(amounts.length / links);
  const cube = createCube(
    'x',
    links,
    Float64Array.from({ length: steps + 1 }, (_, i) => i * 60e9),
  );
  for (let i = 0; i < steps * links; i++) cube.sums[links + i] = amounts[i];
  return accumulate(cube);
}

function twoLinks() {
  const builder = new NetworkBuilder();
  const a = builder.addVertex({ kind: 'host', name: 'a' });
  const b = builder.addVertex({ kind: 'switch', name: 'b' });
  builder.addCable({ from: a, to: b, class: 'L0-L1', direction: 'up', reverseDirection: 'down' });
  return builder.build();
}

function setup(amounts: readonly number[]) {
  const selection = signal<Selection>(emptySelection);
  const cube = signal<Cube | null>(cubeOf(2, amounts));
  const network = signal(twoLinks());
  const routes = signal<RouteMarks | null>(null);
  const linkValues = createLinkValues({
    dataset,
    selection,
    cubes: computed(() => cube.value && [cube.value]),
    network,
    routes,
  });
  const select = (change: Partial<Selection>) => {
    selection.value = { ...selection.value, ...change };
  };
  return { linkValues, select, cube, routes };
}

describe('sums of the whole run', () => {
  const metric = dataset.manifest.metrics[0].name;
  const sums = { ...cubeOf(2, [9, 90]), metric };

  function early(whole: Cube | null) {
    const selection = signal<Selection>(emptySelection);
    const cubes = signal<readonly Cube[] | null>(null);
    const [network, routes] = [signal(twoLinks()), signal(null)];
    const linkValues = createLinkValues({ dataset, selection, cubes, whole: signal(whole), network, routes });
    const totals = (change: Partial<Selection>) => {
      selection.value = { ...emptySelection, ...change };
      return linkValues.totals.value && [...linkValues.totals.value];
    };
    return { cubes, totals };
  }

  it('are shown until all steps are there, where they are what is asked for', () => {
    const { cubes, totals } = early(sums);
    expect(totals({})).toEqual([9, 90]);
    expect(totals({ time: [0, 60e9] })).toBeNull();
    expect(totals({ aggregate: 'max' })).toBeNull();
    expect(totals({ metric: 'stall' })).toBeNull();
    cubes.value = [cubeOf(2, [1, 10, 2, 20, 6, 60])];
    expect(totals({ aggregate: 'max' })).toEqual([6, 60]);
    expect(early(null).totals({})).toBeNull();
  });
});

describe('fabric', () => {
  it('puts the steps of the range together as asked', () => {
    const { linkValues, select } = setup([1, 10, 2, 20, 6, 60]);
    const totals = () => Array.from(linkValues.totals.value!);
    expect(totals()).toEqual([9, 90]);
    select({ time: [60e9, 180e9] });
    expect(totals()).toEqual([8, 80]);
    select({ aggregate: 'mean' });
    expect([totals(), linkValues.unit.value]).toEqual([[4, 40], 'B/step']);
    select({ aggregate: 'max' });
    expect([totals(), linkValues.unit.value]).toEqual([[6, 60], 'B/step']);
    select({ aggregate: 'rate' });
    expect([totals(), linkValues.unit.value]).toEqual([[8 / 120, 80 / 120], 'B/s']);
  });

  it('gives times as durations and their rate as a share', () => {
    const { linkValues, select } = setup([30e9, 60e9]);
    select({ metric: 'stall', aggregate: 'mean' });
    expect([Array.from(linkValues.totals.value!), linkValues.unit.value]).toEqual([[30e9, 60e9], 'ns']);
    select({ aggregate: 'rate' });
    expect([Array.from(linkValues.totals.value!), linkValues.unit.value]).toEqual([[0.5, 1], 's/s']);
  });

  it('averages a level even when a sum is asked for', () => {
    const { linkValues, select } = setup([10, 20, 30, 40]);
    select({ metric: 'temperature' });
    expect(Array.from(linkValues.totals.value!)).toEqual([20, 30]);
    expect(linkValues.unit.value).toBe('°C');
    expect(linkValues.remainder.value).toEqual({ links: 2, ofLinks: 2, amount: 30 });
  });

  it('narrows by value, class, direction and routes; chosen links are only pinned', () => {
    const { linkValues, select, routes } = setup([1, 10]);
    const visible = () => Array.from(linkValues.visible.value!);
    select({ value: [5, 20] });
    expect(visible()).toEqual([0, 1]);
    expect(linkValues.remainder.value).toEqual({ links: 1, ofLinks: 2, amount: 10 });
    select({ outside: true });
    expect(visible()).toEqual([1, 0]);
    select({ value: null, outside: false, directions: ['down'] });
    expect(visible()).toEqual([0, 1]);
    select({ directions: [], classes: ['no such class'] });
    expect(visible()).toEqual([0, 0]);
    select({ classes: ['L0-L1'], links: [1] });
    expect(visible()).toEqual([1, 1]);
    routes.value = { links: Uint8Array.of(1, 0), vertices: Uint8Array.of(1, 1), origin: 'test' };
    expect(visible()).toEqual([1, 0]);
  });

  it('uses two buffers in turn while brushing', () => {
    const { linkValues, select } = setup([1, 10, 2, 20, 6, 60]);
    const seen = new Set<ArrayBufferLike>();
    for (let i = 0; i < 20; i++) {
      select({ time: [0, (1 + (i % 3)) * 60e9] });
      seen.add(linkValues.totals.value!.buffer);
      seen.add(linkValues.visible.value!.buffer);
    }
    expect(seen.size).toBe(4);
  });

  it('has nothing to say without a cube', () => {
    const { linkValues, cube } = setup([1, 10]);
    cube.value = null;
    expect(linkValues.totals.value).toBeNull();
    expect(linkValues.remainder.value).toEqual({ links: 2, ofLinks: 2, amount: null });
  });
});
