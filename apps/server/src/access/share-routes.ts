import { paths } from '@weft/protocol';
import type { Hono } from 'hono';
import type { SharedAccess } from './shared-access.ts';

/** Links that bring others in. A server without a token needs none in them. */
export function addShareRoutes(app: Hono, shared: SharedAccess, demandsToken: boolean): void {
  app.post(paths.share, (context) => context.json({ token: demandsToken ? shared.share() : null }));
  app.post(paths.endSharing, (context) => {
    shared.end();
    return context.json({});
  });
}
