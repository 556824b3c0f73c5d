import { type Network, WeftError } from '@weft/model';
import { findVertices, type TorusShape } from '@weft/network';

/** A mapping as a file gives it, and what was wrong with it. */
interface ReadMapping {
  /** The node of each rank, -1 = the file gives none. */
  readonly nodes: Int32Array;
  /** Ranks of the file that the job does not have. */
  readonly unknown: number;
  /** Ranks that come more than once; the first counts. */
  readonly doubled: number;
  readonly missing: number;
}

/**
 * One line a rank, with its coordinates (and the place within the node, which does not matter) as Blue Gene's map files
 * have, or with the name or id of its host; or lines of rank and node id below the header of a Boxfish table.
 */
export function readMapFile(
  text: string,
  file: string,
  shape: TorusShape,
  network: Network,
  ranks: number,
): ReadMapping {
  const isTable = /^---/.test(text) && /mpirank/.test(text);
  const lines = (isTable ? text.slice(text.indexOf('\n...') + 4) : text)
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '');
  const nodes = new Int32Array(ranks).fill(-1);
  const seen = new Set<number>();
  let [unknown, doubled] = [0, 0];
  lines.forEach((line, at) => {
    const fields = line.split(/\s+/);
    const rank = isTable ? Number(fields[0]) : at;
    const node = nodeOfFields(isTable ? fields.slice(1, 2) : fields, shape, network);
    if (node === null) throw badLine(file, line);
    if (!Number.isInteger(rank) || rank < 0 || rank >= ranks) unknown++;
    else if (seen.has(rank)) doubled++;
    else nodes[rank] = node;
    seen.add(rank);
  });
  return { nodes, unknown, doubled, missing: nodes.filter((node) => node < 0).length };
}

function nodeOfFields(fields: readonly string[], shape: TorusShape, network: Network): number | null {
  const dimensions = shape.sizes.length;
  if (fields.length === 1 && dimensions > 1) return nodeOfHost(fields[0], shape, network);
  if (fields.length < dimensions || fields.length > dimensions + 1) return null;
  let node = 0;
  for (let dimension = 0; dimension < dimensions; dimension++) {
    const at = Number(fields[dimension]);
    if (!Number.isInteger(at) || at < 0 || at >= shape.sizes[dimension]) return null;
    node += at * shape.strides[dimension];
  }
  return shape.vertexAt[node] < 0 ? null : node;
}

function nodeOfHost(text: string, shape: TorusShape, network: Network): number | null {
  const id = /^\d+$/.test(text) ? Number(text) : (findVertices(network, text)[0] ?? -1);
  const node = shape.nodeOf[id] ?? -1;
  return node < 0 ? null : node;
}

function badLine(file: string, line: string): WeftError {
  return new WeftError({
    code: 'BAD-MAPPING',
    message: `«${line.slice(0, 60)}» names no node of the torus`,
    file,
    advice: 'Give each rank a line with its coordinates, or with the name or id of its host.',
  });
}
