import { type EndpointName, paths } from '@weft/protocol';
import type { MiddlewareHandler } from 'hono';
import { createHistogram, type Histogram } from './histogram.ts';

/** Requests by the call they make, and how long their answers took to begin. */
export interface RequestCounts {
  readonly counts: ReadonlyMap<string, number>;
  readonly seconds: ReadonlyMap<string, Histogram>;
  readonly middleware: MiddlewareHandler;
}

type Call = EndpointName | 'page';

const patterns = Object.entries(paths).map(
  ([name, path]) => [name, new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)] as const,
);

export function createRequestCounts(): RequestCounts {
  const counts = new Map<string, number>();
  const seconds = new Map<string, Histogram>();
  return {
    counts,
    seconds,
    middleware: async (context, next) => {
      const start = performance.now();
      await next();
      const call = callOf(context.req.path);
      const key = `call="${call}",status="${context.res.status}"`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      const histogram = seconds.get(call) ?? createHistogram();
      seconds.set(call, histogram);
      histogram.observe((performance.now() - start) / 1000);
    },
  };
}

function callOf(path: string): Call | string {
  return patterns.find(([, pattern]) => pattern.test(path))?.[0] ?? 'page';
}
