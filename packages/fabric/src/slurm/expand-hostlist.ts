/** More hosts than any machine has. */
const MOST_HOSTS = 200_000;

type Hostlist =
  | { readonly ok: true; readonly hosts: readonly string[] }
  | { readonly ok: false; readonly reason: string };

/** Slurm's lists: `node[001-004,010],login`, `rack[0-1]n[00-03]`. Zeros before a number keep its width; duplicates stay. */
export function expandHostlist(text: string): Hostlist {
  const hosts: string[] = [];
  for (const item of splitOutside(text)) {
    if (item === '') continue;
    const expanded = expandItem(item, MOST_HOSTS - hosts.length);
    if (typeof expanded === 'string') return { ok: false, reason: expanded };
    for (const host of expanded) hosts.push(host);
  }
  return { ok: true, hosts };
}

/** At commas outside of brackets. */
function splitOutside(text: string): string[] {
  return text.trim().split(/,(?![^[]*\])/);
}

/** The hosts of one item, or why it is refused. */
function expandItem(item: string, most: number): string[] | string {
  const pieces = /^((?:[^[\]]*\[[^[\]]*\])*)([^[\]]*)$/.exec(item);
  if (!pieces) return `brackets do not match in ${item}`;
  if (pieces[1] === '') return [item];
  if (pieces[2] !== '') return `text after the last bracket in ${item}`;
  let names = [''];
  for (const [, prefix, ranges] of pieces[1].matchAll(/([^[\]]*)\[([^[\]]*)\]/g)) {
    const numbers = expandRanges(ranges, most);
    if (typeof numbers === 'string') return `${numbers} in ${item}`;
    if (names.length * numbers.length > most) return tooMany(item);
    names = names.flatMap((name) => numbers.map((number) => name + prefix + number));
  }
  return names;
}

function expandRanges(ranges: string, most: number): string[] | string {
  const numbers: string[] = [];
  for (const range of ranges.split(',')) {
    const match = /^(\d+)(?:-(\d+))?$/.exec(range);
    if (!match) return `the range ${range} cannot be read`;
    const from = Number(match[1]);
    const to = Number(match[2] ?? match[1]);
    if (to < from) return `the range ${range} runs backwards`;
    if (numbers.length + to - from >= most) return tooMany(range);
    for (let number = from; number <= to; number++)
      numbers.push(String(number).padStart(match[1].length, '0'));
  }
  return numbers;
}

function tooMany(where: string): string {
  return `more than ${MOST_HOSTS} hosts in ${where}`;
}
