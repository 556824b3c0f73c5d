import { darrayElements } from './darray-size.ts';
import { readI16, readI32 } from './read-values.ts';
import { functionId } from './record-layout.ts';
import type { RecordStream } from './record-stream.ts';

/** Built-in sizes by id for files without a size table; -1 = unknown. */
const BUILT_IN = [-1, 0, 1, 1, 1, 1, 4, 2, 2, 4, 4, 8, 8, 4, 8, 16, 8, 8, 8, 1, 0, 0, 8, 12, 12, 6, 8, 20];

const UNKNOWN_SIZE = -1;

/**
 * Sizes of datatypes along the stream. Ids are given again after a free while the file's table keeps the first size,
 * so a derived type's size comes from the last call that made it, and from the table only where there is none. A freed id
 * that is used again was given by a call that leaves no record: its old size is a guess.
 */
export class DatatypeSizes {
  private sizes = new Float64Array(128).fill(UNKNOWN_SIZE);
  private freed = new Uint8Array(128);
  private readonly table: Int32Array | null;

  constructor(table: Int32Array | null) {
    this.table = table;
    this.sizes.set(BUILT_IN);
    table?.forEach((size, id) => {
      if (id < 32_768 && (size > 0 || id >= BUILT_IN.length)) this.set(id, size);
    });
  }

  /** -1 where nothing says it. */
  sizeOf(id: number): number {
    const at = id & 0xffff;
    return at < this.sizes.length ? this.sizes[at] : UNKNOWN_SIZE;
  }

  /** Whether its size is that of an earlier datatype of this id. */
  isGuess(id: number): boolean {
    return this.freed[id & 0xffff] === 1;
  }

  free(id: number): void {
    const at = id & 0xffff;
    if (at >= BUILT_IN.length && at < this.freed.length) this.freed[at] = 1;
  }

  private set(id: number, size: number): void {
    const at = id & 0xffff;
    if (at >= this.sizes.length) this.grow(Math.max(at + 1, this.sizes.length * 2));
    this.sizes[at] = size;
    this.freed[at] = 0;
  }

  private grow(length: number): void {
    const sizes = new Float64Array(length).fill(UNKNOWN_SIZE);
    const freed = new Uint8Array(length);
    sizes.set(this.sizes);
    freed.set(this.freed);
    this.sizes = sizes;
    this.freed = freed;
  }

  follow(stream: RecordStream): void {
    const { bytes, args, end, id } = stream;
    const create = creators.get(id);
    if (!create) return;
    const { created, size } = create(bytes, args, end, this);
    if (created === null) return;
    this.set(created, size ?? this.table?.[created] ?? UNKNOWN_SIZE);
  }
}

interface Creation {
  readonly created: number | null;
  /** null = as the table says. */
  readonly size: number | null;
}

type Creator = (bytes: Uint8Array, args: number, end: number, sizes: DatatypeSizes) => Creation;

function scaled(factor: number, old: number): number | null {
  return old === UNKNOWN_SIZE ? null : Math.max(0, factor) * old;
}

/** [statuses] datatype count: bytes received by the elements they make. */
function countedSize(bytes: Uint8Array, args: number, end: number): number | null {
  const hasStatus = end - args > 6 && readI32(bytes, args) === 1;
  const count = readI32(bytes, end - 4);
  const received = hasStatus ? readI32(bytes, args + 4) : 0;
  return received > 0 && count > 0 && received % count === 0 ? received / count : null;
}

/** newtype is always the last argument, oldtype the one before it. */
function fromCounts(count: (bytes: Uint8Array, args: number) => number): Creator {
  return (bytes, args, end, sizes) => ({
    created: readI16(bytes, end - 2),
    size: scaled(count(bytes, args), sizes.sizeOf(readI16(bytes, end - 4))),
  });
}

function sumOf(bytes: Uint8Array, at: number): number {
  const length = readI32(bytes, at);
  let sum = 0;
  for (let i = 0; i < length; i++) sum += readI32(bytes, at + 4 + i * 4);
  return sum;
}

