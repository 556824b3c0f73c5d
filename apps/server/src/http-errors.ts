import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type ErrorFacts, errorFacts, WeftError } from '@weft/model';
import type { Context } from 'hono';
import type { z } from 'zod';
import { refusalPage } from './access/refusal-page.ts';

/** In which the body of a request must be here. */
const BODY_SECONDS = 30;

const STATUS: Readonly<Record<string, number>> = {
  'DATASET-NOT-FOUND': 404,
  'ANALYSIS-NOT-FOUND': 404,
  'NOT-FOUND': 404,
  'DATASET-GONE': 410,
  'DATASET-INCOMPLETE': 503,
  'STUDY-NOT-READY': 409,
  'BODY-TOO-LARGE': 413,
  'UPLOAD-TOO-LARGE': 413,
  'RESULT-TOO-LARGE': 413,
  'TOKEN-NEEDED': 401,
  'TOKEN-REFUSED': 401,
  'SHARED-ACCESS': 403,
  'FOREIGN-HOST': 403,
  'FOREIGN-ORIGIN': 403,
  'FOREIGN-SITE': 403,
  'SQL-REFUSED': 403,
  'SQL-BUSY': 503,
  'SERVER-BUSY': 503,
  'BODY-TOO-SLOW': 408,
  'SQL-TIMEOUT': 504,
  'TOO-MANY-ROWS': 413,
  'ENGINE-NOT-REACHED': 502,
  'ENGINE-FAILED': 502,
  'ENGINE-NO-WORKERS': 503,
  'OUT-OF-MEMORY': 507,
  CANCELLED: 499,
  INTERNAL: 500,
};

/**
 * Errors as JSON facts, or as a page for somebody who opened the address in a browser: never a stack, and no text of an
 * unforeseen error's inside.
 */
export function errorResponse(error: unknown, accept = ''): Response {
  const facts = publicFacts(error);
  const status = STATUS[facts.code] ?? 400;
  if (!accept.includes('text/html')) return Response.json({ error: facts }, { status });
  return new Response(refusalPage(facts), {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
}

/** Files go by their names: where they lie on this machine is nobody's business. */
function publicFacts(error: unknown): ErrorFacts {
  const facts = errorFacts(error);
  if (facts.code !== 'INTERNAL') return facts.file ? { ...facts, file: basename(facts.file) } : facts;
  console.error(error);
  return { code: 'INTERNAL', message: 'the server failed; its log says why' };
}

/** The JSON body checked against its schema; the error names the place. */
export async function readBody<T>(context: Context, schema: z.ZodType<T>): Promise<T> {
  const body = await withinBodyTime(context.req.json(), {
    code: 'BAD-REQUEST',
    message: 'the body is not JSON',
  });
  return checkParams(schema, body);
}

/** What is read of a body, where it is here in time; `failure` tells why else it cannot be read. */
export async function withinBodyTime<T>(reading: Promise<T>, failure: ErrorFacts): Promise<T> {
  const patience = new AbortController();
  try {
    return await Promise.race([reading, tooSlow(patience.signal)]);
  } catch (error) {
    throw error instanceof WeftError ? error : new WeftError(failure);
  } finally {
    patience.abort();
  }
}

async function tooSlow(signal: AbortSignal): Promise<never> {
  await setTimeout(BODY_SECONDS * 1000, undefined, { signal });
  throw new WeftError({
    code: 'BODY-TOO-SLOW',
    message: `the body of the request did not come within ${BODY_SECONDS} s`,
  });
}

export function checkParams<T>(
  schema: z.ZodType<T>,
  value: unknown,
  advice = 'GET /api/openapi.json describes every call.',
): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new WeftError({ code: 'BAD-REQUEST', message: describeIssue(parsed.error.issues[0]), advice });
}

function describeIssue(issue: z.core.$ZodIssue): string {
  return issue.code === 'unrecognized_keys'
    ? `there is no parameter ${issue.keys.map((key) => `«${[...issue.path, key].join('.')}»`).join(', ')}`
    : `${issue.path.join('.') || 'body'}: ${issue.message}`;
}
