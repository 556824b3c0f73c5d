import { setTimeout as sleep } from 'node:timers/promises';
import { cancelled } from '../engine-error.ts';
import { parseExactly } from './parse-exactly.ts';
import type { TrinoAddress } from './trino-address.ts';
import { noTrino, notReached, refusedBy, type TrinoFailure, trinoError } from './trino-error.ts';

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
  /** How long the coordinator may say nothing. */
  readonly silenceMs?: number;
}

/** A coordinator that restarts, or a proxy before it, is asked again for this long. */
const PATIENCE_MS = 10_000;
const FIRST_PAUSE_MS = 100;
/** It says every second that a query goes on; a machine that is down says nothing. */
const SILENCE_MS = 60_000;
const BUSY = new Set([429, 502, 503, 504]);

/** Without workers a query would wait for them for minutes. */
const ALWAYS = { required_workers_max_wait_time: '10s' };

/** Runs one statement; its pages come as Trino has them. Who stops taking pages, or aborts, cancels it there, too. */
export async function* runStatement(
  address: TrinoAddress,
  sql: string,
  options: StatementOptions = {},
): AsyncGenerator<TrinoPage> {
  const { signal, silenceMs } = options;
  if (signal?.aborted) throw cancelled();
  const headers = headersOf(address, options);
  let next: string | undefined;
  try {
    let answer = await ask(address, `${address.origin}/v1/statement`, {
      method: 'POST',
      headers,
      body: sql,
      signal,
      silenceMs,
    });
    for (;;) {
      next = answer.nextUri;
      if (answer.error) throw trinoError(answer.error);
      yield answer;
      if (!next) return;
      answer = await ask(address, onOrigin(address, next), { headers, signal, silenceMs });
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
  const properties = Object.entries({ ...ALWAYS, ...session }).map(([name, value]) => `${name}=${value}`);
  return {
    'X-Trino-User': user,
    'X-Trino-Source': 'weft',
    'X-Trino-Catalog': catalog,
    ...(schema ? { 'X-Trino-Schema': schema } : {}),
    'X-Trino-Session': properties.join(','),
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  };
}

/** What comes next is asked where the first question was. */
function onOrigin({ origin }: TrinoAddress, uri: string): string {
  const { pathname, search } = new URL(uri, origin);
  return `${origin}${pathname}${search}`;
}

interface Sent {
  readonly method?: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal?: AbortSignal;
  readonly silenceMs?: number;
}

async function ask(address: TrinoAddress, url: string, request: Sent): Promise<Answer> {
  const until = Date.now() + PATIENCE_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, 2000)) {
    const reply = await send(url, request).catch((error: unknown) => {
      // A statement that may have begun is not sent twice.
      if (request.signal?.aborted || request.method === 'POST' || Date.now() > until)
        throw notReached(address.origin, error);
      return null;
    });
    if (reply?.status === 200) return answerOf(address, reply.text);
    if (reply && !(BUSY.has(reply.status) && Date.now() < until)) throw refusedBy(address.origin, reply);
    await sleep(pause, undefined, { signal: request.signal });
  }
}

/** Nothing is sent on to another place: a token goes nowhere else. */
async function send(url: string, { signal, silenceMs = SILENCE_MS, ...request }: Sent) {
  const silence = AbortSignal.timeout(silenceMs);
  const response = await fetch(url, {
    ...request,
    redirect: 'manual',
    signal: signal ? AbortSignal.any([signal, silence]) : silence,
  });
  const { status, statusText, headers } = response;
  return { status, statusText, location: headers.get('location'), text: await response.text() };
}

function answerOf({ origin }: TrinoAddress, text: string): Answer {
  try {
    const answer = parseExactly(text);
    if (typeof answer === 'object' && answer !== null) return answer;
  } catch (error) {
    throw noTrino(origin, error);
  }
  throw noTrino(origin);
}

async function cancel(url: string, headers: Record<string, string>): Promise<void> {
  await fetch(url, { method: 'DELETE', headers, signal: AbortSignal.timeout(5000) }).catch(() => null);
}
