// A module of its own: bundled, a CommonJS package that is imported on demand has no named exports.
export { DuckDBInstance } from '@duckdb/node-api';
