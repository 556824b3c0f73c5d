import { functionTable } from './function-table.ts';

/** Function id that ends the stream. */
export const END_OF_STREAM = 293;
export const FUNCTION_COUNT = 294;

type ArgumentType = 'i' | 'r' | 't' | 'c' | 'g' | 'f' | 'n' | 'k' | 'e' | 'w' | 'b' | 'q' | 'z';

export interface Argument {
  readonly name: string;
  /** `status`: a list of statuses; `argv`: as many strings as argc says. */
  readonly type: ArgumentType | 'status' | 'argv';
  /** 0 a value, 1 an array, 2 an array of arrays. */
  readonly depth: 0 | 1 | 2;
  /** Stored only at the root of the call. */
  readonly rootOnly: boolean;
}

export interface FunctionLayout {
  readonly id: number;
  readonly name: string;
  readonly arguments: readonly Argument[];
}

export const functionLayouts: readonly (FunctionLayout | null)[] = parseTable();

/** Names by id, the dictionary of every call column; ids without a record have a placeholder. */
export const functionNames: readonly string[] = Array.from(
  { length: FUNCTION_COUNT },
  (_, id) => functionLayouts[id]?.name ?? `function ${id}`,
);

const idsByName = new Map(functionLayouts.flatMap((layout) => (layout ? [[layout.name, layout.id]] : [])));

export function functionId(name: string): number {
  const id = idsByName.get(name);
  if (id === undefined) throw new RangeError(`no such function: ${name}`);
  return id;
}

export function findFunction(name: string): FunctionLayout | null {
  const id = idsByName.get(name);
  return id === undefined ? null : functionLayouts[id];
}

export const valueSize: Readonly<Record<ArgumentType, number>> = {
  i: 4,
  r: 4,
  t: 2,
  c: 2,
  g: 2,
  f: 2,
  n: 2,
  k: 2,
  e: 2,
  w: 2,
  b: 1,
  q: 8,
  z: 0,
};

/** Bytes of one status: bytes i32, source i32, cancelled u8, error u8, tag i32. */
export const STATUS_BYTES = 14;

function parseTable(): (FunctionLayout | null)[] {
  const layouts: (FunctionLayout | null)[] = new Array(FUNCTION_COUNT).fill(null);
  for (const line of functionTable.trim().split('\n')) {
    const [id, name, ...parts] = line.split(' ');
    layouts[Number(id)] = { id: Number(id), name, arguments: parts.map(parseArgument) };
  }
  return layouts;
}

function parseArgument(part: string): Argument {
  const match = /^([^:]+):(\w)(\*|\[\]\[\]|\[\])?(\?[RO])?$/.exec(part);
  if (!match) throw new SyntaxError(`bad argument in the function table: ${part}`);
  const [, name, type, shape, condition] = match;
  return {
    name,
    type: shape === '*' ? 'argv' : type === 's' ? 'status' : (type as ArgumentType),
    depth: shape === '[]' ? 1 : shape === '[][]' ? 2 : 0,
    rootOnly: condition !== undefined,
  };
}
