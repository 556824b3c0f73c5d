import { readFileSync, writeFileSync } from 'node:fs';
import { networkSvg } from '@weft/draw';
import { findLayout, type Layout, layoutsFor } from '@weft/layout';
import { type Network, textAt } from '@weft/model';
import { parseTraceNetwork } from '@weft/placing';

interface NetworkChoice {
  /** A name of the registry; the best layout of the network when left out. */
  readonly name: string | undefined;
  /** A family with its numbers, or a file. */
  readonly network: string;
  readonly output?: string;
  readonly json?: boolean;
}

/** Lays a network out, draws it where a file is named, and says what was placed. */
export function layoutNetwork({ name, network: text, output, json }: NetworkChoice): string {
  const { network } = parseTraceNetwork(text, (file) => readFileSync(file, 'utf8'));
  const layout = name === undefined ? layoutsFor(network)[0] : findLayout(name, network);
  if (output) writeFileSync(output, networkSvg(network, layout));
  const placed = placedVertices(network, layout);
  return json ? JSON.stringify({ layout: layout.name, vertices: placed }) : describe(network, layout, placed);
}

interface PlacedVertex {
  readonly id: number;
  readonly kind: string | null;
  readonly name: string | null;
  readonly position: readonly number[];
}

function placedVertices(network: Network, layout: Layout): PlacedVertex[] {
  const { dimensions, coordinates } = layout.layout(network);
  const { kind, name } = network.vertices;
  return Array.from({ length: network.vertexCount }, (_, id) => ({
    id,
    kind: textAt(kind, id),
    name: textAt(name, id),
    position: [...coordinates.subarray(id * dimensions, (id + 1) * dimensions)],
  })).filter(({ position }) => position.every(Number.isFinite));
}

function describe(
  { vertexCount }: Network,
  { name, title }: Layout,
  placed: readonly PlacedVertex[],
): string {
  const dimensions = placed[0]?.position.length ?? 0;
  const count = (value: number) => value.toLocaleString('en-US');
  return `${name} (${title}): ${count(placed.length)} of ${count(vertexCount)} vertices placed in ${dimensions} dimensions`;
}
