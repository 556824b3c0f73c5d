import { accumulate, type Cube, type Manifest, trafficMetric, utilisationMetric } from '@weft/model';
import { buildCube } from './build-cube.ts';
import type { Engine } from './engine.ts';
import { readSums } from './read-whole.ts';
import type { CubeOptions } from './store-api.ts';

/** Percent of each link's capacity in each step, from its bytes. */
export async function buildUtilisation(
  engine: Engine,
  manifest: Manifest,
  options: CubeOptions,
): Promise<Cube> {
  const { name } = utilisationMetric;
  const cube = await buildCube(engine, manifest, trafficMetric(manifest.metrics)?.name ?? name, options);
  return { ...shareOfCapacity(cube, await readCapacities(engine, cube.links)), metric: name };
}

async function readCapacities(engine: Engine, links: number): Promise<Float64Array> {
  const { columns } = await readSums(engine, { table: 'links', by: ['id'], sums: ['capacity'] });
  const capacities = new Float64Array(links);
  columns.id.forEach((id, row) => {
    capacities[id] = columns.capacity[row];
  });
  return capacities;
}

/** In place: the last step first, since the sums of a step need those before it. */
function shareOfCapacity(cube: Cube, capacities: Float64Array): Cube {
  const { links, steps, sums, times } = cube;
  for (let step = steps - 1; step >= 0; step--) {
    const seconds = (times[step + 1] - times[step]) / 1e9;
    for (let link = 0; link < links; link++) {
      const at = (step + 1) * links + link;
      const bytes = sums[at] - sums[at - links];
      sums[at] = capacities[link] > 0 ? (100 * bytes) / (capacities[link] * seconds) : 0;
    }
  }
  sums.fill(0, 0, links);
  return accumulate(cube);
}
