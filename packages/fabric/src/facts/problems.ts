import { type Diagnostic, WeftError } from '@weft/model';

/** A line of a file. */
export interface Place {
  readonly file: string;
  readonly line?: number;
}

export interface Problem {
  readonly code: string;
  /** What is wrong with all of them, in a few words. */
  readonly what: string;
  /** The thing that this problem was found at. */
  readonly example: string;
  readonly place?: Place;
}

const EXAMPLES = 5;

interface Gathered {
  readonly what: string;
  count: number;
  readonly examples: string[];
}

/** Gathers what is wrong or odd in the input, by code, with the first few places of each. */
export class Problems {
  private readonly byCode = new Map<string, Gathered>();
  private readonly keepGoing: boolean;

  constructor(keepGoing: boolean) {
    this.keepGoing = keepGoing;
  }

  /** Something the reader of the report should know of; the import goes on. */
  note({ code, what, example, place }: Problem): void {
    const known = this.byCode.get(code) ?? { what, count: 0, examples: [] };
    known.count++;
    if (known.examples.length < EXAMPLES)
      known.examples.push(place ? `${example} (${placeText(place)})` : example);
    this.byCode.set(code, known);
  }

  /** Damage: an error, unless what can be read is to be read. */
  damage(problem: Problem, advice = 'Add --keep-going to import the rest.'): void {
    if (this.keepGoing) {
      this.note(problem);
      return;
    }
    const { code, what, example, place } = problem;
    throw new WeftError({ code, message: `${what}: ${example}`, ...place, advice });
  }

  diagnostics(): Diagnostic[] {
    return [...this.byCode].map(([code, { what, count, examples }]) => {
      const more = count > examples.length ? ` and ${count - examples.length} more` : '';
      return { code, count, text: `${what}: ${examples.join('; ')}${more}` };
    });
  }
}

function placeText({ file, line }: Place): string {
  const name = file.slice(file.lastIndexOf('/') + 1);
  return line === undefined ? name : `${name}, line ${line}`;
}

/** A line that a reader cannot make sense of. */
export function badLine(text: string, place: Place): Problem {
  return {
    code: 'BAD-LINE',
    what: 'a line that cannot be read',
    example: JSON.stringify(text.slice(0, 80)),
    place,
  };
}
