import { isExpression } from '@weft/metrics';
import type { Manifest, TableName } from '@weft/model';
import type { DataRequest } from '@weft/views';

/** The tables of a dataset that a request is answered from. */
export function requestTables(request: DataRequest): readonly TableName[] {
  switch (request.kind) {
    case 'table':
      return [request.query.table];
    case 'cube':
      return ['counters'];
    case 'network':
      return ['vertices', 'links'];
    case 'why':
      return ['links', 'routes', 'jobs', 'ranks', 'messages', 'loads', 'counters'];
    case 'offers':
    case 'library':
      return [];
    case 'analysis':
      return Object.values(request.analysis.needs(request.analysis.params.parse(request.params))).flatMap(
        (query) => (query ? [query.table] : []),
      );
  }
}

/** Made of other requests rather than asked of the server. */
export function isDerived(request: DataRequest): boolean {
  return request.kind === 'cube' && isExpression(request.metric);
}

/** Tables that have other parts in one manifest than in the other. */
export function changedTables(before: Manifest, after: Manifest): Set<string> {
  const names = new Set([...Object.keys(before.tables), ...Object.keys(after.tables)]);
  const parts = ({ tables }: Manifest, name: string) =>
    tables[name]?.parts.map(({ path }) => path).join() ?? '';
  return new Set([...names].filter((name) => parts(before, name) !== parts(after, name)));
}
