import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import {
  errorFacts,
  errorFromFacts,
  formatError,
  type Manifest,
  WeftError,
  type WorkContext,
} from '@weft/model';
import { type CatalogEntry, pathTo, type StudyFacts } from '@weft/protocol';
import type { Dataset } from '@weft/store';
import { type CurrentDataset, createCurrentDataset } from './current-dataset.ts';
import { readSweeps } from './read-sweeps.ts';
import { createWatchedFolders, whenComplete } from './watched-folders.ts';

/** A dataset that is generated when it is first opened. */
export interface OfferedStudy extends StudyFacts {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Where its dataset is, or will be. */
  readonly path: string;
  /** A PNG to show in the gallery. */
  readonly picture?: string;
  /** The first workspace, in the text of an address. */
  readonly layout?: string;
  generate(context: WorkContext): Promise<void>;
}

/** The datasets and studies this server offers, by id; nothing else on the disk can be named. */
export interface Catalog {
  list(): Promise<CatalogEntry[]>;
  /** Works with a dataset as it is now: it may grow. */
  use<R>(id: string, work: (dataset: Dataset) => Promise<R>): Promise<R>;
  study(id: string): OfferedStudy;
  /** Offers another dataset, and gives its id. */
  add(path: string): string;
  /** Whether its dataset is there and can be opened. */
  isReady(id: string): Promise<boolean>;
  /** The picture shipped with a study, if it is one and has one. */
  shippedPicture(id: string): string | null;
  /** The first workspace a study asks for. */
  layout(id: string): string | null;
  close(): Promise<void>;
}

/** `folders`: datasets in them are offered as they come and go. */
export function createCatalog(
  datasetPaths: readonly string[],
  studies: readonly OfferedStudy[],
  folders: readonly string[] = [],
  engine?: string,
): Catalog {
  const taken = new Set(studies.map((study) => study.id));
  const paths = new Map<string, string>();
  const add = (path: string): string => {
    const id = freeId(path, (other) => paths.has(other) || taken.has(other));
    paths.set(id, path);
    return id;
  };
  /** Those that were served from the start are asked of `engine`; what is made here is not where it sees it. */
  const served = new Set<string>();
  const addServed = (path: string): string => {
    const id = add(path);
    served.add(id);
    return id;
  };
  for (const path of datasetPaths) addServed(path);
  const watched = createWatchedFolders(folders, addServed);
  const opened = new Map<string, CurrentDataset>();

  const pathOf = async (id: string): Promise<string> => {
    if (!paths.has(id) && !taken.has(id)) await watched.look();
    const path = paths.get(id) ?? studies.find((study) => study.id === id)?.path;
    if (path === undefined) throw notFound(id);
    if (!paths.has(id) && !existsSync(path)) throw notGenerated(id);
    return path;
  };

  const use: Catalog['use'] = async (id, work) => {
    const path = await pathOf(id);
    const dataset = opened.get(id) ?? createCurrentDataset(path, served.has(id) ? engine : undefined);
    opened.set(id, dataset);
    return watched.has(id) ? whenComplete(path, () => dataset.use(work)) : dataset.use(work);
  };
  const manifestOf = (id: string): Promise<Manifest> => use(id, async ({ manifest }) => manifest);

  const describeStudy = async (study: OfferedStudy): Promise<CatalogEntry> => {
    const { id, title, description, group, question, seconds } = study;
    const manifest = existsSync(study.path) ? await manifestOf(id) : null;
    const picture = study.picture || (manifest && lasts(manifest)) ? pathTo('picture', { id }) : undefined;
    const facts = { group, question, seconds };
    return {
      id,
      kind: 'study',
      title,
      description,
      ready: manifest !== null,
      manifest,
      picture,
      study: facts,
    };
  };

  const describeDataset = async (id: string): Promise<CatalogEntry> => {
    const manifest = await manifestOf(id);
    const { title, description } = manifest;
    return {
      id,
      kind: 'dataset',
      title,
      description,
      ready: true,
      manifest,
      ...(lasts(manifest) && { picture: pathTo('picture', { id }) }),
    };
  };

  return {
    list: async () => {
      await watched.look();
      const ids = [...paths.keys()].filter((id) => !watched.isGone(id));
      const sweeps = await readSweeps(ids.flatMap((id) => paths.get(id) ?? []));
      const inSweep = (entry: CatalogEntry) => ({ ...entry, sweep: sweeps.get(paths.get(entry.id) ?? '') });
      return Promise.all([
        ...ids.map((id) => describeDataset(id).then(inSweep, (error) => brokenDataset(id, error))),
        ...studies.map(describeStudy),
      ]);
    },
    use,
    add,
    isReady: (id) =>
      manifestOf(id).then(
        () => true,
        () => false,
      ),
    layout: (id) => studies.find((study) => study.id === id)?.layout ?? null,
    shippedPicture: (id) => studies.find((study) => study.id === id)?.picture ?? null,
    study: (id) => {
      const study = studies.find((candidate) => candidate.id === id);
      if (!study) throw notFound(id);
      return study;
    },
    close: async () => {
      await Promise.all([...opened.values()].map((dataset) => dataset.close()));
    },
  };
}

/** One that cannot be opened stays in the list and says why; opening it says so again. */
function brokenDataset(id: string, error: unknown): CatalogEntry {
  const { file: _, ...facts } = errorFacts(error);
  const description = formatError(errorFromFacts(facts));
  return { id, kind: 'dataset', title: id, description, ready: true, manifest: null };
}

/** An id from the name of its folder, unique and safe to stand in a URL. */
function freeId(path: string, isTaken: (id: string) => boolean): string {
  const stem =
    basename(path)
      .replace(/\.weft$/, '')
      .replace(/[^A-Za-z0-9._-]+/g, '-') || 'dataset';
  let id = stem;
  for (let n = 2; isTaken(id); n++) id = `${stem}-${n}`;
  return id;
}

function notFound(id: string): WeftError {
  return new WeftError({
    code: 'DATASET-NOT-FOUND',
    message: `there is no dataset or study «${id}»`,
    advice: 'GET /api/datasets lists what this server offers.',
  });
}

function notGenerated(id: string): WeftError {
  return new WeftError({
    code: 'STUDY-NOT-READY',
    message: `the study «${id}» has not been generated yet`,
    advice: `POST /api/studies/${id} generates it.`,
  });
}

/** Bars of traffic over time tell nothing of what took none. */
function lasts({ timeRange }: Manifest): boolean {
  return timeRange !== null && timeRange[0] < timeRange[1];
}
