import { tableQuerySchema } from '@weft/model';
import { z } from 'zod';
import { ARROW_TYPE } from './arrow.ts';
import { FRAMES_TYPE } from './framed-stream.ts';

/** Bodies and parameters of the API: checked at run time and published as OpenAPI from the same schemas. */
export const sqlSchema = z.object({
  query: z.string().min(1),
  maxRows: z.number().int().positive().optional(),
});

export const cubeParams = z.object({
  metric: z.string().min(1),
  maxSteps: z.coerce.number().int().positive().optional(),
});

export const analysisParams = z.record(z.string(), z.unknown());

export interface Endpoint {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly summary: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly produces: readonly string[];
}

const JSON_TYPE = 'application/json';

export const endpoints = {
  list: { method: 'get', path: '/api/datasets', summary: 'Datasets and studies', produces: [JSON_TYPE] },
  describe: {
    method: 'get',
    path: '/api/datasets/:id',
    summary: 'One dataset: its manifest',
    produces: [JSON_TYPE],
  },
  picture: {
    method: 'get',
    path: '/api/datasets/:id/picture',
    summary: 'A small picture of the dataset',
    produces: ['image/png', 'image/svg+xml'],
  },
  query: {
    method: 'post',
    path: '/api/datasets/:id/query',
    summary: 'Rows of one table as columns',
    body: tableQuerySchema,
    produces: [ARROW_TYPE, JSON_TYPE],
  },
  sql: {
    method: 'post',
    path: '/api/datasets/:id/sql',
    summary: 'A read-only SQL query over the tables of the dataset',
    body: sqlSchema,
    produces: [ARROW_TYPE, JSON_TYPE],
  },
  cube: {
    method: 'get',
    path: '/api/datasets/:id/cube',
    summary: 'Running sums of a metric over time, per link: one row per time edge',
    query: cubeParams,
    produces: [ARROW_TYPE],
  },
  analyses: {
    method: 'get',
    path: '/api/analyses',
    summary: 'Analyses and their parameters',
    produces: [JSON_TYPE],
  },
  analyse: {
    method: 'post',
    path: '/api/datasets/:id/analyses/:name',
    summary: 'Run an analysis; progress, then its tables. Closing the connection cancels it',
    body: analysisParams,
    produces: [FRAMES_TYPE, JSON_TYPE],
  },
  study: {
    method: 'post',
    path: '/api/studies/:id',
    summary: 'Generate a study; progress until it is ready',
    produces: [FRAMES_TYPE],
  },
  openapi: { method: 'get', path: '/api/openapi.json', summary: 'This description', produces: [JSON_TYPE] },
} as const satisfies Record<string, Endpoint>;
