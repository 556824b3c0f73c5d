import { createNetwork, MemorySink, type Network } from '@weft/model';
import { type ImportReport, openSources } from '@weft/readers';
import { importSite, type SiteOptions } from '../../src/index.ts';

export interface ImportedFabric {
  readonly report: ImportReport;
  readonly sink: MemorySink;
  readonly network: Network;
}

export async function importFabric(
  paths: readonly string[],
  options: SiteOptions = {},
): Promise<ImportedFabric> {
  const sink = new MemorySink();
  const sources = await openSources(paths);
  try {
    const report = await importSite(sources.files, sink, options);
    return { report, sink, network: networkOf(sink) };
  } finally {
    await sources.close();
  }
}

function networkOf(sink: MemorySink): Network {
  return createNetwork(sink.batches('vertices')[0].columns, sink.batches('links')[0].columns);
}

export function diagnosticsOf({ report }: ImportedFabric): Record<string, number> {
  return Object.fromEntries((report.facts.diagnostics ?? []).map(({ code, count }) => [code, count]));
}
