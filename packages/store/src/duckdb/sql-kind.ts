import { type DuckDBType, DuckDBTypeId } from '@duckdb/node-api';
import type { SqlKind } from '../sql-frame.ts';

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

export function sqlKind(type: DuckDBType): SqlKind {
  if (SMALL_INTEGERS.has(type.typeId)) return 'small';
  if (LARGE_INTEGERS.has(type.typeId)) return 'large';
  if (type.typeId === DuckDBTypeId.FLOAT || type.typeId === DuckDBTypeId.DOUBLE) return 'double';
  if (type.typeId === DuckDBTypeId.DECIMAL) {
    const { width, scale } = type as unknown as { width: number; scale: number };
    if (width <= EXACT_DIGITS) return 'double';
    return scale === 0 ? 'large' : 'text';
  }
  if (type.typeId === DuckDBTypeId.LIST) {
    const { valueType } = type as unknown as { valueType: DuckDBType };
    if (SMALL_INTEGERS.has(valueType.typeId)) return 'list';
  }
  return 'text';
}
