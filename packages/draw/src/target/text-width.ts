/** Average advance of common sans fonts: close enough to place labels without a browser. */
export function estimateTextWidth(text: string, size: number): number {
  let em = 0;
  for (const c of text)
    em += /[ .,:;'|ilj!]/.test(c) ? 0.29 : /[mwMW%]/.test(c) ? 0.86 : /[A-Z]/.test(c) ? 0.65 : 0.56;
  return em * size;
}