function productOf(bytes: Uint8Array, at: number): number {
  const length = readI32(bytes, at);
  let product = 1;
  for (let i = 0; i < length; i++) product *= readI32(bytes, at + 4 + i * 4);
  return product;
}

const byCountAndBlock = fromCounts((bytes, args) => readI32(bytes, args) * readI32(bytes, args + 4));
const byLengths = fromCounts((bytes, args) => sumOf(bytes, args + 4));

/** count, lengths[], indices[], oldtypes[], newtype. */
const byStruct: Creator = (bytes, args, end, sizes) => {
  const lengthsAt = args + 4;
  const lengths = readI32(bytes, lengthsAt);
  const indicesAt = lengthsAt + 4 + lengths * 4;
  const typesAt = indicesAt + 4 + readI32(bytes, indicesAt) * 4;
  const types = Math.min(lengths, readI32(bytes, typesAt));
  let size = 0;
  for (let i = 0; i < types; i++) {
    const old = sizes.sizeOf(readI16(bytes, typesAt + 4 + i * 2));
    if (old === UNKNOWN_SIZE) return { created: readI16(bytes, end - 2), size: null };
    size += Math.max(0, readI32(bytes, lengthsAt + 4 + i * 4)) * old;
  }
  return { created: readI16(bytes, end - 2), size };
};

/** ndims, sizes[], subsizes[], starts[], order, oldtype, newtype. */
const bySubarray = fromCounts((bytes, args) => productOf(bytes, args + 8 + readI32(bytes, args + 4) * 4));

const creators = new Map<number, Creator>(
  (
    [
      ['MPI_Type_contiguous', fromCounts((bytes, args) => readI32(bytes, args))],
      ['MPI_Type_vector', byCountAndBlock],
      ['MPI_Type_hvector', byCountAndBlock],
      ['MPI_Type_create_hvector', byCountAndBlock],
      ['MPI_Type_create_indexed_block', byCountAndBlock],
      ['MPI_Type_indexed', byLengths],
      ['MPI_Type_hindexed', byLengths],
      ['MPI_Type_create_hindexed', byLengths],
      ['MPI_Type_struct', byStruct],
      ['MPI_Type_create_struct', byStruct],
      ['MPI_Type_create_subarray', bySubarray],
      [
        'MPI_Type_create_darray',
        (bytes, args, end, sizes) => {
          const elements = darrayElements(bytes, args);
          const old = sizes.sizeOf(readI16(bytes, end - 4));
          return { created: readI16(bytes, end - 2), size: elements === null ? null : scaled(elements, old) };
        },
      ],
      ['MPI_Type_dup', fromCounts(() => 1)],
      [
        'MPI_Type_create_resized',
        (bytes, args, end, sizes) => ({
          created: readI16(bytes, end - 2),
          size: scaled(1, sizes.sizeOf(readI16(bytes, args))),
        }),
      ],
      [
        'MPI_Type_match_size',
        (bytes, args, end) => ({ created: readI16(bytes, end - 2), size: readI32(bytes, args + 1) }),
      ],
      [
        'MPI_Type_size',
        (bytes, args) => {
          const size = readI32(bytes, args + 2);
          return { created: size >= 0 ? readI16(bytes, args) : null, size };
        },
      ],
      [
        'MPI_Type_free',
        (bytes, args, _end, sizes) => {
          sizes.free(readI16(bytes, args));
          return { created: null, size: null };
        },
      ],
      [
        'MPI_Get_count',
        (bytes, args, end, sizes) => {
          const type = readI16(bytes, end - 6);
          const size = countedSize(bytes, args, end);
          return { created: size !== null && sizes.sizeOf(type) === UNKNOWN_SIZE ? type : null, size };
        },
      ],
    ] satisfies [string, Creator][]
  ).map(([name, creator]) => [functionId(name), creator]),
);

export const typeCreatingIds: readonly number[] = [...creators.keys()];
