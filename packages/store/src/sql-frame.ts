import { type DuckDBDataChunk, type DuckDBType, DuckDBTypeId, type DuckDBValue } from '@duckdb/node-api';
import { type AnyColumn, type Frame, Interner, listColumn } from '@weft/model';

interface ColumnBuilder {
  add(value: DuckDBValue): void;
  take(): AnyColumn;
}

const SMALL_INTEGERS: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
]);
const LARGE_INTEGERS: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.UINTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.UBIGINT,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.UHUGEINT,
]);
/** A double holds any decimal number of this many digits. */
const EXACT_DIGITS = 15;

/** Columns of any query: numbers where they are exact, text where nothing better fits. NULL numbers are NaN. */
export class SqlFrameBuilder {
  rows = 0;
  private readonly names: readonly string[];
  private readonly builders: readonly ColumnBuilder[];

  constructor(names: readonly string[], types: readonly DuckDBType[]) {
    this.names = names;
    this.builders = types.map(createBuilder);
  }

  add(chunk: DuckDBDataChunk): void {
    const rows = chunk.rowCount;
    this.builders.forEach((builder, index) => {
      const vector = chunk.getColumnVector(index);
      for (let row = 0; row < rows; row++) builder.add(vector.getItem(row));
    });
    this.rows += rows;
  }

  take(): Frame {
    const columns = this.names.map((name, index): [string, AnyColumn] => [name, this.builders[index].take()]);
    return { rows: this.rows, columns: Object.fromEntries(columns) };
  }
}

function createBuilder(type: DuckDBType): ColumnBuilder {
  if (SMALL_INTEGERS.has(type.typeId)) return smallIntegers();
  if (LARGE_INTEGERS.has(type.typeId)) return largeIntegers();
  if (type.typeId === DuckDBTypeId.FLOAT || type.typeId === DuckDBTypeId.DOUBLE) return doubles();
  if (type.typeId === DuckDBTypeId.DECIMAL) {
    return (type as unknown as { width: number }).width <= EXACT_DIGITS ? doubles() : texts();
  }
  if (type.typeId === DuckDBTypeId.LIST) {
    const { valueType } = type as unknown as { valueType: DuckDBType };
    if (SMALL_INTEGERS.has(valueType.typeId)) return lists();
  }
  return texts();
}

function smallIntegers(): ColumnBuilder {
  const values: number[] = [];
  let complete = true;
  return {
    add(value) {
      if (value === null) complete = false;
      values.push(value === null ? Number.NaN : (value as number));
    },
    take: () => (complete ? Int32Array.from(values) : Float64Array.from(values)),
  };
}

function doubles(): ColumnBuilder {
  const values: number[] = [];
  return {
    add: (value) => values.push(value === null ? Number.NaN : Number(value)),
    take: () => Float64Array.from(values),
  };
}

/** Numbers as long as each is exact; from the first that is not, the digits as text. */
function largeIntegers(): ColumnBuilder {
  let numbers: number[] | null = [];
  const digits = texts();
  return {
    add(value) {
      const number = value === null ? Number.NaN : Number(value);
      if (numbers && (value === null || Number.isSafeInteger(number))) numbers.push(number);
      else {
        for (const earlier of numbers ?? []) digits.add(Number.isNaN(earlier) ? null : String(earlier));
        numbers = null;
        digits.add(value);
      }
    },
    take: () => (numbers ? Float64Array.from(numbers) : digits.take()),
  };
}

function texts(): ColumnBuilder {
  const interner = new Interner();
  const codes: number[] = [];
  return {
    add: (value) => codes.push(interner.code(value === null ? null : String(value))),
    take: () => ({ codes: Int32Array.from(codes), dictionary: interner.dictionary }),
  };
}

function lists(): ColumnBuilder {
  const values: number[][] = [];
  return {
    add: (value) => values.push((value as { items: number[] } | null)?.items ?? []),
    take: () => listColumn(values),
  };
}
