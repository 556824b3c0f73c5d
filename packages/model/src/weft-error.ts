/** Where in which input something went wrong, and what a person can do about it. */
export interface ErrorFacts {
  /** Stable, for programs: upper case with dashes, e.g. `DATASET-NOT-FOUND`. */
  readonly code: string;
  readonly message: string;
  readonly file?: string;
  readonly offset?: number;
  readonly line?: number;
  readonly record?: string;
  readonly advice?: string;
}

const inLogs: unique symbol = Symbol.for('nodejs.util.inspect.custom');

export class WeftError extends Error implements ErrorFacts {
  readonly code: string;
  readonly file?: string;
  readonly offset?: number;
  readonly line?: number;
  readonly record?: string;
  readonly advice?: string;

  constructor(facts: ErrorFacts, options?: { cause?: unknown }) {
    super(facts.message, options);
    this.name = 'WeftError';
    this.code = facts.code;
    this.file = facts.file;
    this.offset = facts.offset;
    this.line = facts.line;
    this.record = facts.record;
    this.advice = facts.advice;
  }

  /** One line where it is logged: it tells of data or a client and not of a place in the program. */
  [inLogs](): string {
    return formatError(this).replace(/\p{Cc}/gu, '�');
  }
}

export function errorFacts(error: unknown): ErrorFacts {
  if (error instanceof WeftError) {
    const { code, message, file, offset, line, record, advice } = error;
    return { code, message, file, offset, line, record, advice };
  }
  return { code: 'INTERNAL', message: error instanceof Error ? error.message : String(error) };
}

/** Rebuilds an error that crossed a thread or a wire as plain facts. */
export function errorFromFacts(facts: ErrorFacts): WeftError {
  return new WeftError(facts);
}

/** One line for a terminal: `CODE: message (file x, offset 12, record Y). Advice.` */
export function formatError(error: unknown): string {
  const { code, message, file, offset, line, record, advice } = errorFacts(error);
  const places = [
    file === undefined ? '' : file,
    line === undefined ? '' : `line ${line}`,
    offset === undefined ? '' : `offset ${offset}`,
    record === undefined ? '' : `record ${record}`,
  ].filter(Boolean);
  const where = places.length > 0 ? ` (${places.join(', ')})` : '';
  const text = `${code}: ${message}${where}`.replace(/\s*\n\s*/g, ' ');
  return advice ? `${text}. ${advice}` : text;
}
