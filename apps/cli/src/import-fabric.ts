import { importSite, type SiteOptions } from '@weft/fabric';
import type { TableSink } from '@weft/model';
import { countRoutes, FabricSink } from '@weft/placing';
import type { ImportReport, SourceFile } from '@weft/readers';

/** Imports a fabric; where its links were not measured, with the number of routes that use each. */
export async function importFabric(
  files: readonly SourceFile[],
  sink: TableSink,
  options: SiteOptions,
): Promise<ImportReport> {
  const site = new FabricSink(sink);
  const report = await importSite(files, site, options);
  const counted = await countRoutes(site, sink);
  if (!counted) return report;
  const { metrics = [], diagnostics = [] } = report.facts;
  return {
    ...report,
    facts: {
      ...report.facts,
      metrics: [...metrics, ...counted.metrics],
      diagnostics: [...diagnostics, ...counted.diagnostics],
    },
  };
}
