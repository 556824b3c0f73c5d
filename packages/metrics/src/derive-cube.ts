import { accumulate, type Cube, createCube, WeftError, type WorkContext } from '@weft/model';
import { evaluateLinks, type MetricPlan } from './metric-plan.ts';

/** Steps evaluated before the page may draw again. */
const CHUNK = 48;

/** The expression in every step of every link, as a level over time. */
export async function deriveCube(
  plan: MetricPlan,
  cubes: readonly Cube[],
  context: WorkContext,
): Promise<Cube> {
  const [{ links, steps, times }] = cubes;
  if (cubes.some((cube) => cube.steps !== steps || cube.links !== links)) {
    throw new WeftError({
      code: 'STEPS-DIFFER',
      message: 'the metrics of this expression were not sampled at the same times',
    });
  }
  const derived = createCube(plan.info.name, links, times);
  const amounts = cubes.map(() => new Float64Array(links));
  for (let step = 0; step < steps; step++) {
    cubes.forEach((cube, part) => {
      readStep(cube, step, amounts[part]);
    });
    evaluateLinks(plan, amounts, derived.sums.subarray((step + 1) * links, (step + 2) * links));
    if (step % CHUNK === CHUNK - 1) {
      context.onProgress?.({ label: `Computing ${plan.info.name}`, done: step, total: steps, unit: 'steps' });
      await new Promise((resolve) => setTimeout(resolve));
      context.signal?.throwIfAborted();
    }
  }
  return accumulate(derived);
}

function readStep({ links, sums }: Cube, step: number, amounts: Float64Array): void {
  const low = step * links;
  for (let link = 0; link < links; link++) amounts[link] = sums[low + links + link] - sums[low + link];
}
