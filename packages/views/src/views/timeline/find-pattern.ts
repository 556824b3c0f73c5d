/** What a reader looks for among the names of calls and regions. */
interface FindPattern {
  /** As a regular expression, capitals or not. */
  readonly pattern: string;
  matches(name: string): boolean;
}

const MOST_LETTERS = 200;
/** The search over all spans knows neither looking around nor back references. */
const BEYOND_SEARCH = /\(\?[=!<]|\\[1-9]/;

/** Text is found anywhere in a name; between slashes it is a regular expression. Null = nothing, or no expression. */
export function findPattern(text: string): FindPattern | null {
  const trimmed = text.trim().slice(0, MOST_LETTERS);
  if (trimmed === '') return null;
  const inner = /^\/(.+)\/$/.exec(trimmed)?.[1];
  const pattern = inner ?? trimmed.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if (inner !== undefined && BEYOND_SEARCH.test(inner)) return null;
  try {
    const expression = new RegExp(pattern, 'i');
    return { pattern, matches: (name) => expression.test(name) };
  } catch {
    return null;
  }
}
