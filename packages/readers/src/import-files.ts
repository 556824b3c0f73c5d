import {
  type Diagnostic,
  errorFacts,
  formatError,
  type ManifestFacts,
  type TableSink,
  WeftError,
  type WorkContext,
} from '@weft/model';
import { ClockCorrector, ClockSampler } from './clock-repair/repair-clocks.ts';
import { CollectiveExpander } from './collective-expansion/collective-expander.ts';
import { HostRegistry } from './host-registry.ts';
import { importProvenance } from './import-provenance.ts';
import type { Reader, ReadOptions, ReadReport } from './reader.ts';
import { readers as allReaders } from './registry.ts';
import { CallFilter } from './sinks/call-filter.ts';
import type { CallSelection } from './sinks/call-selection.ts';
import { detectReader } from './source/detect-reader.ts';
import { foreignFormat } from './source/foreign-format.ts';
import { openSources, type SourceFile, type Sources } from './source/open-sources.ts';
import type { StageRunner } from './stage-runner.ts';

export interface ImportOptions extends WorkContext {
  readonly keepGoing?: boolean;
  readonly memory?: number;
  readonly threads?: number;
  readonly spans?: boolean;
  /** Processor times of spans. */
  readonly cpuTimes?: boolean;
  /** Sums for first overviews of large traces. */
  readonly overview?: boolean;
  /** Calls to keep (see parseCalls); null = all. */
  readonly calls?: CallSelection | null;
  readonly repairClocks?: boolean;
  readonly expandCollectives?: boolean;
  /** Read and count everything, write nothing. */
  readonly dryRun?: boolean;
  /** Folder below which archives are unpacked; that of the system where left out. */
  readonly scratch?: string;
  /** Where the long stages of traces run; in this process when left out. */
  readonly elsewhere?: StageRunner;
  /** For tests: other readers than the registered ones. */
  readonly readers?: readonly Reader[];
}

export interface ImportReport {
  /** One per data set found: a trace, a log ... */
  readonly sets: readonly ReadReport[];
  /** Input files no reader knew. */
  readonly ignored: readonly string[];
  readonly bytes: number;
  readonly facts: ManifestFacts;
}

const DEFAULT_MEMORY = 2e9;

/** Reads any mixture of files, folders, archives and globs into the sink; one job per data set. */
export async function importFiles(
  paths: readonly string[],
  sink: TableSink,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const sources = await openSources(paths, options.signal, options.scratch);
  try {
    return await importSources(sources, sink, options);
  } finally {
    await sources.close();
  }
}

/** The same for files that are open already. */
export async function importSources(
  { paths, files }: Sources,
  sink: TableSink,
  options: ImportOptions = {},
): Promise<ImportReport> {
  try {
    const found = sortByReader(files, options.readers ?? allReaders);
    if (found.sets.length === 0) throw nothingRecognised(paths, files);
    const filter = options.calls ? new CallFilter(sink, options.calls) : null;
    const clocks = options.repairClocks ? await sampleClocks(found, options, files) : null;
    const corrector = clocks ? new ClockCorrector(filter ?? sink, clocks.skews) : null;
    const repaired = corrector ?? filter ?? sink;
    const expander = options.expandCollectives ? new CollectiveExpander(repaired) : null;
    const { sets, lost } = await readSets(found, expander ?? repaired, options, files);
    const added = [...lost, ...((await expander?.finish()) ?? []), ...(filter?.finish() ?? [])];
    if (clocks && corrector) added.push(...clockDiagnostics(clocks.reversed, corrector.reversed));
    const bytes = files.reduce((sum, file) => sum + file.size, 0);
    const facts = combineFacts(sets, found.named, added);
    return {
      sets,
      ignored: found.ignored,
      bytes,
      facts: clocks?.skews.size ? { ...facts, timeRange: null } : facts,
    };
  } catch (error) {
    throw unpackedAnew(error, files) ?? withOrigin(error, files);
  }
}

