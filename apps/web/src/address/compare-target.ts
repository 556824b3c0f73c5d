/** What the open dataset and selection (side A) are compared with (side B). */
export type CompareTarget =
  | { readonly kind: 'dataset'; readonly id: string }
  | { readonly kind: 'time'; readonly time: readonly [number, number] }
  | { readonly kind: 'job'; readonly job: number };

/** As in the address: `dataset:pods-packed`, `time:0,3600000000000`, `job:3`. */
export function printTarget(target: CompareTarget): string {
  switch (target.kind) {
    case 'dataset':
      return `dataset:${target.id}`;
    case 'time':
      return `time:${target.time.join()}`;
    case 'job':
      return `job:${target.job}`;
  }
}

/** Null where the text makes no sense. */
export function parseTarget(text: string | null): CompareTarget | null {
  const match = /^(dataset|time|job):(.+)$/.exec(text ?? '');
  if (!match) return null;
  const [, kind, value] = match;
  if (kind === 'dataset') return { kind, id: value };
  const numbers = value.split(',').map(Number);
  if (numbers.some((number) => !Number.isFinite(number))) return null;
  if (kind === 'job') return Number.isInteger(numbers[0]) ? { kind: 'job', job: numbers[0] } : null;
  const [from, to] = numbers;
  return numbers.length === 2 && from < to ? { kind: 'time', time: [from, to] } : null;
}
