import { findAnalysis, readNeeds } from '@weft/analysis';
import type { Frame } from '@weft/model';
import type { Dataset } from '@weft/store';

/** The result of an analysis whose inputs a dataset gives, whatever engine it has. */
export async function runAnalysis(
  dataset: Dataset,
  name: string,
  given: object,
): Promise<Readonly<Record<string, Frame>>> {
  const analysis = findAnalysis(name);
  if (!analysis) throw new Error(`no analysis ${name}`);
  const params = analysis.params.parse(given);
  const inputs = await readNeeds(
    (known) => analysis.needs(params, known),
    (query) => dataset.read(query),
    { atOnce: dataset.engine !== undefined },
  );
  return { ...(await analysis.run(inputs, params, {})) };
}
