import { type AnyColumn, Interner, listColumn, WeftError } from '@weft/model';
import type { SqlFrame, SqlNumbers } from './store-api.ts';

interface ColumnBuilder {
  /** Gives the bytes that the value takes. */
  add(value: unknown): number;
  take(): AnyColumn;
  /** Of columns of numbers, once all are added. */
  numbers?(): SqlNumbers | null;
}

/** How the values of a column are held: integers that fit 32 bits, those that may not, doubles, lists of integers, text. */
export type SqlKind = 'small' | 'large' | 'double' | 'list' | 'text';

const NUMBER_BYTES = 8;
/** NULL is in a set of rows, too. */
const NULL_BYTES = 32;
/** What a text or a list takes beside its characters or items. */
const OBJECT_BYTES = 48;

/** A name that was there before gets a number: a, a:1, a:2. */
function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  const lastNumbers = new Map<string, number>();
  return names.map((name) => {
    let number = lastNumbers.get(name) ?? 0;
    let own = name;
    while (taken.has(own)) own = `${name}:${++number}`;
    lastNumbers.set(name, number);
    taken.add(own);
    return own;
  });
}

/** Columns of any query: numbers where they are exact, text where nothing better fits. NULL numbers are NaN. */
export class SqlFrameBuilder {
  rows = 0;
  private bytes = 0;
  private readonly maxBytes: number;
  private readonly names: readonly string[];
  private readonly builders: readonly ColumnBuilder[];

  constructor(names: readonly string[], kinds: readonly SqlKind[], maxBytes: number) {
    this.names = distinctNames(names);
    this.builders = kinds.map((kind) => createBuilders[kind]());
    this.maxBytes = maxBytes;
  }

  /** `column` gives the values of a column of the rows, one by one. */
  add(rows: number, column: (index: number) => (row: number) => unknown): void {
    this.builders.forEach((builder, index) => {
      const valueAt = column(index);
      for (let row = 0; row < rows; row++) {
        this.bytes += builder.add(valueAt(row));
        if (this.bytes > this.maxBytes) throw tooManyBytes(this.maxBytes);
      }
    });
    this.rows += rows;
  }

  take(): SqlFrame {
    const columns = this.names.map((name, index): [string, AnyColumn] => [name, this.builders[index].take()]);
    const numbers = this.names.flatMap((name, index): [string, SqlNumbers][] => {
      const told = this.builders[index].numbers?.();
      return told ? [[name, told]] : [];
    });
    return {
      rows: this.rows,
      columns: Object.fromEntries(columns),
      numbers: Object.fromEntries(numbers),
    };
  }
}

const createBuilders: Readonly<Record<SqlKind, () => ColumnBuilder>> = {
  small: smallIntegers,
  large: largeIntegers,
  double: doubles,
  list: lists,
  text: texts,
};

function smallIntegers(): ColumnBuilder {
  const values: number[] = [];
  const nulls = new Set<number>();
  return {
    add(value) {
      if (value === null) nulls.add(values.length);
      values.push(value === null ? Number.NaN : Number(value));
      return value === null ? NULL_BYTES : NUMBER_BYTES;
    },
    take: () => (nulls.size === 0 ? Int32Array.from(values) : Float64Array.from(values)),
    numbers: () => ({ kind: 'int32', nulls }),
  };
}

function doubles(): ColumnBuilder {
  const values: number[] = [];
  const nulls = new Set<number>();
  return {
    add: (value) => {
      if (value === null) nulls.add(values.length);
      values.push(value === null ? Number.NaN : Number(value));
      return value === null ? NULL_BYTES : NUMBER_BYTES;
    },
    take: () => Float64Array.from(values),
    numbers: () => ({ kind: 'float64', nulls }),
  };
}

/** Numbers as long as each is exact; from the first that is not, the digits as text. */
function largeIntegers(): ColumnBuilder {
  let numbers: number[] | null = [];
  const nulls = new Set<number>();
  const digits = texts();
  return {
    add(value) {
      const number = value === null ? Number.NaN : Number(value);
      if (numbers && (value === null || Number.isSafeInteger(number))) {
        if (value === null) nulls.add(numbers.length);
        numbers.push(number);
        return value === null ? NULL_BYTES : NUMBER_BYTES;
      }
      let bytes = 0;
      for (const earlier of numbers ?? [])
        bytes += digits.add(Number.isNaN(earlier) ? null : String(earlier));
      numbers = null;
      return bytes + digits.add(value);
    },
    take: () => (numbers ? Float64Array.from(numbers) : digits.take()),
    numbers: () => (numbers ? { kind: 'int64', nulls } : null),
  };
}

function texts(): ColumnBuilder {
  const interner = new Interner();
  const codes: number[] = [];
  return {
    add: (value) => {
      const text = value === null ? null : String(value);
      const known = interner.dictionary.length;
      codes.push(interner.code(text));
      const own = interner.dictionary.length > known ? OBJECT_BYTES + 2 * (text?.length ?? 0) : 0;
      return NUMBER_BYTES + own;
    },
    take: () => ({ codes: Int32Array.from(codes), dictionary: interner.dictionary }),
  };
}

/** Lists of integers as long as no list and no item is NULL; from the first that is, texts as SQL writes them. */
function lists(): ColumnBuilder {
  let values: number[][] | null = [];
  const written = texts();
  return {
    add: (value) => {
      const items: readonly unknown[] | null = Array.isArray(value) ? value : null;
      if (values && items?.every((item) => item !== null)) {
        values.push(items.map(Number));
        return OBJECT_BYTES + NUMBER_BYTES * items.length;
      }
      let bytes = 0;
      for (const earlier of values ?? []) bytes += written.add(writtenList(earlier));
      values = null;
      return bytes + written.add(items && writtenList(items));
    },
    take: () => (values ? listColumn(values) : written.take()),
  };
}

function writtenList(items: readonly unknown[]): string {
  return `[${items.map((item) => item ?? 'NULL').join(', ')}]`;
}

function tooManyBytes(maxBytes: number): WeftError {
  return new WeftError({
    code: 'RESULT-TOO-LARGE',
    message: `the result takes more than ${Math.floor(maxBytes / 2 ** 20)} MiB`,
    advice: 'Add a LIMIT, a WHERE or a GROUP BY, or shorten its texts.',
  });
}
