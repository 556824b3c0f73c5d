import { randomBytes, timingSafeEqual } from 'node:crypto';
import { isIPv4 } from 'node:net';
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

/** Refuses other names for this machine (Host), other sites' pages (Origin, Sec-Fetch-Site), and callers without the token. */
export function guardRequests(guard: Guard): MiddlewareHandler {
  return async (context, next) => {
    const { req } = context;
    const host = req.header('host') ?? '';
    checkHost(host, guard.loopbackOnly);
    checkOrigin(req.header('origin'), host);
    if (req.path.startsWith('/api/')) {
      checkSite(req.header('sec-fetch-site'));
      checkToken(req.header('authorization'), guard.token);
    }
    await next();
  };
}

function checkHost(host: string, loopbackOnly: boolean): void {
  const name = host.replace(/:\d*$/, '');
  if (name === '' || (/^[\d.]+$/.test(name) && !isIPv4(name)))
    throw refused('BAD-HOST', `the host «${host}» is no address`);
  if (loopbackOnly && !isLoopbackAddress(name.replace(/^\[(.*)\]$/, '$1').toLowerCase()))
    throw refused('FOREIGN-HOST', `the host «${host}» is not this machine`);
}

function checkOrigin(origin: string | undefined, host: string): void {
  if (origin === undefined || origin === `http://${host}` || origin === `https://${host}`) return;
  throw refused('FOREIGN-ORIGIN', `pages of «${origin}» may not call this server`);
}

/** Browsers send no Origin with images, scripts and links, but say in this header who asks for them. */
function checkSite(site: string | undefined): void {
  if (site === undefined || site === 'same-origin' || site === 'none') return;
  throw refused('FOREIGN-SITE', 'pages of other sites may not call this server');
}

function checkToken(authorization: string | undefined, token: string | null): void {
  if (token === null || sameText(authorization?.replace(/^Bearer /, '') ?? '', token)) return;
  const advice = 'Open the URL that `weft serve` printed.';
  throw refused('TOKEN-NEEDED', 'this server answers only with its token', advice);
}

export function isLoopbackAddress(address: string): boolean {
  return address === 'localhost' || address === '::1' || (isIPv4(address) && address.startsWith('127.'));
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
