import type { TextColumn } from '@weft/model';
import type { Attribute } from './attributes.ts';
import type { Legend } from './legend.ts';
import { shapeNames } from './mark-layer.ts';

/** Area grows with the value: from a third of the usual side to one and a half of it. */
export function sizeFactors(attribute: Attribute | null | undefined): Float32Array | null {
  if (attribute?.kind !== 'number') return null;
  const { values, domain } = attribute;
  const span = domain[1] - domain[0] || 1;
  return new Float32Array(values.length).map((_, v) =>
    Number.isNaN(values[v]) ? 0.35 : 0.35 + 1.15 * Math.sqrt((values[v] - domain[0]) / span),
  );
}

export function sizeLegend(attribute: Attribute | null | undefined): readonly Legend[] {
  if (attribute?.kind !== 'number') return [];
  const { title, unit, domain } = attribute;
  return [{ kind: 'sizes', title: `size: ${title}`, unit, domain, mark: 'square' }];
}

/** Index of the shape of each vertex: by a column, or circles for hosts and squares for the rest. */
export function shapesOf(kind: TextColumn, attribute: Attribute | undefined): Uint8Array {
  const host = kind.dictionary.indexOf('host');
  const shapes = new Uint8Array(kind.codes.length);
  for (let v = 0; v < shapes.length; v++) {
    if (!attribute) shapes[v] = kind.codes[v] === host ? 1 : 0;
    else if (attribute.kind === 'category') shapes[v] = shapeOfCode(attribute.codes[v]);
    else shapes[v] = shapeOfNumber(attribute.values[v]);
  }
  return shapes;
}

function shapeOfCode(code: number): number {
  return (code + 1) % shapeNames.length;
}

function shapeOfNumber(value: number): number {
  return Number.isNaN(value) ? 1 : Math.floor(value) % shapeNames.length;
}

/** More values than shapes take turns; the legend says so. */
export function shapeLegend(attribute: Attribute | undefined): readonly Legend[] {
  if (!attribute) return [];
  const names = new Map<number, string[]>();
  const add = (shape: number, name: string): void => {
    names.set(shape, [...(names.get(shape) ?? []), name]);
  };
  if (attribute.kind === 'category') attribute.names.forEach((name, code) => add(shapeOfCode(code), name));
  else
    for (
      let value = attribute.domain[0];
      value <= Math.min(attribute.domain[1], attribute.domain[0] + 11);
      value++
    )
      add(shapeOfNumber(value), String(Math.floor(value)));
  const keys = [...names].map(([shape, of]) => ({ shape: shapeNames[shape], name: shortList(of) }));
  return [{ kind: 'shapes', title: `shape: ${attribute.title}`, keys }];
}

function shortList(names: readonly string[]): string {
  return names.length <= 3
    ? names.join(', ')
    : `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
}
