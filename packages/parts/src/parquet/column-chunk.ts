import { type ColumnKind, type ColumnSchema, type ListColumn, NONE } from '@weft/model';
import { ByteSink } from './byte-sink.ts';
import { isNullable } from './footer.ts';
import { type ChunkFacts, ENCODING } from './format.ts';
import { GapCloser, type Present, writeEqualLevels, writeLevels, writeListLevels } from './levels.ts';
import { writeDataPage } from './page.ts';
import type { NumberKind } from './value-range.ts';
import { NO_CODES, type ValuePlan, ValueWriter } from './value-writer.ts';

/** Codes into distinct texts. */
interface CodedTexts {
  readonly codes: Int32Array;
  readonly texts: readonly string[];
}

/** One number in all rows, or one text by its code. */
export interface ConstantColumn {
  readonly constant: number;
  readonly texts?: readonly string[];
}

/** A column of a row group; its arrays may be longer than the rows in use. */
export type ChunkData = Int32Array | Float64Array | ConstantColumn | CodedTexts | ListColumn;

const NO_VALUES: ValuePlan = { range: null, pageEnd: () => 0, write: () => ENCODING.PLAIN };

/** Writes columns of row groups: a dictionary page where one pays, and data pages. */
export class ChunkEncoder {
  private readonly page = new ByteSink();
  private readonly spare: ByteSink[] = [];
  private readonly gaps = new GapCloser();
  private readonly values = new ValueWriter();

  /** Room for a row group: that of a file that is complete where there is one, since new memory costs more. */
  takeSink(): ByteSink {
    return this.spare.pop() ?? new ByteSink();
  }

  giveBack(...sinks: readonly ByteSink[]): void {
    this.spare.push(...sinks);
  }

  encode(out: ByteSink, schema: ColumnSchema, data: ChunkData, rows: number): ChunkFacts {
    if ('offsets' in data) return this.encodeLists(out, data, rows);
    if ('constant' in data) return this.encodeConstant(out, schema, data, rows);
    const start = out.length;
    const column = 'codes' in data ? data.codes : data;
    const nullable = isNullable(schema);
    const present = nullable ? this.gaps.close(column, rows) : { values: column, count: rows, levels: null };
    const plan = this.plan(out, schema.kind, data, present);
    const dataPage = out.length;
    const encodings = this.writePages(out, rows, nullable, present, plan);
    const statistics = { nulls: rows - present.count, range: plan.range };
    return { encodings, values: rows, start, dataPage, bytes: out.length - start, statistics };
  }

  private plan(
    out: ByteSink,
    kind: ColumnKind,
    data: CodedTexts | Int32Array | Float64Array,
    { values, count }: Present,
  ): ValuePlan {
    if (count === 0) return NO_VALUES;
    if ('texts' in data) return this.values.texts(out, data.texts, values as Int32Array, count);
    return this.values.numbers(out, kind as NumberKind, values, count);
  }

  private writePages(
    out: ByteSink,
    rows: number,
    nullable: boolean,
    { levels }: Present,
    plan: ValuePlan,
  ): Set<number> {
    const encodings = new Set<number>([ENCODING.PLAIN, ENCODING.RLE]);
    for (let from = 0, value = 0; from < rows; ) {
      const end = plan.pageEnd(value);
      const to = levels ? rowAfter(levels, from, rows, end - value) : end;
      this.page.clear();
      if (nullable) writeLevels(this.page, levels, from, to);
      const encoding = plan.write(this.page, value, end);
      encodings.add(encoding);
      writeDataPage(out, this.page.bytes(), to - from, encoding);
      value = end;
      from = to;
    }
    return encodings;
  }

  private encodeConstant(
    out: ByteSink,
    schema: ColumnSchema,
    { constant, texts }: ConstantColumn,
    rows: number,
  ): ChunkFacts {
    const start = out.length;
    const nullable = isNullable(schema);
    const count = nullable && constant === NONE ? 0 : rows;
    const plan = this.constantPlan(out, schema.kind, { constant, texts }, count);
    const dataPage = out.length;
    this.page.clear();
    if (nullable) writeEqualLevels(this.page, count > 0 ? 1 : 0, rows);
    const encoding = plan.write(this.page, 0, count);
    writeDataPage(out, this.page.bytes(), rows, encoding);
    const encodings = new Set([ENCODING.PLAIN, ENCODING.RLE, encoding]);
    const statistics = { nulls: rows - count, range: plan.range };
    return { encodings, values: rows, start, dataPage, bytes: out.length - start, statistics };
  }

  private constantPlan(
    out: ByteSink,
    kind: ColumnKind,
    { constant, texts }: ConstantColumn,
    count: number,
  ): ValuePlan {
    if (count === 0) return NO_VALUES;
    if (texts) return this.values.texts(out, texts, NO_CODES, count);
    return this.values.constant(out, kind as NumberKind, constant, count);
  }

  /** Lists are few and short: one page. */
  private encodeLists(out: ByteSink, { offsets, values }: ListColumn, rows: number): ChunkFacts {
    const start = out.length;
    const elements = values.subarray(offsets[0], offsets[rows]);
    const count = elements.length;
    const plan = count > 0 ? this.values.numbers(out, 'int32', elements, count) : NO_VALUES;
    const dataPage = out.length;
    this.page.clear();
    const entries = writeListLevels(this.page, offsets, rows);
    const encoding = plan.write(this.page, 0, count);
    writeDataPage(out, this.page.bytes(), entries, encoding);
    const statistics = { nulls: entries - count, range: plan.range };
    const encodings = new Set([ENCODING.PLAIN, ENCODING.RLE, encoding]);
    return { encodings, values: entries, start, dataPage, bytes: out.length - start, statistics };
  }
}

/** The row behind some values and whatever has none behind them. */
function rowAfter(levels: Int32Array, from: number, rows: number, values: number): number {
  let row = from;
  for (let seen = 0; row < rows && (seen < values || levels[row] === 0); row++) seen += levels[row];
  return row;
}
