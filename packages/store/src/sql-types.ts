/** Types of columns in SQL, as they are documented. */
export const SQL_TYPES = {
  int32: 'INTEGER',
  int64: 'BIGINT',
  float64: 'DOUBLE',
  text: 'VARCHAR',
  'int32[]': 'INTEGER[]',
} as const;
