import { type Diagnostic, type ErrorFacts, errorFromFacts, formatError } from '@weft/model';

/** What could not be read or is worth saying; equal things are counted together. */
export class Losses {
  readonly keepGoing: boolean;
  private readonly notes = new Map<string, Diagnostic>();
  private readonly errors: ErrorFacts[] = [];

  constructor(keepGoing: boolean) {
    this.keepGoing = keepGoing;
  }

  /** Adds to the count of a code; the first text stays. */
  note(code: string, count: number, text: string): void {
    if (count === 0) return;
    const known = this.notes.get(code);
    this.notes.set(code, { code, count: (known?.count ?? 0) + count, text: known?.text ?? text });
  }

  add(error: ErrorFacts, events = -1, bytes = 0): void {
    this.errors.push(error);
    this.note('OTF2-LOST-EVENTS', Math.max(0, events), 'events lost in damaged parts, as far as known');
    this.note('OTF2-LOST-BYTES', bytes, 'bytes of damaged or cut files that could not be read');
  }

  diagnostics(): Diagnostic[] {
    const byCode = new Map<string, ErrorFacts[]>();
    for (const error of this.errors) byCode.set(error.code, [...(byCode.get(error.code) ?? []), error]);
    const faults = [...byCode].map(([code, list]) => ({
      code,
      count: list.length,
      text: describe(list),
    }));
    return [...faults, ...this.notes.values()];
  }
}

const SHOWN = 3;

function describe(errors: readonly ErrorFacts[]): string {
  const texts = errors
    .slice(0, SHOWN)
    .map(({ code, message, file, offset, record }) =>
      formatError(errorFromFacts({ code, message, file, offset, record })).slice(code.length + 2),
    );
  const more = errors.length - texts.length;
  return texts.join('; ') + (more > 0 ? `; and ${more} more` : '');
}
