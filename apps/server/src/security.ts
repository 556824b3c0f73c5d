import { timingSafeEqual } from 'node:crypto';
import { WeftError } from '@weft/model';
import { CONTENT_SECURITY_POLICY } from '@weft/protocol';
import type { MiddlewareHandler } from 'hono';

export interface Guard {
  /** Demanded of every call of the API where it is set. */
  readonly token: string | null;
  /** Only requests that name the loopback as their host are answered. */
  readonly loopbackOnly: boolean;
}

/** Headers on every answer. Set on the answer itself: `context.header` would copy a large body to make a new one. */
export const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  const { headers } = context.res;
  headers.set('content-security-policy', CONTENT_SECURITY_POLICY);
  headers.set('x-content-type-options', 'nosniff');
  headers.set('referrer-policy', 'no-referrer');
  headers.set('cross-origin-resource-policy', 'same-origin');
  headers.set('cross-origin-opener-policy', 'same-origin');
};

/** Refuses other sites' pages (Origin), other names for this machine (Host), and callers without the token. */
export function guardRequests(guard: Guard): MiddlewareHandler {
  return async (context, next) => {
    const host = context.req.header('host') ?? '';
    const origin = context.req.header('origin');
    if (guard.loopbackOnly && !isLoopbackHost(host))
      throw refused('FOREIGN-HOST', `the host «${host}» is not this machine`);
    if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`) {
      throw refused('FOREIGN-ORIGIN', `pages of «${origin}» may not call this server`);
    }
    if (guard.token !== null && context.req.path.startsWith('/api/')) {
      const given = context.req.header('authorization')?.replace(/^Bearer /, '') ?? '';
      if (!sameText(given, guard.token)) {
        throw refused(
          'TOKEN-NEEDED',
          'this server answers only with its token',
          'Open the URL that `weft serve` printed.',
        );
      }
    }
    await next();
  };
}

function isLoopbackHost(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host);
}

export function isLoopbackAddress(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^127(\.\d{1,3}){3}$/.test(address);
}

function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

function refused(code: string, message: string, advice?: string): WeftError {
  return new WeftError({ code, message, advice });
}
