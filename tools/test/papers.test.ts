import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** How many points each paper has, and the page that says of each whether it is there. */
const PAPERS = [
  { page: 'lanl', prefix: 'LANL', points: 55 },
  { page: 'commgram', prefix: 'CG', points: 49 },
  { page: 'vistorus', prefix: 'VT', points: 31 },
  { page: 'treescope', prefix: 'TS', points: 44 },
  { page: 'hive-plots', prefix: 'HP', points: 28 },
];

test.each(PAPERS)('docs/papers/$page.md says yes, part or no of each of its $points points', (paper) => {
  const text = readFileSync(new URL(`../../docs/papers/${paper.page}.md`, import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| (?:yes|part|no) +\| ([^|]+) \|$/gm)].map(([, points]) => points);
  const told = rows.flatMap((row) => row.split(',').flatMap((part) => numbersOf(part, paper.prefix)));
  const all = Array.from({ length: paper.points }, (_, at) => at + 1);
  expect(told.toSorted((a, b) => a - b)).toEqual(all);
});

/** `LANL-4`, or `LANL-4 to LANL-7`. */
function numbersOf(part: string, prefix: string): number[] {
  const [first, last = first] = part.split(' to ').map((id) => {
    const [, name, number] = /^([A-Z]+)-(\d+)$/.exec(id.trim()) ?? [];
    expect(name).toBe(prefix);
    return Number(number);
  });
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
