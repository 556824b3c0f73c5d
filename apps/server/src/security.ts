import { randomBytes, timingSafeEqual } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { WeftError } from '@weft/model';
import { contentSecurityPolicy, paths } from '@weft/protocol';
import type { MiddlewareHandler } from 'hono';
import type { SharedAccess } from './access/shared-access.ts';

export interface Guard {
  /** Demanded of every call of the API where it is set. */
  readonly token: string | null;
  /** Links that admit others beside the token. */
  readonly shared: SharedAccess;
  /** Only requests that name the loopback, or the public address, as their host are answered. */
  readonly loopbackOnly: boolean;
  /** Where a proxy shows the server. */
  readonly publicUrl: URL | null;
  /** Origins whose pages may show this one in a frame. */
  readonly embedders: readonly string[];
}

/** Headers on every answer. Set on the answer itself: `context.header` would copy a large body to make a new one. */
export function securityHeaders({ embedders }: Guard): MiddlewareHandler {
  const policy = contentSecurityPolicy(embedders);
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    headers.set('content-security-policy', policy);
    headers.set('x-content-type-options', 'nosniff');
    headers.set('referrer-policy', 'no-referrer');
    headers.set('cross-origin-resource-policy', 'same-origin');
    headers.set('cross-origin-opener-policy', 'same-origin');
  };
}

/**
 * Refuses other names for this machine (Host) and, where data are asked for, other sites' pages (Origin, Sec-Fetch-Site)
 * and callers without a token. The files of the page are no secret.
 */
export function guardRequests(guard: Guard): MiddlewareHandler {
  return async (context, next) => {
    const { req } = context;
    const host = req.header('host') ?? '';
    checkHost(host, guard);
    // A request may name its host in its first line instead, which counts more than the header.
    checkHost(new URL(req.url).host, guard);
    if (isCall(req.path)) {
      checkSite(req.header('sec-fetch-site'));
      checkOrigin(req.header('origin'), host, guard.publicUrl);
      if (req.path !== paths.health) checkToken(req.header('authorization'), req.path, guard);
    }
    await next();
  };
}

function isCall(path: string): boolean {
  return path.startsWith('/api/') || path === paths.health || path === paths.metrics;
}

function checkHost(host: string, { loopbackOnly, publicUrl }: Guard): void {
  const name = host.replace(/:\d*$/, '').toLowerCase();
  if (name === '' || (/^[\d.]+$/.test(name) && !isIPv4(name)))
    throw refused('BAD-HOST', `the host «${host}» is no address`);
  if (!loopbackOnly || isLoopbackAddress(name.replace(/^\[(.*)\]$/, '$1'))) return;
  if (name === publicUrl?.hostname) return;
  throw refused('FOREIGN-HOST', `the host «${host}» is not this machine`, proxyAdvice(`https://${host}/`));
}

function checkOrigin(origin: string | undefined, host: string, publicUrl: URL | null): void {
  if (origin === undefined || origin === `http://${host}` || origin === `https://${host}`) return;
  if (origin === publicUrl?.origin) return;
  const advice = origin === 'null' ? undefined : proxyAdvice(`${origin}/`);
  throw refused('FOREIGN-ORIGIN', `pages of «${origin}» may not call this server`, advice);
}

function proxyAdvice(address: string): string {
  return `Where a proxy shows Weft under this name, start it with --public-url ${address} (and the folder, where it is in one).`;
}

/** Browsers send no Origin with images, scripts and links, but say in this header who asks for them. */
function checkSite(site: string | undefined): void {
  if (site === undefined || site === 'same-origin' || site === 'none') return;
  throw refused('FOREIGN-SITE', 'pages of other sites may not call this server');
}

function checkToken(authorization: string | undefined, path: string, { token, shared }: Guard): void {
  if (token === null) return;
  if (authorization === undefined) {
    const advice =
      'Open the address that `weft serve` printed, or a link copied from its page. A proxy before it must pass the header Authorization.';
    throw refused('TOKEN-NEEDED', 'this server answers only with its token', advice);
  }
  const given = authorization.replace(/^Bearer +/i, '');
  if (sameText(given, token)) return;
  if (!sameText(given, shared.token() ?? '') || given === '') {
    const advice = 'Links end when their owner ends them or the server starts anew: ask for a new one.';
    throw refused('TOKEN-REFUSED', 'the token of this address does not hold, or no longer', advice);
  }
  if (/^\/api\/(uploads\/|datasets\/[^/]+\/place$)/.test(path) || path === paths.endSharing)
    throw refused('SHARED-ACCESS', 'who came by a shared link may look at everything and change nothing');
}

export function isLoopbackAddress(address: string): boolean {
  return address === 'localhost' || address === '::1' || (isIPv4(address) && address.startsWith('127.'));
}

/** An empty name would mean every address of the machine. */
export function checkListenHost(host: string): void {
  if (/^[\x21-\x7e]+$/.test(host)) return;
  const advice = 'Give one, or leave the option out: 127.0.0.1. Every address of the machine is 0.0.0.0.';
  throw refused('BAD-OPTION', `the host to listen on «${host}» is no address`, advice);
}

/** The token to demand: the one given, else one made up off the loopback, else none. */
export function chooseToken(given: string | undefined, loopbackOnly: boolean): string | null {
  if (given === undefined) return loopbackOnly ? null : randomBytes(24).toString('base64url');
  if (/^[\x21-\x7e]+$/.test(given)) return given;
  throw refused(
    'BAD-TOKEN',
    given === '' ? 'the token is empty' : 'a token has no spaces and only letters, digits and signs of ASCII',
    'Give one, or leave the option out: off the loopback a token is made up.',
  );
}

function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

function refused(code: string, message: string, advice?: string): WeftError {
  return new WeftError({ code, message, advice });
}
