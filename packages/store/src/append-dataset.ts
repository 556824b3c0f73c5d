import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Batch, type Manifest, manifestSchema, type Tables } from '@weft/model';
import {
  collectParts,
  createPartWriter,
  removePartLists,
  removeUnlistedParts,
  syncFolder,
} from '@weft/parts';
import { checkDataset } from './check-dataset.ts';
import { engineError } from './engine-error.ts';
import { putManifest } from './put-manifest.ts';
import { stampOrigins } from './stamp-origins.ts';

type Part = NonNullable<Manifest['tables']['counters']>['parts'][number];
type Rows = Batch<Tables['counters']>;

/** Small parts that are joined into one. */
const SMALL_PARTS = 64;
/** Rows from which a joined part is left alone. */
const WHOLE_ROWS = 262_144;

/** Adds samples to a dataset that others may be reading. */
export interface DatasetAppender {
  readonly manifest: Manifest;
  /** Returns when the sample lasts; a crash before leaves the dataset as it was. */
  append(rows: readonly Rows[], facts: AppendFacts): Promise<void>;
}

/** What a sample may change in the manifest. */
type AppendFacts = Partial<Pick<Manifest, 'origin' | 'timeRange' | 'interval' | 'metrics' | 'diagnostics'>>;

/** Opens a dataset for samples; what a crash left half-written is removed. */
export async function appendToDataset(path: string): Promise<DatasetAppender> {
  const folder = resolve(path);
  const manifest = await checkDataset(folder);
  await removePartLists(folder);
  await removeUnlistedParts(folder, manifest.tables);
  return new CounterAppender(folder, manifest);
}

/**
 * Each sample is a part; the manifest, replaced by one rename, makes it part of the dataset. Small parts are joined, so
 * that their number stays bounded: what is joined is at hand, at most WHOLE_ROWS rows.
 */
class CounterAppender implements DatasetAppender {
  manifest: Manifest;
  private readonly folder: string;
  private next: number;
  /** Rows and parts since the last part that is whole. */
  private rows: Rows[] = [];
  private parts: Part[] = [];
  private small = 0;
  /** Replaced by a joined part; readers may still have them open. */
  private replaced: Part[] = [];

  constructor(folder: string, manifest: Manifest) {
    this.folder = folder;
    this.manifest = manifest;
    const numbers = (manifest.tables.counters?.parts ?? []).map(({ path }) =>
      Number(/live-(\d+)/.exec(path)?.[1] ?? -1),
    );
    this.next = Math.max(-1, ...numbers) + 1;
  }

  async append(rows: readonly Rows[], facts: AppendFacts): Promise<void> {
    try {
      const origin = facts.origin === undefined ? this.manifest.origin : facts.origin;
      const [part] = rows.length > 0 ? await this.writePart(rows, origin) : [];
      const known = this.manifest.tables.counters?.parts ?? [];
      await this.commit(part ? [...known, part] : known, facts);
      if (!part) return;
      this.rows.push(...rows);
      this.parts.push(part);
      if (++this.small >= SMALL_PARTS) await this.join();
    } catch (error) {
      throw engineError(error, { file: this.folder });
    }
  }

  private async join(): Promise<void> {
    const [whole] = await this.writePart(this.rows, this.manifest.origin);
    const old = new Set(this.parts.map(({ path }) => path));
    const kept = (this.manifest.tables.counters?.parts ?? []).filter(({ path }) => !old.has(path));
    await this.commit([...kept, whole], {});
    for (const { path } of this.replaced) await rm(join(this.folder, path), { force: true });
    this.replaced = this.parts;
    this.small = 0;
    const full = whole.rows >= WHOLE_ROWS;
    this.parts = full ? [] : [whole];
    this.rows = full ? [] : this.rows;
  }

  private async writePart(batches: readonly Rows[], origin: string | null): Promise<Part[]> {
    const writer = await createPartWriter(this.folder, {
      part: `live-${String(this.next++).padStart(8, '0')}`,
    });
    for (const batch of batches) await writer.write('counters', batch);
    await writer.finish();
    const { tables } = await collectParts(this.folder);
    await removePartLists(this.folder);
    await stampOrigins(this.folder, tables, origin);
    await syncFolder(join(this.folder, 'counters'));
    return tables.counters?.parts ?? [];
  }

  private async commit(parts: readonly Part[], facts: AppendFacts): Promise<void> {
    const rows = parts.reduce((sum, part) => sum + part.rows, 0);
    // Sums of the samples there were are not those of all.
    const { link_sums, step_sums, ...kept } = this.manifest.tables;
    const tables = parts.length > 0 ? { ...kept, counters: { rows, parts } } : this.manifest.tables;
    const revision = (this.manifest.revision ?? 0) + 1;
    const manifest = manifestSchema.parse({ ...this.manifest, ...facts, tables, revision });
    await putManifest(this.folder, manifest);
    this.manifest = manifest;
  }
}
