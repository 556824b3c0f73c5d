import { tableQuerySchema } from '@weft/model';
import { z } from 'zod';
import { ANSWER_TYPE, ARROW_TYPE, JSON_TYPE } from './media-types.ts';
import { type EndpointName, paths } from './paths.ts';

/** Bodies and parameters of the API: checked at run time and published as OpenAPI from the same schemas. */
export const sqlBody = z.object({
  query: z.string().min(1),
  maxRows: z.number().int().positive().optional(),
});

export const cubeParams = z.object({
  metric: z.string().min(1),
  maxSteps: z.coerce.number().int().positive().optional(),
  after: z.coerce.number().int().optional(),
});

/** A piece of a file that is uploaded; pieces of a file come one after the other. */
export const uploadParams = z.object({
  /** Where the file lies below the folder that was chosen, with slashes. */
  path: z.string().min(1).max(4096),
  /** Bytes of the file that came before. */
  offset: z.coerce.number().int().nonnegative(),
});

export const importBody = z.object({
  /** What the dataset is to be called. */
  name: z.string().min(1).max(200),
});

/** Bytes of one piece at most. */
export const UPLOAD_PIECE_BYTES = 16 << 20;

export const analysisParams = z.record(z.string(), z.unknown());

/** Why a link is full, or a job or one of its phases slow. */
export const whyBody = z.object({
  link: z.number().int().nonnegative().optional(),
  job: z.number().int().nonnegative().optional(),
  phase: z.number().int().nonnegative().optional(),
  /** Nanoseconds, from <= t < to; alone: of the link that is fullest in it. */
  time: z.tuple([z.number(), z.number()]).nullable().default(null),
  /** Suspects to test; none = what is known before any test. */
  tests: z.array(z.string().max(200)).max(200).default([]),
  /** A test by its words: its run is written as a dataset, and the answer is the id of it. */
  open: z.string().max(500).optional(),
});

/** The body of every answer that is an error. */
export const errorBody = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    file: z.string().optional(),
    offset: z.number().optional(),
    line: z.number().optional(),
    record: z.string().optional(),
    advice: z.string().optional(),
  }),
});

export interface Endpoint {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly summary: string;
  readonly query?: z.ZodObject<Readonly<Record<string, z.ZodType>>>;
  readonly body?: z.ZodType;
  readonly produces: readonly string[];
}

export const endpoints: Readonly<Record<EndpointName, Endpoint>> = {
  list: { method: 'get', path: paths.list, summary: 'Datasets and studies', produces: [JSON_TYPE] },
  describe: {
    method: 'get',
    path: paths.describe,
    summary: 'One dataset: its manifest; nothing (304) as long as it is the one named by If-None-Match',
    produces: [JSON_TYPE],
  },
  picture: {
    method: 'get',
    path: paths.picture,
    summary: 'A small picture of the dataset',
    produces: ['image/png', 'image/svg+xml'],
  },
  query: {
    method: 'post',
    path: paths.query,
    summary:
      'Rows of one table as columns; who names JSON or Arrow in Accept gets missing values as null and 64-bit integers as such',
    body: tableQuerySchema,
    produces: [ARROW_TYPE, JSON_TYPE],
  },
  sql: {
    method: 'post',
    path: paths.sql,
    summary:
      'A read-only SQL query over the tables of the dataset; who names Arrow in Accept gets NULL and 64-bit integers as such',
    body: sqlBody,
    produces: [ARROW_TYPE, JSON_TYPE],
  },
  cube: {
    method: 'get',
    path: paths.cube,
    summary: 'Running sums of a metric over time, per link: one row per time edge',
    query: cubeParams,
    produces: [ARROW_TYPE],
  },
  analyses: {
    method: 'get',
    path: paths.analyses,
    summary: 'Analyses and their parameters',
    produces: [JSON_TYPE],
  },
  analyse: {
    method: 'post',
    path: paths.analyse,
    summary: 'Run an analysis; progress, then its tables. Closing the connection cancels it',
    body: analysisParams,
    produces: [ANSWER_TYPE, JSON_TYPE],
  },
  why: {
    method: 'post',
    path: paths.why,
    summary:
      'Why a link is full or a job slow, by the tests asked for; progress, then one report as JSON. Closing the connection cancels it',
    body: whyBody,
    produces: [ANSWER_TYPE],
  },
  place: {
    method: 'post',
    path: paths.place,
    summary:
      'Put the ranks of a trace on the smallest fat tree that has their hosts; progress, then the id of the dataset. Closing the connection cancels it',
    produces: [ANSWER_TYPE],
  },
  library: {
    method: 'get',
    path: paths.library,
    summary: 'Labelled runs that fingerprints are compared with, and what of them could not be read',
    produces: [JSON_TYPE],
  },
  study: {
    method: 'post',
    path: paths.study,
    summary: 'Generate a study; progress until it is ready',
    produces: [ANSWER_TYPE],
  },
  upload: {
    method: 'post',
    path: paths.upload,
    summary: 'A piece of a file to import, as it is',
    query: uploadParams,
    produces: [JSON_TYPE],
  },
  import: {
    method: 'post',
    path: paths.import,
    summary:
      'Import the files uploaded; progress, then the id of the dataset. Closing the connection cancels it',
    body: importBody,
    produces: [ANSWER_TYPE],
  },
  share: {
    method: 'post',
    path: paths.share,
    summary: 'The token of links for others, made up with the first; null where no token is needed',
    produces: [JSON_TYPE],
  },
  endSharing: {
    method: 'post',
    path: paths.endSharing,
    summary: 'End all links that were shared',
    produces: [JSON_TYPE],
  },
  health: {
    method: 'get',
    path: paths.health,
    summary: 'Answers, without a token, as long as the server lives',
    produces: [JSON_TYPE],
  },
  metrics: {
    method: 'get',
    path: paths.metrics,
    summary: 'Requests, latencies, memory, datasets and running analyses as OpenMetrics',
    produces: ['application/openmetrics-text'],
  },
  openapi: { method: 'get', path: paths.openapi, summary: 'This description', produces: [JSON_TYPE] },
};
