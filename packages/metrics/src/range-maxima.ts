import type { Cube } from '@weft/model';

/** Largest amount of one step, per link, over steps [first, last). */
type RangeMaxima = (first: number, last: number, into: Float64Array) => Float64Array;

/**
 * Maxima of whole blocks of about sqrt(steps) steps are kept, each built when first asked for, so that
 * a range costs at most three times sqrt(steps) passes over the links.
 */
export function createRangeMaxima(cube: Cube): RangeMaxima {
  const size = Math.max(1, Math.ceil(Math.sqrt(cube.steps)));
  const blocks: (Float64Array | undefined)[] = [];

  const blockAt = (index: number): Float64Array => {
    let block = blocks[index];
    if (!block) {
      block = new Float64Array(cube.links).fill(-Infinity);
      for (let step = index * size; step < (index + 1) * size; step++) raiseToStep(cube, step, block);
      blocks[index] = block;
    }
    return block;
  };

  return (first, last, into) => {
    into.fill(first < last ? -Infinity : 0);
    let step = first;
    while (step < last) {
      if (step % size === 0 && step + size <= last) {
        raiseToBlock(blockAt(step / size), into);
        step += size;
      } else {
        raiseToStep(cube, step, into);
        step++;
      }
    }
    return into;
  };
}

function raiseToStep({ links, sums }: Cube, step: number, into: Float64Array): void {
  const low = step * links;
  const high = low + links;
  for (let link = 0; link < links; link++) {
    const amount = sums[high + link] - sums[low + link];
    if (amount > into[link]) into[link] = amount;
  }
}

function raiseToBlock(block: Float64Array, into: Float64Array): void {
  for (let link = 0; link < into.length; link++) {
    if (block[link] > into[link]) into[link] = block[link];
  }
}
