import { type Random, WeftError } from '@weft/model';
import type { TorusShape } from '@weft/network';

/** The letter that stands for the ranks of one node, as in ABCDET. */
const RANK_LETTER = 't';

/**
 * Ranks along the dimensions in the order of the letters, the last one fastest, as mappings of Blue Gene are named:
 * ABCDET fills a node first, then goes along e. Letters left out come first, so slowest; t is last where it is left out.
 */
export function orderMapping(
  shape: TorusShape,
  order: string,
  ranks: number,
  ranksPerNode: number,
): Int32Array {
  const letters = fullOrder(shape, order.toLowerCase());
  const nodes = new Int32Array(ranks).fill(-1);
  const places = letters.map((letter) => shape.names.indexOf(letter));
  const sizes = places.map((dimension) => (dimension < 0 ? ranksPerNode : shape.sizes[dimension]));
  const counter = new Int32Array(letters.length);
  const room = sizes.reduce((product, size) => product * size, 1);
  for (let place = 0, rank = 0; place < room && rank < ranks; place++) {
    let node = 0;
    places.forEach((dimension, at) => {
      if (dimension >= 0) node += counter[at] * shape.strides[dimension];
    });
    // A hole takes no rank: the next node has it.
    if (shape.vertexAt[node] >= 0) nodes[rank++] = node;
    for (let at = letters.length - 1; at >= 0 && ++counter[at] === sizes[at]; at--) counter[at] = 0;
  }
  return nodes;
}

function fullOrder({ names }: TorusShape, order: string): string[] {
  const letters = [...order];
  const wrong = letters.find((letter, at) => letters.indexOf(letter) !== at || !isLetter(names, letter));
  if (wrong !== undefined) {
    throw new WeftError({
      code: 'BAD-ORDER',
      message: `«${order}» is no order of the dimensions: ${wrong} is unknown or comes twice`,
      advice: `The dimensions are ${names.join(', ')}; t stands for the ranks of a node.`,
    });
  }
  const missing = names.filter((name) => !letters.includes(name));
  const known = [...missing, ...letters];
  return known.includes(RANK_LETTER) ? known : [...known, RANK_LETTER];
}

function isLetter(names: readonly string[], letter: string): boolean {
  return letter === RANK_LETTER || names.includes(letter);
}

/** Every order of the dimensions, at most `most` of them; the ranks of a node stay together. */
export function allOrders({ names }: Pick<TorusShape, 'names'>, most: number): string[] {
  const orders: string[] = [];
  const extend = (order: string, left: readonly string[]): void => {
    if (orders.length === most) return;
    if (left.length === 0) orders.push(order);
    left.forEach((name, at) => {
      extend(order + name, [...left.slice(0, at), ...left.slice(at + 1)]);
    });
  };
  extend('', names);
  return orders;
}

/** Ranks on nodes drawn at random, no more on a node than `ranksPerNode`. */
export function randomMapping(
  shape: TorusShape,
  ranks: number,
  ranksPerNode: number,
  random: Random,
): Int32Array {
  const slots: number[] = [];
  for (let node = 0; node < shape.nodeCount; node++) {
    if (shape.vertexAt[node] >= 0) for (let slot = 0; slot < ranksPerNode; slot++) slots.push(node);
  }
  for (let at = slots.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [slots[at], slots[other]] = [slots[other], slots[at]];
  }
  return Int32Array.from({ length: ranks }, (_, rank) => slots[rank] ?? -1);
}
