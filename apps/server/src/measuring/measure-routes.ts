import { paths } from '@weft/protocol';
import type { Hono } from 'hono';
import type { Catalog } from '../catalog.ts';
import { OPEN_METRICS_TYPE } from './open-metrics.ts';
import { type Measured, serverMetrics } from './server-metrics.ts';

/** Whether the server lives, and what it does. */
export function addMeasureRoutes(app: Hono, measured: Measured, catalog: Catalog): void {
  app.get(paths.health, (context) => context.json({ status: 'ok', version: measured.version }));
  app.get(paths.metrics, async () => {
    const text = serverMetrics(measured, await catalog.list());
    return new Response(text, {
      headers: { 'content-type': OPEN_METRICS_TYPE, 'cache-control': 'no-store' },
    });
  });
}
