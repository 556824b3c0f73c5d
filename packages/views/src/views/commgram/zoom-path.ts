/** One step into the data: a phase of so many, a community of so many in that phase, or a ribbon between two. */
export type ZoomStep =
  | { readonly kind: 'phase'; readonly phases: number; readonly phase: number }
  | { readonly kind: 'community'; readonly communities: number; readonly community: number }
  | { readonly kind: 'ribbon'; readonly communities: number; readonly src: number; readonly dst: number };

/** `t27.8_t12.0_r18.5.7`: phase 8 of 27, in it phase 0 of 12, there the ribbon from community 5 to 7 of 18. */
export function printZoom(steps: readonly ZoomStep[]): string {
  return steps
    .map((step) => {
      if (step.kind === 'phase') return `t${step.phases}.${step.phase}`;
      if (step.kind === 'community') return `c${step.communities}.${step.community}`;
      return `r${step.communities}.${step.src}.${step.dst}`;
    })
    .join('_');
}

/** Steps up to the first that makes no sense. */
export function parseZoom(text: string): ZoomStep[] {
  const steps: ZoomStep[] = [];
  for (const part of text.split('_').filter(Boolean)) {
    const step = parseStep(part);
    const last = steps[steps.length - 1];
    if (!step || (last && last.kind !== 'phase')) return steps;
    if (!last && step.kind !== 'phase') return steps;
    steps.push(step);
  }
  return steps;
}

function parseStep(text: string): ZoomStep | null {
  const match = /^([tcr])(\d+)\.(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) return null;
  const [, kind, count, first, second] = match;
  const [of, a, b] = [Number(count), Number(first), Number(second)];
  if (a >= of || b >= of) return null;
  if (kind === 'r') return second ? { kind: 'ribbon', communities: of, src: a, dst: b } : null;
  if (second) return null;
  return kind === 'c'
    ? { kind: 'community', communities: of, community: a }
    : { kind: 'phase', phases: of, phase: a };
}

/** The part of a path an analysis takes: phases only. */
export function phaseSteps(steps: readonly ZoomStep[]): { phases: number; phase: number }[] {
  return steps.flatMap((step) => (step.kind === 'phase' ? [{ phases: step.phases, phase: step.phase }] : []));
}

/** t8, t8_0, t8_0_3: name of phase `phase` below a path. */
export function phaseName(steps: readonly ZoomStep[], phase: number): string {
  const path = phaseSteps(steps).map((step) => step.phase);
  return `t${[...path, phase].join('_')}`;
}

export function stepTitle(steps: readonly ZoomStep[], at: number): string {
  const step = steps[at];
  if (step.kind === 'phase') return phaseName(steps.slice(0, at), step.phase);
  if (step.kind === 'community') return `community ${step.community}`;
  return `ribbon ${step.src} → ${step.dst}`;
}

/** Sorted ranks as ranges in base 36: `0-b.1o`. */
export function printRanks(ranks: ArrayLike<number>): string {
  const parts: string[] = [];
  for (let i = 0; i < ranks.length; ) {
    let end = i;
    while (end + 1 < ranks.length && ranks[end + 1] === ranks[end] + 1) end++;
    const first = ranks[i].toString(36);
    parts.push(end > i ? `${first}-${ranks[end].toString(36)}` : first);
    i = end + 1;
  }
  return parts.join('.');
}

export function parseRanks(text: string): number[] {
  return text
    .split('.')
    .filter(Boolean)
    .flatMap((part) => {
      const [first, last = first] = part.split('-').map((digits) => Number.parseInt(digits, 36));
      if (!(last >= first) || last - first > 1e6) return [];
      return Array.from({ length: last - first + 1 }, (_, i) => first + i);
    });
}
