import { findings, findingsParamsOf, type ListedFinding, listFindings, openQueries } from '@weft/analysis';
import type { Dataset } from '@weft/store';

/** What stands out in a dataset, most important first. */
export async function findInDataset(dataset: Dataset): Promise<ListedFinding[]> {
  const params = findingsParamsOf(dataset.manifest);
  const open = openQueries(findings.needs(params), (query) => dataset.stream(query));
  return listFindings(await findings.runStreamed(open, params, {}));
}
