/** The dimension a link of a torus goes along and which way, by the coordinates of its ends; null where they are no neighbours. */
export function torusDirection(
  from: readonly number[],
  to: readonly number[],
  sizes: readonly number[],
): { readonly class: string; readonly direction: string; readonly reverseDirection: string } | null {
  const changed = sizes.flatMap((_, at) => (from[at] === to[at] ? [] : [at]));
  if (changed.length !== 1) return null;
  const [at] = changed;
  const step = (to[at] - from[at] + sizes[at]) % sizes[at];
  if (step !== 1 && step !== sizes[at] - 1) return null;
  // Of two neighbours in a ring of two, the step up is the one to the higher coordinate.
  const up = sizes[at] === 2 ? to[at] > from[at] : step === 1;
  const name = String.fromCharCode(97 + at);
  const [ahead, back] = up ? ['+', '-'] : ['-', '+'];
  return { class: `dim ${name}`, direction: `${ahead}${name}`, reverseDirection: `${back}${name}` };
}