/** Stages that were begun with the files of an archive name where those lay then. */
function unpackedAnew(error: unknown, files: readonly SourceFile[]): WeftError | null {
  if (!(error instanceof WeftError) || error.code !== 'STAGES-DIFFER') return null;
  const packed = files.find(({ path, origin }) => path !== origin);
  if (!packed) return null;
  return new WeftError(
    {
      code: error.code,
      message: 'an import of packed files cannot be gone on with, since they are unpacked anew each time',
      file: packed.origin,
      advice: 'Begin again with --force; unpack the files before, so that --resume can go on with them.',
    },
    { cause: error },
  );
}

/** An error about an unpacked file names the file it was packed in. */
export function withOrigin(error: unknown, files: readonly SourceFile[]): unknown {
  return error instanceof WeftError ? atOrigin(error, files) : error;
}

function atOrigin(error: WeftError, files: readonly SourceFile[]): WeftError {
  const source = files.find(({ path }) => path === error.file);
  return source ? new WeftError({ ...errorFacts(error), file: source.origin }, { cause: error }) : error;
}

async function readSets(
  found: FoundSets,
  sink: TableSink,
  options: ImportOptions,
  sources: readonly SourceFile[],
): Promise<ReadSets> {
  const hosts = new HostRegistry();
  const sets: ReadReport[] = [];
  const errors: WeftError[] = [];
  for (const [job, { reader, files }] of found.sets.entries()) {
    try {
      const report = await reader.read(files, sink, readOptions(options, job, hosts));
      const provenance = [importProvenance(reader, files, sources, report)];
      sets.push({ ...report, facts: { ...report.facts, provenance } });
    } catch (error) {
      if (options.signal?.aborted) throw error;
      const failure = readerFailure(error, reader, files[0]);
      if (!options.keepGoing) throw failure;
      errors.push(atOrigin(failure, sources));
    }
  }
  if (sets.length === 0) throw errors[0];
  if (!onlyCounts(options)) await hosts.write(sink);
  return { sets, lost: lostSets(errors) };
}

/** What a reader did not foresee names the reader and the file, too. */
function readerFailure(error: unknown, { title }: Reader, file: string): WeftError {
  const { code, message } = errorFacts(error);
  if (error instanceof WeftError && code !== 'INTERNAL') return error;
  const text = `the reader of the format ${title} failed: ${message}`;
  const advice = 'The file may be damaged in a way that this reader does not foresee.';
  return new WeftError({ code: 'READER-FAILED', message: text, file, advice }, { cause: error });
}

interface ReadSets {
  readonly sets: ReadReport[];
  /** What is said of sets that could not be read at all. */
  readonly lost: readonly Diagnostic[];
}

function readOptions(options: ImportOptions, job: number, hosts: HostRegistry): ReadOptions {
  return {
    keepGoing: options.keepGoing ?? false,
    memory: options.memory ?? DEFAULT_MEMORY,
    threads: options.threads ?? 2,
    spans: options.spans ?? true,
    cpuTimes: options.cpuTimes ?? false,
    overview: options.overview ?? true,
    collectiveParts: options.expandCollectives ?? false,
    dryRun: onlyCounts(options),
    job,
    hosts,
    elsewhere: options.elsewhere,
    signal: options.signal,
    onProgress: options.onProgress,
  };
}

function lostSets(errors: readonly WeftError[]): Diagnostic[] {
  if (errors.length === 0) return [];
  const text = `data sets that could not be read: ${shortList(errors.map((error) => formatError(error)))}`;
  return [{ code: 'SETS-LOST', count: errors.length, text }];
}

/** A dry run that asks about rows (by call, repaired, expanded) needs them made, though nowhere written. */
function onlyCounts({ dryRun, calls, repairClocks, expandCollectives }: ImportOptions): boolean {
  return (dryRun ?? false) && !calls && !repairClocks && !expandCollectives;
}

/** A first reading that only looks at the messages' delays; jobs whose clocks agree are left as they are. */
async function sampleClocks(found: FoundSets, options: ImportOptions, files: readonly SourceFile[]) {
  const sampler = new ClockSampler();
  await readSets(found, sampler, { ...options, spans: false, expandCollectives: false }, files);
  const skews = new Map(
    [...sampler.jobs].filter(([, job]) => job.reversed > 0).map(([id, job]) => [id, job.skews()] as const),
  );
  return { skews, reversed: sampler.reversed };
}

