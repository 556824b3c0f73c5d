import { extent } from '@weft/draw';
import {
  type AnyColumn,
  type ColumnSchema,
  isText,
  links as linkTable,
  type Network,
  vertices as vertexTable,
} from '@weft/model';
import type { LinkValues } from '../../workspace.ts';

/** A column that can drive colour, size or shape of vertices or links. */
export type Attribute = NumberAttribute | CategoryAttribute;

export interface NumberAttribute {
  readonly kind: 'number';
  readonly key: string;
  readonly title: string;
  readonly unit: string;
  /** NaN where there is no value. */
  readonly values: Float64Array;
  readonly domain: readonly [number, number];
}

interface CategoryAttribute {
  readonly kind: 'category';
  readonly key: string;
  readonly title: string;
  readonly codes: Int32Array;
  readonly names: readonly string[];
}

const MOST_CATEGORIES = 64;

/** Columns of the vertices table with more than one value, and what the links of a vertex add up to. */
export function vertexAttributes(network: Network): Attribute[] {
  const columns = tableAttributes(vertexTable.columns, network.vertices);
  const degree = new Float64Array(network.vertexCount).map(
    (_, v) => network.outOffsets[v + 1] - network.outOffsets[v],
  );
  const capacity = sumOut(network, network.links.capacity);
  return [
    ...columns,
    number('degree', 'links of the vertex', '', degree),
    number('capacity', 'capacity of its links', 'B/s', capacity),
  ].filter(varies);
}

export function linkAttributes(network: Network): Attribute[] {
  return tableAttributes(linkTable.columns, network.links).filter(varies);
}

/** Traffic through each vertex: what its links bring in or what they take away, whichever is more. What passes counts once. */
export function throughTraffic(
  { links, linkCount, vertexCount }: Network,
  totals: Float64Array,
): Float64Array {
  const out = new Float64Array(vertexCount);
  const into = new Float64Array(vertexCount);
  for (let link = 0; link < linkCount; link++) {
    out[links.src[link]] += totals[link];
    into[links.dst[link]] += totals[link];
  }
  return out.map((sum, vertex) => (Math.abs(into[vertex]) > Math.abs(sum) ? into[vertex] : sum));
}

/** The largest of the links of each vertex: levels do not add up. */
export function busiestLinks({ links, linkCount, vertexCount }: Network, totals: Float64Array): Float64Array {
  const largest = new Float64Array(vertexCount);
  for (let link = 0; link < linkCount; link++) {
    for (const vertex of [links.src[link], links.dst[link]]) {
      if (Math.abs(totals[link]) > Math.abs(largest[vertex])) largest[vertex] = totals[link];
    }
  }
  return largest;
}

/** The metric on show as if it were a column. */
export function metricAttribute(
  values: Float64Array,
  { metric, unit }: Pick<LinkValues, 'metric' | 'unit'>,
  of: string,
): NumberAttribute {
  return number('total', `${metric.value?.name ?? ''} ${of}`, unit.value, values);
}

function tableAttributes(
  schemas: Readonly<Record<string, ColumnSchema>>,
  columns: Readonly<Record<string, AnyColumn>>,
): Attribute[] {
  const found: Attribute[] = [];
  for (const [key, schema] of Object.entries(schemas)) {
    const column = columns[key];
    if (key === 'id' || key === 'reverse') continue;
    if (column instanceof Int32Array || column instanceof Float64Array) {
      if (isConstant(column)) continue;
      const values = new Float64Array(column).map((value) => (value < 0 ? Number.NaN : value));
      found.push(number(key, key.replace('_', ' '), schema.unit ?? '', values));
    } else if (isText(column)) {
      if (column.dictionary.length <= MOST_CATEGORIES)
        found.push({ kind: 'category', key, title: key, codes: column.codes, names: column.dictionary });
    } else found.push(...coordinates(column.offsets, column.values));
  }
  return found;
}

function coordinates(offsets: Int32Array, values: Int32Array): Attribute[] {
  let dimensions = 0;
  for (let v = 0; v + 1 < offsets.length; v++) dimensions = Math.max(dimensions, offsets[v + 1] - offsets[v]);
  return Array.from({ length: dimensions }, (_, axis) => {
    const column = new Float64Array(offsets.length - 1).map((_, v) =>
      offsets[v] + axis < offsets[v + 1] ? values[offsets[v] + axis] : Number.NaN,
    );
    return number(`coord${axis}`, `coordinate ${axis + 1}`, '', column);
  });
}

function number(key: string, title: string, unit: string, values: Float64Array): NumberAttribute {
  return { kind: 'number', key, title, unit, values, domain: extent(values) };
}

function sumOut({ links, linkCount, vertexCount }: Network, values: Float64Array): Float64Array {
  const sums = new Float64Array(vertexCount);
  for (let link = 0; link < linkCount; link++) if (values[link] > 0) sums[links.src[link]] += values[link];
  return sums;
}

function isConstant(column: ArrayLike<number>): boolean {
  for (let row = 1; row < column.length; row++) if (column[row] !== column[0]) return false;
  return true;
}

function varies(attribute: Attribute): boolean {
  if (attribute.kind === 'category') return !isConstant(attribute.codes);
  let first = Number.NaN;
  for (const value of attribute.values) {
    if (Number.isNaN(value)) continue;
    if (Number.isNaN(first)) first = value;
    else if (value !== first) return true;
  }
  return false;
}
