import { deriveCube, isExpression, planMetric } from '@weft/metrics';
import {
  type Batch,
  type Cube,
  createNetwork,
  cubeEnd,
  extendCube,
  type Frame,
  frameFault,
  frameWith,
  limitSteps,
  type Manifest,
  type Network,
  type StepLimit,
  type TableQuery,
  type TableSchema,
  tables,
  WeftError,
  type WorkContext,
} from '@weft/model';
import { type DataRequest, type DatasetOffer, needCube, needOffers } from '@weft/views';
import type { ApiClient } from '../api/api-client.ts';
import { prepareDataset } from './prepare-dataset.ts';

/** Most steps of a cube whose samples are still coming in: its memory stays the same however long the page is open. */
const MOST_STEPS = 1024;

/** What is there already of a request whose dataset grows. */
interface Growing {
  readonly metrics: Manifest['metrics'];
  /** Only what came since is fetched; null = all of it. */
  readonly known: Cube | null;
}

/** Fetches what one request names; `load` brings what it is made of, from the cache where it is there. */
export async function loadRequest(
  api: ApiClient,
  dataset: string,
  request: DataRequest,
  context: WorkContext,
  load: <Data>(request: DataRequest<Data>) => Promise<Data>,
  growing: Growing | null = null,
): Promise<unknown> {
  if (request.dataset !== undefined) await prepareDataset(api, await load(needOffers()), dataset, context);
  switch (request.kind) {
    case 'table':
      return loadTable(api, dataset, request.query, context);
    case 'cube':
      if (request.maxSteps !== undefined)
        return api.readCube(dataset, request.metric, context, undefined, request.maxSteps);
      return isExpression(request.metric)
        ? loadDerived(api, dataset, request.metric, context, load)
        : loadCube(api, dataset, request.metric, context, growing);
    case 'network':
      return loadNetwork(api, dataset, context);
    case 'offers':
      return loadOffers(api, context);
    case 'library':
      return api.readLibrary(context);
    case 'why':
      return api.askWhy(dataset, request.question, context);
    case 'analysis':
      return loadAnalysis(api, dataset, request, context);
  }
}

async function loadCube(
  api: ApiClient,
  dataset: string,
  metric: string,
  context: WorkContext,
  growing: Growing | null,
): Promise<Cube> {
  if (!growing) return api.readCube(dataset, metric, context);
  const { metrics, known } = growing;
  const isLevel = metrics.find(({ name }) => name === metric)?.kind === 'gauge';
  const limit: StepLimit = { most: MOST_STEPS, level: isLevel };
  const end = known && cubeEnd(known);
  const extended =
    known && end !== null && extendCube(known, await api.readCube(dataset, metric, context, end), limit);
  return extended || limitSteps(await api.readCube(dataset, metric, context), limit);
}

async function loadOffers(api: ApiClient, context: WorkContext): Promise<readonly DatasetOffer[]> {
  const entries = await api.listDatasets(context);
  return entries.map(({ id, title, ready, manifest }) => ({
    id,
    title,
    ready,
    hasMessages: manifest && (manifest.tables.messages?.rows ?? 0) > 0,
  }));
}

async function loadDerived(
  api: ApiClient,
  dataset: string,
  metric: string,
  context: WorkContext,
  load: <Data>(request: DataRequest<Data>) => Promise<Data>,
): Promise<Cube> {
  const { manifest } = await api.describeDataset(dataset, context);
  const plan = planMetric(manifest, metric)!;
  const cubes = await Promise.all(plan.parts.map(({ name }) => load(needCube(name))));
  return plan.expression ? deriveCube(plan, cubes, context) : cubes[0];
}

async function loadNetwork(api: ApiClient, dataset: string, context: WorkContext): Promise<Network> {
  const read = async <T extends TableSchema>(schema: T, table: 'vertices' | 'links'): Promise<Batch<T>> =>
    answerWith(schema, await api.queryTable(dataset, { table, orderBy: ['id'] }, context));
  const [vertices, links] = await Promise.all([
    read(tables.vertices, 'vertices'),
    read(tables.links, 'links'),
  ]);
  return createNetwork(vertices.columns, links.columns);
}

async function loadTable(
  api: ApiClient,
  dataset: string,
  query: TableQuery,
  context: WorkContext,
): Promise<Frame> {
  const frame = await api.queryTable(dataset, query, context);
  return query.columns ? frame : answerWith(tables[query.table], frame);
}

/** The tables that the analysis declares, once the answer has turned out to hold them. */
async function loadAnalysis(
  api: ApiClient,
  dataset: string,
  { analysis, params }: Extract<DataRequest, { kind: 'analysis' }>,
  context: WorkContext,
): Promise<Readonly<Record<string, Frame>>> {
  const answer = await api.runAnalysis(dataset, analysis.name, params, context);
  return Object.fromEntries(
    Object.entries(analysis.result).map(([name, schema]) => [name, answerWith(schema, answer[name])]),
  );
}

function answerWith<T extends TableSchema>(schema: T, frame: Frame | undefined): Batch<T> {
  const fault = frame ? frameFault(schema, frame) : 'is missing';
  if (frame && fault === null) return frameWith(schema, frame);
  throw new WeftError({
    code: 'BAD-ANSWER',
    message: `the answer of the server does not fit: table ${schema.name}: ${fault}`,
    advice: 'Page and server are of different versions: reload the page.',
  });
}
