/** Where each call of the API is; a name after a colon stands for a part of the path. */
export const paths = {
  list: '/api/datasets',
  describe: '/api/datasets/:id',
  picture: '/api/datasets/:id/picture',
  query: '/api/datasets/:id/query',
  sql: '/api/datasets/:id/sql',
  cube: '/api/datasets/:id/cube',
  analyses: '/api/analyses',
  analyse: '/api/datasets/:id/analyses/:name',
  why: '/api/datasets/:id/why',
  place: '/api/datasets/:id/place',
  library: '/api/library',
  study: '/api/studies/:id',
  upload: '/api/uploads/:upload',
  import: '/api/uploads/:upload/import',
  share: '/api/share',
  endSharing: '/api/share/end',
  health: '/healthz',
  metrics: '/metrics',
  openapi: '/api/openapi.json',
} as const;

export type EndpointName = keyof typeof paths;

type PartsOf<Path extends string> = Path extends `${string}:${infer Part}/${infer Rest}`
  ? Part | PartsOf<Rest>
  : Path extends `${string}:${infer Part}`
    ? Part
    : never;

/** The path of a call with its parts filled in. */
export function pathTo<Name extends EndpointName>(
  name: Name,
  parts: Readonly<Record<PartsOf<(typeof paths)[Name]>, string>>,
): string {
  const texts: Readonly<Record<string, string>> = parts;
  return paths[name].replace(/:(\w+)/g, (_, part: string) => encodeURIComponent(texts[part]));
}
