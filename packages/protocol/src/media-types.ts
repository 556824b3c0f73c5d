export const JSON_TYPE = 'application/json';

/** Columns as an Arrow IPC stream. */
export const ARROW_TYPE = 'application/vnd.apache.arrow.stream';

/** Progress, then named tables: see answer-packet.ts. */
export const ANSWER_TYPE = 'application/x-weft-answer';
