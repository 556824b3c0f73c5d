import type { SiteOptions } from '@weft/fabric';
import { type TableSink, WeftError } from '@weft/model';
import {
  detectReader,
  type ImportOptions,
  type ImportReport,
  importSources,
  openSources,
  readers,
} from '@weft/readers';

/** Imports traces, a fabric with what belongs to it, or both, whichever the files are; only fabrics load code for them. */
export async function importAny(
  paths: readonly string[],
  sink: TableSink,
  options: ImportOptions & SiteOptions & { readonly onNetwork?: boolean },
): Promise<ImportReport> {
  const sources = await openSources(paths, options.signal, options.scratch);
  try {
    const traces = sources.files.filter((file) => detectReader(file, readers) !== null);
    if (traces.length === sources.files.length) return await importSources(sources, sink, options);
    const { findFabricFiles } = await import('@weft/fabric');
    const unknown = sources.files.filter((file) => !traces.includes(file));
    const fabric = findFabricFiles(unknown).map(({ file }) => file);
    if (fabric.length === 0) return await importSources(sources, sink, options);
    if (options.onNetwork) throw twoNetworks(fabric[0].origin);
    if (traces.length > 0) {
      const { importTogether } = await import('./import-together.ts');
      const trace = { ...sources, files: sources.files.filter((file) => !fabric.includes(file)) };
      return await importTogether({ fabric, trace }, sink, options);
    }
    const { importFabric } = await import('./import-fabric.ts');
    return await importFabric(sources.files, sink, options);
  } finally {
    await sources.close();
  }
}

function twoNetworks(file: string): WeftError {
  return new WeftError({
    code: 'TWO-NETWORKS',
    message: 'a network is named by --network, and this file describes another',
    file,
    advice: 'Leave out one of them: a trace beside a fabric is put on it by the names of its hosts.',
  });
}
