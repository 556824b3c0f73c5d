import { cp, readdir, readFile, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join, sep } from 'node:path';
import {
  errorFacts,
  type ManifestFacts,
  type Progress,
  type TableSink,
  WeftError,
  type WorkContext,
} from '@weft/model';
import { parseScenarioText, type Scenario, simulate } from '@weft/simulate';
import { createDataset, openDataset } from '@weft/store';
import { serveThread } from '@weft/threads';
import { importAny } from '../import-any.ts';

export interface ImportTask {
  readonly folder: string;
  readonly path: string;
}

/** Makes a dataset of the files in a folder, away from the thread that answers requests. */
serveThread<ImportTask, Progress, void>(async ({ folder, path }, { signal, send }) => {
  const given = await findDataset(folder);
  if (given) return copyDataset(given, path);
  const context = { signal, onProgress: (progress: Progress) => void send(progress) };
  const writer = await createDataset(path);
  try {
    await writer.finish(await writeFrom(folder, path, writer, context));
  } catch (error) {
    await writer.abort();
    throw error instanceof WeftError ? errorWithoutFolder(error, folder) : error;
  }
});

async function writeFrom(
  folder: string,
  path: string,
  sink: TableSink,
  context: WorkContext & { readonly signal: AbortSignal },
): Promise<ManifestFacts> {
  const scenario = await findScenario(folder);
  if (scenario) return (await simulate(scenario, sink, context)).facts;
  const report = await importAny([folder], sink, {
    ...context,
    threads: availableParallelism(),
    scratch: dirname(path),
  });
  return withoutFolder(report.facts, folder);
}

/** Files are named as they were brought, not by the folder of this machine that they were put into. */
function shortener(folder: string): (text: string) => string {
  return (text) => text.replaceAll(`${folder}${sep}`, '').replaceAll(folder, 'uploaded files');
}

function errorWithoutFolder(error: WeftError, folder: string): WeftError {
  const shorten = shortener(folder);
  const facts = errorFacts(error);
  return new WeftError({
    ...facts,
    message: shorten(facts.message),
    file: facts.file && shorten(facts.file),
    advice: facts.advice && shorten(facts.advice),
  });
}

function withoutFolder(facts: ManifestFacts, folder: string): ManifestFacts {
  const shorten = shortener(folder);
  const shortenIfText = (value: unknown) => (typeof value === 'string' ? shorten(value) : value);
  return {
    ...facts,
    diagnostics: facts.diagnostics?.map((one) => ({ ...one, text: shorten(one.text) })),
    provenance: facts.provenance?.map(({ kind, facts: own }) => ({
      kind,
      facts: Object.fromEntries(Object.entries(own).map(([name, value]) => [name, shortenIfText(value)])),
    })),
  };
}

/** No manifest and no scenario has more bytes. */
const MOST_TEXT = 256 << 20;

/** The text of a file; null where it is too long to be read whole. */
async function shortText(path: string): Promise<string | null> {
  return (await stat(path)).size > MOST_TEXT ? null : readFile(path, 'utf8');
}

/** The folder itself, or the one in it, where it is a dataset. */
async function findDataset(folder: string): Promise<string | null> {
  const names = await readdir(folder);
  const candidates = [folder, ...(names.length === 1 ? [join(folder, names[0])] : [])];
  for (const candidate of candidates) {
    const text = await shortText(join(candidate, 'manifest.json')).catch(() => null);
    if (text !== null && /"format"\s*:\s*"weft"/.test(text)) return candidate;
  }
  return null;
}

/** Checked before it is taken: a dataset from elsewhere may be damaged. */
async function copyDataset(from: string, path: string): Promise<void> {
  await (await openDataset(from)).close();
  await cp(from, path, { recursive: true, errorOnExist: true, force: false });
}

/** The scenario, where the only file is one. Files of this machine that it names are not read. */
async function findScenario(folder: string): Promise<Scenario | null> {
  const names = await readdir(folder);
  const [name] = names;
  if (names.length !== 1 || !name.endsWith('.json')) return null;
  const text = await shortText(join(folder, name));
  if (text === null || !/"jobs"\s*:/.test(text) || !/"network"\s*:/.test(text)) return null;
  const scenario = parseScenarioText(text, name);
  if (!namesFiles(scenario)) return scenario;
  throw new WeftError({
    code: 'SCENARIO-NAMES-FILES',
    message: 'the scenario names files of hosts, which do not come along',
    file: name,
    advice: 'Run it where the files are: weft simulate <scenario> -o <dataset>.',
  });
}

function namesFiles({ network, jobs }: Scenario): boolean {
  return (
    'file' in network || jobs.some(({ placement }) => typeof placement === 'object' && 'file' in placement)
  );
}
