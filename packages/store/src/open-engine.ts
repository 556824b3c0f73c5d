import type { Manifest } from '@weft/model';
import { openDuckdb } from './duckdb/open-duckdb.ts';
import type { Engine } from './engine.ts';
import type { OpenOptions } from './store-api.ts';

/** The engine that an address names; DuckDB in this process without one. */
export async function openEngine(path: string, manifest: Manifest, options: OpenOptions): Promise<Engine> {
  if (options.engine === undefined) return openDuckdb(path, manifest, options);
  const { openTrino } = await import('./trino/open-trino.ts');
  return openTrino(options.engine, path, manifest);
}
