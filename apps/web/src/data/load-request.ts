import { createNetwork, type Frame, type Network, type TableColumns, type WorkContext } from '@weft/model';
import type { DataRequest } from '@weft/views';
import type { ApiClient } from '../api/api-client.ts';

/** Fetches what one request names. */
export function loadRequest(
  api: ApiClient,
  dataset: string,
  request: DataRequest,
  context: WorkContext,
): Promise<unknown> {
  switch (request.kind) {
    case 'table':
      return api.queryTable(dataset, request.query, context);
    case 'cube':
      return api.readCube(dataset, request.metric, context);
    case 'network':
      return loadNetwork(api, dataset, context);
    case 'analysis':
      return api.runAnalysis(dataset, request.name, request.params, context);
  }
}

async function loadNetwork(api: ApiClient, dataset: string, context: WorkContext): Promise<Network> {
  const read = (table: 'vertices' | 'links') => api.queryTable(dataset, { table, orderBy: ['id'] }, context);
  const [vertices, links] = await Promise.all([read('vertices'), read('links')]);
  return createNetwork(columnsOf<'vertices'>(vertices), columnsOf<'links'>(links));
}

function columnsOf<N extends 'vertices' | 'links'>(frame: Frame): TableColumns<N> {
  return frame.columns as unknown as TableColumns<N>;
}
