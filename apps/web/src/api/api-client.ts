import {
  type Cube,
  type ErrorFacts,
  errorFromFacts,
  type Frame,
  isText,
  type Manifest,
  manifestVersion,
  type TableQuery,
  textAt,
  WeftError,
  type WorkContext,
} from '@weft/model';
import {
  type CatalogEntry,
  cubeFromArrow,
  type DatasetDescription,
  frameFromArrow,
  pathTo,
  readAnswer,
} from '@weft/protocol';
import type { LabelledRuns, WhyQuestion } from '@weft/views';

export interface ApiClient {
  listDatasets(context?: WorkContext): Promise<readonly CatalogEntry[]>;
  describeDataset(id: string, context?: WorkContext): Promise<DatasetDescription>;
  /** Null as long as the dataset is that of this manifest. */
  describeChanged(id: string, known: Manifest, context?: WorkContext): Promise<DatasetDescription | null>;
  generateStudy(id: string, context: WorkContext): Promise<void>;
  queryTable(id: string, query: TableQuery, context: WorkContext): Promise<Frame>;
  /** The answer to a read-only query. */
  querySql(id: string, query: string, context: WorkContext): Promise<Frame>;
  /** Running sums of all samples, or of those after a time. */
  readCube(
    id: string,
    metric: string,
    context: WorkContext,
    after?: number,
    maxSteps?: number,
  ): Promise<Cube>;
  runAnalysis(
    id: string,
    name: string,
    params: unknown,
    context: WorkContext,
  ): Promise<Record<string, Frame>>;
  readLibrary(context?: WorkContext): Promise<LabelledRuns>;
  /** The report on a question, as the server has it. */
  askWhy(id: string, question: WhyQuestion, context: WorkContext): Promise<unknown>;
  /** Brings one piece of a file to the server. */
  uploadPiece(
    upload: string,
    place: { readonly path: string; readonly offset: number },
    piece: Blob,
    context: WorkContext,
  ): Promise<void>;
  /** Imports what was uploaded; the id of the dataset. */
  importUpload(upload: string, name: string, context: WorkContext): Promise<string>;
  /** Puts the ranks of a trace on a network; the id of the dataset that was made. */
  placeOnNetwork(id: string, context: WorkContext): Promise<string>;
  /** The token of links for others; null where none is needed. */
  shareToken(context?: WorkContext): Promise<string | null>;
  /** No link that was copied so far admits anybody any more. */
  endSharing(context?: WorkContext): Promise<void>;
  /** The bytes of a picture; an <img> of its own could not send the token. */
  readPicture(path: string, context?: WorkContext): Promise<Blob>;
}

type Headers = Readonly<Record<string, string>>;
type Send = (path: string, context?: WorkContext, body?: unknown, headers?: Headers) => Promise<Response>;

const NOT_MODIFIED = 304;

