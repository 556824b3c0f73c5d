import {
  flatten,
  normalise,
  type PanelLeaf,
  type PanelNode,
  type PanelOptions,
  type PanelTree,
  panelsOf,
} from './panel-tree.ts';

/**
 * The panel tree as text for an address: `v(160:time-chart,840:h(200:jobs,800:*matrix~log!true))`.
 * Shares in thousandths, `*` the maximised panel, `~name!value` its options, `-` a panel without a view.
 */
export function printPanels({ root, maximised }: PanelTree): string {
  const print = (node: PanelNode): string => {
    if (node.kind === 'panel') {
      return `${node.id === maximised ? '*' : ''}${node.view ?? '-'}${printOptions(node.options)}`;
    }
    const shares = thousandths(node.shares);
    const children = node.children.map((child, i) => `${shares[i]}:${print(child)}`);
    return `${node.direction === 'row' ? 'h' : 'v'}(${children.join(',')})`;
  };
  return print(root);
}

/** Whole numbers that add up to 1000, so that printing what was read gives the same text. */
function thousandths(shares: readonly number[]): number[] {
  let sum = 0;
  let before = 0;
  return shares.map((share) => {
    sum += share;
    const edge = Math.round(sum * 1000);
    const part = edge - before;
    before = edge;
    return part;
  });
}

/** The tree of a text; null where it makes no sense. */
export function parsePanels(text: string): PanelTree | null {
  const source: Source = { text, at: 0, nextId: 1, maximised: null };
  try {
    const root = flatten(parseNode(source));
    if (source.at !== text.length || panelsOf(root).length > 64) return null;
    return { root, maximised: source.maximised, nextId: source.nextId };
  } catch {
    return null;
  }
}

interface Source {
  readonly text: string;
  at: number;
  nextId: number;
  maximised: number | null;
}

function parseNode(source: Source): PanelNode {
  const opening = take(source, /[hv]\(/y);
  if (opening === null) return parsePanel(source);
  const id = source.nextId++;
  const children: PanelNode[] = [];
  const shares: number[] = [];
  do {
    shares.push(Number.parseInt(need(source, /\d{1,4}:/y), 10));
    children.push(parseNode(source));
  } while (take(source, /,/y) !== null);
  need(source, /\)/y);
  const direction = opening === 'h(' ? 'row' : 'column';
  return { kind: 'split', id, direction, children, shares: normalise(shares) };
}

function parsePanel(source: Source): PanelLeaf {
  const id = source.nextId++;
  if (take(source, /\*/y) !== null) source.maximised = id;
  const view = need(source, /[a-z0-9-]+/y);
  return { kind: 'panel', id, view: view === '-' ? null : view, options: parseOptions(source) };
}

function printOptions(options: PanelOptions): string {
  return Object.entries(options)
    .map(([name, value]) => `~${escapeText(name)}!${escapeText(printValue(value))}`)
    .join('');
}

function parseOptions(source: Source): PanelOptions {
  const options: Record<string, string | number | boolean> = {};
  for (;;) {
    const text = take(source, /~[^~!,()]+![^~!,()]+/y);
    if (text === null) return options;
    const [name, value] = text.slice(1).split('!').map(unescapeText);
    options[name] = parseValue(value);
  }
}

/** Text stands as it is where it could not be taken for a number or a truth value. */
function printValue(value: string | number | boolean): string {
  const plain = typeof value === 'string' && value !== '' && parseValue(value) === value;
  return plain ? value : JSON.stringify(value);
}

function parseValue(text: string): string | number | boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string'
      ? value
      : text;
  } catch {
    return text;
  }
}

/** Percent signs would be undone by the address itself, so a character is escaped as `$hex.` */
function escapeText(text: string): string {
  return text.replace(/[^A-Za-z0-9._-]/gu, (char) => `$${char.codePointAt(0)!.toString(16)}.`);
}

function unescapeText(text: string): string {
  return text.replace(/\$([0-9a-f]{1,6})\./g, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
}

function take(source: Source, pattern: RegExp): string | null {
  pattern.lastIndex = source.at;
  const match = pattern.exec(source.text);
  if (!match) return null;
  source.at = pattern.lastIndex;
  return match[0];
}

function need(source: Source, pattern: RegExp): string {
  const found = take(source, pattern);
  if (found === null) throw new SyntaxError(`panels: unexpected text at ${source.at}`);
  return found;
}
