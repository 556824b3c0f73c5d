import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodeSelection, encodeSelection, parseManifest, type Random, WeftError } from '@weft/model';
import { frameFromArrow, frameToArrow, readAnswer, writeAnswer } from '@weft/protocol';
import { parseScenarioText } from '@weft/simulate';
import { openDataset } from '@weft/store';
import { mutateBytes } from '../../../packages/readers/test/mutate-bytes.ts';
import { parquetRows } from '../../../packages/store/src/parquet-rows.ts';
import { damagedDatasets } from './damaged-datasets.ts';
import { type Json, mutateJson } from './mutate-json.ts';

/** Something that takes bytes or text of strangers. */
export interface FuzzTarget {
  readonly name: string;
  /** How many times slower than the others it is. */
  readonly cost: number;
  /** One damaged input; what it throws must be an error with a code. */
  run(random: Random): Promise<void>;
}

const studies = fileURLToPath(new URL('../../../studies', import.meta.url));
const corpus = fileURLToPath(new URL('./corpus', import.meta.url));
const ADDRESSES = readFileSync(join(corpus, 'addresses.txt'), 'utf8').trim().split('\n');
/** More than the footer of a small file has. */
const FOOTER_BYTES = 2000;
const PART = 'counters/part-000000.parquet';

/** Targets over a dataset, which `scratch` gets damaged copies of. */
export async function fuzzTargets(dataset: string, scratch: string): Promise<FuzzTarget[]> {
  const manifest: Json = JSON.parse(readFileSync(join(dataset, 'manifest.json'), 'utf8'));
  const scenarios = readdirSync(studies).filter((name) => name.endsWith('.json'));
  const texts = scenarios.map((name) => readFileSync(join(studies, name), 'utf8'));
  const frame = { rows: 3, columns: { id: Int32Array.of(1, 2, 3), x: Float64Array.of(0.5, -1, 2 ** 53) } };
  const arrow = frameToArrow({
    ...frame,
    columns: {
      ...frame.columns,
      call: { codes: Int32Array.of(0, -1, 1), dictionary: ['a', 'é'] },
      path: { offsets: Int32Array.of(0, 2, 2, 3), values: Int32Array.of(4, 5, 6) },
    },
  });
  const part = readFileSync(join(dataset, PART));
  cpSync(dataset, scratch, { recursive: true });
  const answer = new Uint8Array(await new Response(writeAnswer(async () => ({ jobs: frame }))).arrayBuffer());
  return [
    {
      name: 'manifest',
      cost: 1,
      run: async (random) => void parseManifest(damagedText(manifest, random), 'manifest.json'),
    },
    {
      name: 'scenario',
      cost: 1,
      run: async (random) =>
        void parseScenarioText(
          damagedText(JSON.parse(texts[random.below(texts.length)]), random),
          'scenario.json',
        ),
    },
    { name: 'address', cost: 1, run: async (random) => readAddress(random) },
    { name: 'arrow', cost: 1, run: async (random) => void frameFromArrow(mutateBytes(arrow, random)) },
    {
      name: 'answer',
      cost: 1,
      run: async (random) => void (await readAnswer(inOne(mutateBytes(answer, random)), () => {})),
    },
    { name: 'footer', cost: 1, run: (random) => readFooter(part, random) },
    { name: 'dataset', cost: 1, run: damagedDatasets(dataset, manifest) },
    { name: 'engine', cost: 200, run: (random) => readDamaged(dataset, scratch, random) },
  ];
}

/** Runs so many cases; throws with the number of the case that ended in anything but data or an error with a code. */
export async function fuzz(target: FuzzTarget, cases: number, random: Random): Promise<number> {
  let refused = 0;
  for (let turn = 0; turn < cases; turn++) {
    try {
      await target.run(random);
    } catch (error) {
      if (!(error instanceof WeftError)) throw new Error(`${target.name}, case ${turn}`, { cause: error });
      refused++;
    }
  }
  return refused;
}

function damagedText(value: Json, random: Random): string {
  const text = JSON.stringify(mutateJson(value, random)) ?? '';
  return random.below(4) > 0 ? text : Buffer.from(mutateBytes(Buffer.from(text), random)).toString();
}

function readAddress(random: Random): void {
  const text = ADDRESSES[random.below(ADDRESSES.length)];
  const selection = decodeSelection(Buffer.from(mutateBytes(Buffer.from(text), random)).toString());
  const again = decodeSelection(encodeSelection(selection));
  if (encodeSelection(again) !== encodeSelection(selection)) throw new Error(`unstable: ${text}`);
}

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Damages the end of a file, where the footer is, or any other place. */
async function readFooter(part: Uint8Array, random: Random): Promise<void> {
  const from = random.below(4) === 0 ? 0 : Math.max(0, part.length - FOOTER_BYTES);
  const bytes = Buffer.concat([part.subarray(0, from), mutateBytes(part.subarray(from), random)]);
  const readAt = async (position: number, length: number) => bytes.subarray(position, position + length);
  const rows = await parquetRows(readAt, bytes.length);
  if (rows === null) throw new WeftError({ code: 'TABLE-DAMAGED', message: 'no footer' });
  if (!Number.isSafeInteger(rows) || rows < 0) throw new Error(`${rows} rows`);
}

async function readDamaged(dataset: string, scratch: string, random: Random): Promise<void> {
  const bytes = mutateBytes(readFileSync(join(dataset, PART)), random);
  writeFileSync(join(scratch, PART), bytes);
  const manifest = JSON.parse(readFileSync(join(dataset, 'manifest.json'), 'utf8'));
  manifest.tables.counters.parts[0].bytes = bytes.length;
  writeFileSync(join(scratch, 'manifest.json'), JSON.stringify(manifest));
  const opened = await openDataset(scratch, { threads: 1, memory: 256e6 });
  try {
    await opened.readTable('counters');
    await opened.cube('data');
  } finally {
    await opened.close();
  }
}
