import { createNetwork, type Network, type TableColumns } from '@weft/model';
import { type ImportReport, openSources } from '@weft/readers';
import { MemorySink } from '../../../readers/test/memory-sink.ts';
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

function networkOf({ batches }: MemorySink): Network {
  const [vertices] = batches.get('vertices')!;
  const [links] = batches.get('links')!;
  return createNetwork(
    vertices.columns as unknown as TableColumns<'vertices'>,
    links.columns as unknown as TableColumns<'links'>,
  );
}

export function diagnosticsOf({ report }: ImportedFabric): Record<string, number> {
  return Object.fromEntries((report.facts.diagnostics ?? []).map(({ code, count }) => [code, count]));
}
