import { type ErrorFacts, WeftError } from '@weft/model';

/** What Trino tells of a query that failed. */
export interface TrinoFailure {
  readonly message?: string;
  readonly errorName?: string;
  readonly errorType?: string;
  readonly errorLocation?: { readonly lineNumber: number; readonly columnNumber: number };
}

const AGAIN = 'Ask again; `SELECT * FROM system.runtime.nodes` in Trino tells which nodes are there.';
const FEWER = 'Ask for fewer rows or columns, a shorter time range or smaller groups.';
const DIALECT = "SQL is Trino's here; docs/beyond-one-machine.md says where it differs.";

export function trinoError(failure: TrinoFailure): WeftError {
  return new WeftError(factsOf(failure));
}

function factsOf({
  message = 'no reason given',
  errorName = '',
  errorType,
  errorLocation,
}: TrinoFailure): ErrorFacts {
  const [text] = message.split('\n');
  if (errorName === 'USER_CANCELED') return { code: 'CANCELLED', message: 'the work was cancelled' };
  if (/PERMISSION_DENIED|ACCESS_DENIED/.test(errorName) || /^Access Denied/.test(text)) {
    return {
      code: 'ENGINE-REFUSED',
      message: `Trino refuses this: ${text}`,
      advice: 'Ask its administrator for the right.',
    };
  }
  if (errorName === 'NO_NODES_AVAILABLE' || /active worker nodes/.test(text)) {
    return { code: 'ENGINE-NO-WORKERS', message: 'Trino has no workers', advice: AGAIN };
  }
  if (/TIME_LIMIT/.test(errorName))
    return { code: 'SQL-TIMEOUT', message: `Trino stopped the query: ${text}`, advice: FEWER };
  if (errorType === 'INSUFFICIENT_RESOURCES') {
    return { code: 'OUT-OF-MEMORY', message: `Trino has too little for this query: ${text}`, advice: FEWER };
  }
  if (errorName.startsWith('HIVE_')) {
    return {
      code: 'ENGINE-FILES',
      message: `Trino cannot read the dataset: ${text}`,
      advice: 'See that all nodes see its folder under the same path.',
    };
  }
  if (errorName === 'CATALOG_NOT_FOUND') {
    return {
      code: 'ENGINE-CATALOG',
      message: `Trino has no such catalog: ${text}`,
      advice: 'Name one that it has; `SHOW CATALOGS` in Trino lists them.',
    };
  }
  if (errorType === 'USER_ERROR')
    return { code: 'SQL-ERROR', message: `${withoutLongList(text)}${place(errorLocation)}`, advice: DIALECT };
  return { code: 'ENGINE-FAILED', message: `Trino could not finish the query: ${text}`, advice: AGAIN };
}

/** Few words that may follow help; half of the grammar does not. */
function withoutLongList(text: string): string {
  return text.replace(/\. Expecting: (?:[^,]+, ){5}.*$/, '');
}

/** Trino's messages often begin with the place themselves. */
function place(location: TrinoFailure['errorLocation']): string {
  return location ? ` at line ${location.lineNumber}, column ${location.columnNumber}` : '';
}

export function notReached(origin: string, cause: unknown): WeftError {
  const facts = isUntrusted(cause)
    ? {
        message: `the certificate of ${origin} is not trusted`,
        advice: 'Name a file with the authority that signed it in NODE_EXTRA_CA_CERTS.',
      }
    : {
        message: `Trino does not answer at ${origin}`,
        advice: 'Check the address and that its coordinator runs.',
      };
  return new WeftError({ code: 'ENGINE-NOT-REACHED', ...facts }, { cause });
}

function isUntrusted(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && /CERT|VERIFY|ISSUER/.test(String(at.code))) return true;
  }
  return false;
}

interface Reply {
  readonly status: number;
  readonly statusText: string;
  readonly location: string | null;
}

/** What a coordinator, or a proxy before it, means by a status other than 200. */
export function refusedBy(origin: string, { status, statusText, location }: Reply): WeftError {
  if (status === 401 || status === 403) {
    return new WeftError({
      code: 'ENGINE-REFUSED',
      message: `Trino at ${origin} does not know this user`,
      advice: 'Set WEFT_TRINO_USER and WEFT_TRINO_TOKEN.',
    });
  }
  if (status >= 300 && status < 400) {
    const there = URL.canParse(location ?? '', origin) ? new URL(location ?? '', origin).origin : 'elsewhere';
    return new WeftError({
      code: 'ENGINE-FAILED',
      message: `${origin} sends questions on to ${there}, where they are not sent`,
      advice: 'Give the address of the Trino itself; one by https begins with https://.',
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

export function noTrino(origin: string, cause?: unknown): WeftError {
  return new WeftError(
    {
      code: 'ENGINE-FAILED',
      message: `what answers at ${origin} is no Trino`,
      advice: 'Check the address, and whether a proxy asks for a login.',
    },
    { cause },
  );
}
