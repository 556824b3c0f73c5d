import { join } from 'node:path';
import type { Manifest } from '@weft/model';
import { stampOrigin } from '@weft/parts';
import { mapLimited } from './map-limited.ts';

const FILES_AT_ONCE = 16;

/** Puts the origin of times into the files of tables, where there is one. */
export async function stampOrigins(
  folder: string,
  tables: Manifest['tables'],
  origin: string | null,
): Promise<void> {
  if (origin === null) return;
  const parts = Object.values(tables).flatMap((table) => table?.parts ?? []);
  await mapLimited(parts, FILES_AT_ONCE, ({ path }) => stampOrigin(join(folder, path), origin));
}
