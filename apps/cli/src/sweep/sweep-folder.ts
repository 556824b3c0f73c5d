import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Manifest } from '@weft/model';
import type { SweepRun } from '@weft/simulate';
import { listDatasets } from '@weft/store';

/** Which runs a sweep has and what came of them; beside the datasets, under `sweep.json`. */
export interface SweepIndex {
  readonly format: 'weft-sweep';
  readonly version: 1;
  readonly scenario: string;
  readonly runs: readonly SweepIndexRun[];
}

interface SweepIndexRun {
  readonly dataset: string;
  readonly values: SweepRun['values'];
  readonly finished: boolean;
  /** Nanoseconds until the last message arrived, and bytes sent; null where the run is not finished. */
  readonly end: number | null;
  readonly bytesSent: number | null;
}

export function datasetOf(folder: string, { name }: SweepRun): string {
  return join(folder, `${name}.weft`);
}

/** The index as the datasets of the folder stand: a run counts as finished where its dataset tells the same scenario. */
export async function readSweepIndex(
  folder: string,
  file: string,
  runs: readonly SweepRun[],
): Promise<SweepIndex> {
  const manifests = new Map<string, Manifest>();
  for (const { path, manifest } of await listDatasets(folder)) {
    if (manifest) manifests.set(basename(path), manifest);
  }
  return {
    format: 'weft-sweep',
    version: 1,
    scenario: basename(file),
    runs: runs.map((run) => indexRun(run, manifests.get(`${run.name}.weft`))),
  };
}

export async function writeSweepIndex(folder: string, index: SweepIndex): Promise<void> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'sweep.json');
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(index, null, 2)}\n`);
  await rename(draft, path);
}

function indexRun(run: SweepRun, manifest: Manifest | undefined): SweepIndexRun {
  const facts = manifest?.provenance.find(({ kind }) => kind === 'simulation')?.facts;
  const finished = facts !== undefined && isDeepStrictEqual(facts.scenario, plain(run.scenario));
  const totals = finished ? facts.totals : null;
  return {
    dataset: `${run.name}.weft`,
    values: run.values,
    finished,
    end: numberAt(totals, 'end'),
    bytesSent: numberAt(totals, 'bytesSent'),
  };
}

/** As it stands in a manifest: JSON has no undefined. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function numberAt(place: unknown, key: string): number | null {
  if (typeof place !== 'object' || place === null) return null;
  const value: unknown = Reflect.get(place, key);
  return typeof value === 'number' ? value : null;
}