/** Calls the server below whose address `base` the page is. */
export function createApiClient(base: URL, token: string | null): ApiClient {
  const send = createSend(base, token);
  return {
    listDatasets: async (context) => (await send(pathTo('list', {}), context)).json(),
    describeDataset: async (id, context) => (await send(pathTo('describe', { id }), context)).json(),
    describeChanged: async (id, manifest, context) => {
      const known = { 'If-None-Match': `"${manifestVersion(manifest)}"` };
      const response = await send(pathTo('describe', { id }), context, undefined, known);
      return response.status === NOT_MODIFIED ? null : response.json();
    },
    generateStudy: async (id, context) => {
      const response = await send(pathTo('study', { id }), context, {});
      await readAnswer(bodyChunks(response), context.onProgress ?? ignore);
    },
    queryTable: async (id, query, context) => {
      const response = await send(pathTo('query', { id }), context, query);
      return frameFromArrow(await readBytes(response, `Loading ${query.table}`, context));
    },
    querySql: async (id, query, context) => {
      const response = await send(pathTo('sql', { id }), context, { query });
      return frameFromArrow(await readBytes(response, 'Asking', context));
    },
    readCube: async (id, metric, context, after, maxSteps) => {
      const params = {
        metric,
        ...(after !== undefined && { after: String(after) }),
        ...(maxSteps !== undefined && { maxSteps: String(maxSteps) }),
      };
      const path = `${pathTo('cube', { id })}?${new URLSearchParams(params)}`;
      const response = await send(path, context);
      return cubeFromArrow(metric, await readBytes(response, `Loading ${metric}`, context));
    },
    runAnalysis: async (id, name, params, context) => {
      const response = await send(pathTo('analyse', { id, name }), context, params ?? {});
      return readAnswer(bodyChunks(response), context.onProgress ?? ignore);
    },
    askWhy: async (id, question, context) => {
      const response = await send(pathTo('why', { id }), context, question);
      const { report } = await readAnswer(bodyChunks(response), context.onProgress ?? ignore);
      const json = report?.columns.json;
      const text = json && isText(json) ? textAt(json, 0) : null;
      if (text) return JSON.parse(text);
      throw new WeftError({ code: 'BAD-ANSWER', message: 'the server does not report on the question' });
    },
    uploadPiece: async (upload, { path, offset }, piece, context) => {
      const place = new URLSearchParams({ path, offset: String(offset) });
      await send(`${pathTo('upload', { upload })}?${place}`, context, piece);
    },
    importUpload: async (upload, name, context) => {
      const response = await send(pathTo('import', { upload }), context, { name });
      return madeDataset(response, context);
    },
    placeOnNetwork: async (id, context) =>
      madeDataset(await send(pathTo('place', { id }), context, {}), context),
    readLibrary: async (context) => (await send(pathTo('library', {}), context)).json(),
    shareToken: async (context) => {
      const { token }: { token: string | null } = await (await send(pathTo('share', {}), context, {})).json();
      return token;
    },
    endSharing: async (context) => {
      await send(pathTo('endSharing', {}), context, {});
    },
    readPicture: async (path, context) => (await send(path, context)).blob(),
  };
}

async function madeDataset(response: Response, context: WorkContext): Promise<string> {
  const { made } = await readAnswer(bodyChunks(response), context.onProgress ?? ignore);
  const dataset = made?.columns.dataset;
  const id = dataset && isText(dataset) ? textAt(dataset, 0) : null;
  if (id) return id;
  throw new WeftError({ code: 'BAD-ANSWER', message: 'the server does not name the dataset it made' });
}

function createSend(base: URL, token: string | null): Send {
  const authorization: Headers = token === null ? {} : { Authorization: `Bearer ${token}` };
  return async (path, context, body, own = {}) => {
    const url = new URL(`.${path}`, base);
    if (url.origin !== base.origin) throw new TypeError(`${url} is not of this server`);
    const response = await reach(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...authorization,
        ...own,
        ...(body !== undefined && !(body instanceof Blob) && { 'Content-Type': 'application/json' }),
      },
      body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
      signal: context?.signal,
    });
    if (!response.ok && response.status !== NOT_MODIFIED) throw errorFromFacts(await errorFactsOf(response));
    return response;
  };
}

async function reach(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new WeftError(
      {
        code: 'SERVER-UNREACHABLE',
        message: 'the server does not answer',
        advice: 'Start it again, then retry.',
      },
      { cause: error },
    );
  }
}

async function errorFactsOf(response: Response): Promise<ErrorFacts> {
  try {
    const { error }: { error?: ErrorFacts } = await response.json();
    if (error && typeof error.message === 'string') return error;
  } catch {
    // The body is not JSON: the status is all that can be told.
  }
  return { code: `HTTP-${response.status}`, message: `the server answered ${response.status}` };
}

/** One buffer of the announced length, so that a large cube is held once; it grows where none was announced. */
async function readBytes(response: Response, label: string, context: WorkContext): Promise<Uint8Array> {
  const total = Number(response.headers.get('Content-Length') ?? 0);
  let buffer = new Uint8Array(total || 65_536);
  let done = 0;
  for await (const chunk of bodyChunks(response)) {
    if (done + chunk.length > buffer.length) {
      const larger = new Uint8Array(Math.max(2 * buffer.length, done + chunk.length));
      larger.set(buffer.subarray(0, done));
      buffer = larger;
    }
    buffer.set(chunk, done);
    done += chunk.length;
    context.onProgress?.({ label, done, total, unit: 'bytes' });
  }
  return buffer.subarray(0, done);
}

async function* bodyChunks(response: Response): AsyncGenerator<Uint8Array> {
  const reader = response.body!.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(ignore);
  }
}

function ignore(): void {}
