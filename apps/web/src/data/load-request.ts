import { deriveCube, isExpression, planMetric } from '@weft/metrics';
import {
  type Cube,
  createNetwork,
  type Frame,
  type Network,
  type TableColumns,
  type WorkContext,
} from '@weft/model';
import { type DataRequest, needCube } from '@weft/views';
import type { ApiClient } from '../api/api-client.ts';

/** Fetches what one request names; `load` brings what it is made of, from the cache where it is there. */
export function loadRequest(
  api: ApiClient,
  dataset: string,
  request: DataRequest,
  context: WorkContext,
  load: (request: DataRequest) => Promise<unknown>,
): Promise<unknown> {
  switch (request.kind) {
    case 'table':
      return api.queryTable(dataset, request.query, context);
    case 'cube':
      return isExpression(request.metric)
        ? loadDerived(api, dataset, request.metric, context, load)
        : api.readCube(dataset, request.metric, context);
    case 'network':
      return loadNetwork(api, dataset, context);
    case 'analysis':
      return api.runAnalysis(dataset, request.name, request.params, context);
  }
}

async function loadDerived(
  api: ApiClient,
  dataset: string,
  metric: string,
  context: WorkContext,
  load: (request: DataRequest) => Promise<unknown>,
): Promise<Cube> {
  const { manifest } = await api.describeDataset(dataset, context);
  const plan = planMetric(manifest, metric)!;
  const cubes = await Promise.all(plan.parts.map(({ name }) => load(needCube(name)) as Promise<Cube>));
  return plan.expression ? deriveCube(plan, cubes, context) : cubes[0];
}

async function loadNetwork(api: ApiClient, dataset: string, context: WorkContext): Promise<Network> {
  const read = (table: 'vertices' | 'links') => api.queryTable(dataset, { table, orderBy: ['id'] }, context);
  const [vertices, links] = await Promise.all([read('vertices'), read('links')]);
  return createNetwork(columnsOf<'vertices'>(vertices), columnsOf<'links'>(links));
}

function columnsOf<N extends 'vertices' | 'links'>(frame: Frame): TableColumns<N> {
  return frame.columns as unknown as TableColumns<N>;
}
