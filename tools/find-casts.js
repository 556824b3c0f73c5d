import { parseSync, Visitor } from 'vite';

/** The lines of a source text where a value is given another type by a cast; `as const` is none. */
export function findCasts(path, text) {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const places = [];
  const note = ({ start, typeAnnotation }) => {
    if (text.slice(typeAnnotation.start, typeAnnotation.end) !== 'const') places.push(start);
  };
  new Visitor({ TSAsExpression: note, TSTypeAssertion: note }).visit(program);
  return places.map((place) => text.slice(0, place).split('\n').length);
}
