import { findFabricFiles, importSite, type SiteOptions } from '@weft/fabric';
import { type TableSink, WeftError } from '@weft/model';
import {
  detectReader,
  type ImportOptions,
  type ImportReport,
  importSources,
  openSources,
  readers,
} from '@weft/readers';

/** Imports traces, a fabric with what belongs to it, or both, whichever the files are. */
export async function importAny(
  paths: readonly string[],
  sink: TableSink,
  options: ImportOptions & SiteOptions & { readonly onNetwork?: boolean },
): Promise<ImportReport> {
  const sources = await openSources(paths, options.signal, options.scratch);
  try {
    const fabric = new Set(findFabricFiles(sources.files).map(({ file }) => file));
    if (fabric.size === 0) return await importSources(sources, sink, options);
    if (options.onNetwork) throw twoNetworks([...fabric][0].origin);
    const others = sources.files.filter((file) => !fabric.has(file));
    if (others.some((file) => detectReader(file, readers) !== null)) {
      const { importTogether } = await import('./import-together.ts');
      const trace = { ...sources, files: others };
      return await importTogether({ fabric: [...fabric], trace }, sink, options);
    }
    return await importSite(sources.files, sink, options);
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
