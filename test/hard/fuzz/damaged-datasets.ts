import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Manifest, parseManifest, type Random, type TableName } from '@weft/model';
import { mutateBytes } from '../../../packages/readers/test/mutate-bytes.ts';
import { checkParts } from '../../../packages/store/src/check-dataset.ts';
import { checkIds } from '../../../packages/store/src/check-ids.ts';
import { checkParquet, checkPath } from '../../../packages/store/src/check-part.ts';
import type { Engine } from '../../../packages/store/src/engine.ts';
import { type Json, mutateJson } from './mutate-json.ts';

const FOLDER = 'ring.weft';
/** More than the footer of a small file has. */
const FOOTER_BYTES = 2000;
const IDS = [-(2 ** 31), -1, 0, 3, 4, 7, 8, 2 ** 24 - 1, 2 ** 24, 2 ** 31 - 1];

/**
 * What opening a dataset checks, without a disk and an engine: a damaged manifest, footers of which some are damaged,
 * and the largest ids that columns could have. What passes has whole numbers of rows and no id that leads out of them.
 */
export function damagedDatasets(dataset: string, manifest: Json): (random: Random) => Promise<void> {
  const files = new Map(
    Object.values(parseManifest(JSON.stringify(manifest), FOLDER).tables)
      .flatMap((table) => table?.parts ?? [])
      .map(({ path }) => [path, readFileSync(join(dataset, path))]),
  );
  const [anyFile] = files.values();
  return async (random) => {
    const text = JSON.stringify(random.below(2) === 0 ? manifest : mutateJson(manifest, random)) ?? '';
    const checked = await checkParts(parseManifest(text, FOLDER), FOLDER, async (part) => {
      const file = files.get(checkPath(part.path, FOLDER)) ?? anyFile;
      const bytes = random.below(6) > 0 ? file : damagedEnd(file, random);
      const size = random.below(32) === 0 ? part.bytes : bytes.length;
      return checkParquet(
        async (at, length) => bytes.subarray(at, at + length),
        bytes.length,
        size,
        part.path,
      );
    });
    for (const [name, table] of Object.entries(checked.tables)) {
      const rows = table?.rows ?? 0;
      if (!Number.isInteger(rows) || rows < 0) throw new Error(`${rows} rows of ${name}`);
      await checkAnyIds(checked, name as TableName, IDS[random.below(IDS.length)]);
    }
  };
}

function damagedEnd(file: Buffer, random: Random): Buffer {
  const from = Math.max(0, file.length - FOOTER_BYTES);
  return Buffer.concat([file.subarray(0, from), mutateBytes(file.subarray(from), random)]);
}

async function checkAnyIds(manifest: Manifest, table: TableName, id: number): Promise<void> {
  const engine: Engine = {
    async *frames(query) {
      const most = 'most' in query ? (query.most ?? []) : [];
      yield { rows: 1, columns: Object.fromEntries(most.map((name) => [`most_${name}`, Int32Array.of(id)])) };
    },
    isRemote: false,
    sql: () => Promise.reject(new Error('not asked')),
    close: async () => {},
  };
  await checkIds(engine, manifest, table, FOLDER);
  const { links, counters } = manifest.tables;
  const isOutside = table === 'counters' && counters?.rows && links?.rows && id >= links.rows;
  if (isOutside) throw new Error(`link ${id} of ${links.rows}`);
}
