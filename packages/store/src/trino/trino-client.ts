import { setTimeout as sleep } from 'node:timers/promises';
import { WeftError } from '@weft/model';
import { cancelled } from '../engine-error.ts';
import { parseExactly } from './parse-exactly.ts';
import type { TrinoAddress } from './trino-address.ts';
import { notReached, type TrinoFailure, trinoError } from './trino-error.ts';

export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

interface TrinoColumn {
  readonly name: string;
  readonly type: string;
}

interface TrinoPage {
  readonly columns?: readonly TrinoColumn[];
  readonly data?: readonly (readonly JsonValue[])[];
}

interface Answer extends TrinoPage {
  readonly nextUri?: string;
  readonly error?: TrinoFailure;
}

interface StatementOptions {
  readonly schema?: string;
  readonly signal?: AbortSignal;
  /** Session properties. */
  readonly session?: Readonly<Record<string, string>>;
}

/** A coordinator that restarts, or a proxy before it, is asked again for this long. */
const PATIENCE_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const BUSY = new Set([429, 502, 503, 504]);

/** Runs one statement; its pages come as Trino has them. Who stops taking pages, or aborts, cancels it there, too. */
export async function* runStatement(
  address: TrinoAddress,
  sql: string,
  options: StatementOptions = {},
): AsyncGenerator<TrinoPage> {
  const { signal } = options;
  if (signal?.aborted) throw cancelled();
  const headers = headersOf(address, options);
  let next: string | undefined;
  try {
    let answer = await ask(address, `${address.origin}/v1/statement`, {
      method: 'POST',
      headers,
      body: sql,
      signal,
    });
    for (;;) {
      next = answer.nextUri;
      if (answer.error) throw trinoError(answer.error);
      yield answer;
      if (!next) return;
      answer = await ask(address, onOrigin(address, next), { headers, signal });
    }
  } catch (error) {
    throw signal?.aborted ? cancelled() : error;
  } finally {
    if (next) await cancel(onOrigin(address, next), headers);
  }
}

/** All rows of a small answer. */
export async function askRows(
  address: TrinoAddress,
  sql: string,
  options?: StatementOptions,
): Promise<(readonly JsonValue[])[]> {
  const rows: (readonly JsonValue[])[] = [];
  for await (const { data = [] } of runStatement(address, sql, options)) rows.push(...data);
  return rows;
}

function headersOf({ catalog, user, token }: TrinoAddress, { schema, session = {} }: StatementOptions) {
  const properties = Object.entries(session).map(([name, value]) => `${name}=${value}`);
  return {
    'X-Trino-User': user,
    'X-Trino-Source': 'weft',
    'X-Trino-Catalog': catalog,
    ...(schema ? { 'X-Trino-Schema': schema } : {}),
    ...(properties.length > 0 ? { 'X-Trino-Session': properties.join(',') } : {}),
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  };
}

/** What comes next is asked where the first question was: a token goes nowhere else. */
function onOrigin({ origin }: TrinoAddress, uri: string): string {
  const { pathname, search } = new URL(uri, origin);
  return `${origin}${pathname}${search}`;
}

async function ask(address: TrinoAddress, url: string, request: RequestInit): Promise<Answer> {
  const until = Date.now() + PATIENCE_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, 2000)) {
    const response = await fetch(url, { ...request, redirect: 'error' }).catch((error: unknown) => {
      // A statement that may have begun is not sent twice.
      if (request.signal?.aborted || request.method === 'POST' || Date.now() > until)
        throw notReached(address.origin, error);
      return null;
    });
    if (response?.ok) return parseExactly(await response.text()) as Answer;
    if (response && !(BUSY.has(response.status) && Date.now() < until)) throw refused(address, response);
    await sleep(pause, undefined, { signal: request.signal ?? undefined });
  }
}

function refused({ origin }: TrinoAddress, { status, statusText }: Response): WeftError {
  if (status === 401 || status === 403) {
    return new WeftError({
      code: 'ENGINE-REFUSED',
      message: `Trino at ${origin} does not know this user`,
      advice: 'Set WEFT_TRINO_USER and WEFT_TRINO_TOKEN.',
    });
  }
  return new WeftError({
    code: 'ENGINE-FAILED',
    message: `Trino at ${origin} answered ${status} ${statusText}`.trim(),
    advice:
      status === 404
        ? 'Check the address; the query may be gone with a restart: ask again.'
        : 'Ask again in a while.',
  });
}

async function cancel(url: string, headers: Record<string, string>): Promise<void> {
  await fetch(url, { method: 'DELETE', headers, signal: AbortSignal.timeout(5000) }).catch(() => null);
}