function clockDiagnostics(before: number, after: number): Diagnostic[] {
  return [
    {
      code: 'CLOCKS-REPAIRED',
      count: before - after,
      text: `messages that no longer arrive before they were sent: ${before} before the repair, ${after} after`,
    },
  ];
}

interface FoundSets {
  readonly sets: readonly { readonly reader: Reader; readonly files: readonly string[] }[];
  readonly ignored: readonly string[];
  /** The same, with what each is where that can be told. */
  readonly named: readonly string[];
}

function sortByReader(files: readonly SourceFile[], readers: readonly Reader[]): FoundSets {
  const byReader = new Map<Reader, string[]>();
  const ignored: SourceFile[] = [];
  for (const file of files) {
    const reader = detectReader(file, readers);
    const paths = reader && byReader.get(reader);
    if (!reader) ignored.push(file);
    else if (paths) paths.push(file.path);
    else byReader.set(reader, [file.path]);
  }
  const sets = [...byReader].flatMap(([reader, paths]) =>
    reader.group(paths).map((set) => ({ reader, files: set })),
  );
  return { sets, ignored: ignored.map(({ origin }) => origin), named: ignored.map(namedFile) };
}

function namedFile(file: SourceFile): string {
  const format = foreignFormat(file);
  return format ? `${file.origin} is ${format}` : file.origin;
}

/** The facts of several sets as one: titles joined, the widest time range, diagnostics added up. */
function combineFacts(
  sets: readonly ReadReport[],
  ignored: readonly string[],
  added: readonly Diagnostic[] = [],
): ManifestFacts {
  const ranges = sets.flatMap((set) => (set.facts.timeRange ? [set.facts.timeRange] : []));
  const diagnostics: Diagnostic[] = [...sets.flatMap((set) => diagnosticsOf(set, sets.length)), ...added];
  if (ignored.length > 0) {
    diagnostics.push({
      code: 'FILES-IGNORED',
      count: ignored.length,
      text: `files of no known format: ${shortList(ignored)}`,
    });
  }
  return {
    ...sets[0].facts,
    title: sets.map((set) => set.facts.title).join(', '),
    timeRange:
      ranges.length === 0
        ? null
        : ranges.reduce(([from, to], range) => [Math.min(from, range[0]), Math.max(to, range[1])]),
    origin: sets.length === 1 ? (sets[0].facts.origin ?? null) : null,
    provenance: sets.flatMap((set) => set.facts.provenance ?? []),
    diagnostics,
  };
}

/** Of several data sets each diagnostic names its own. */
function diagnosticsOf({ diagnostics, facts }: ReadReport, sets: number): readonly Diagnostic[] {
  if (sets === 1) return diagnostics;
  return diagnostics.map((one) => ({ ...one, text: `${facts.title}: ${one.text}` }));
}

function shortList(items: readonly string[]): string {
  return items.length <= 3
    ? items.join(', ')
    : `${items.slice(0, 3).join(', ')} and ${items.length - 3} more`;
}

function nothingRecognised(paths: readonly string[], files: readonly SourceFile[]): WeftError {
  return new WeftError({
    code: 'UNKNOWN-FORMAT',
    ...whatIsUnknown(paths, files),
    advice:
      'docs/importing.md lists the formats. Unpack zip, bzip2 and xz files first; name a trace, a log, or dumps of a fabric.',
  });
}

/** Each file is named once; a folder or an archive that holds several is named beside them. */
function whatIsUnknown(paths: readonly string[], files: readonly SourceFile[]) {
  if (files.length === 0) return { message: 'there is no file to import', file: paths[0] };
  if (files.length === 1) {
    const format = foreignFormat(files[0]);
    return { message: format ? `this is ${format}` : 'this is of no known format', file: files[0].origin };
  }
  const list = shortList(files.map(namedFile));
  const message = `none of ${files.length} files is of a known format: ${list}`;
  return { message, file: paths.length === 1 ? paths[0] : undefined };
}
