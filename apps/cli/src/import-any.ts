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

/** Imports traces, or a fabric with what belongs to it, whichever the files are. */
export async function importAny(
  paths: readonly string[],
  sink: TableSink,
  options: ImportOptions & SiteOptions,
): Promise<ImportReport> {
  const sources = await openSources(paths, options.signal, options.scratch);
  try {
    const fabric = new Set(findFabricFiles(sources.files).map(({ file }) => file));
    if (fabric.size === 0) return await importSources(sources, sink, options);
    const trace = sources.files.find((file) => !fabric.has(file) && detectReader(file, readers) !== null);
    if (trace) throw mixed([...fabric][0].origin, trace.origin);
    return await importSite(sources.files, sink, options);
  } finally {
    await sources.close();
  }
}

function mixed(fabric: string, trace: string): WeftError {
  return new WeftError({
    code: 'MIXED-INPUT',
    message: `${fabric} describes a fabric, ${trace} is a trace`,
    file: trace,
    advice: 'Import them one by one; --network puts a trace on a network.',
  });
}
