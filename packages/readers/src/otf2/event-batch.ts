import { MetricValues } from './metric-values.ts';

/** Decoded events as columns; which columns count depends on the kind. */
export interface EventBatch {
  readonly capacity: number;
  rows: number;
  readonly kind: Uint8Array;
  /** Nanoseconds since the origin. */
  readonly time: Float64Array;
  /** Region, peer, root, window, metric or communicator, as the file has it (local ids, ranks of the communicator). */
  readonly first: Uint32Array;
  /** Communicator of messages and collectives; remote rank of one-sided transfers; first of the values of a metric. */
  readonly comm: Uint32Array;
  /** Tag of messages, operation of collectives, number of values of a metric. */
  readonly tag: Uint32Array;
  /** Bytes of messages, one-sided transfers and file operations; bytes sent of collectives and atomic operations. */
  readonly bytes: Float64Array;
  /** Bytes received of collectives and atomic operations. */
  readonly received: Float64Array;
  /** Request of messages and collectives, id of one-sided transfers. */
  readonly requestLow: Uint32Array;
  readonly requestHigh: Uint32Array;
  /** Values of metrics, of all rows. */
  readonly values: MetricValues;
}

export function createEventBatch(capacity: number): EventBatch {
  return {
    capacity,
    rows: 0,
    kind: new Uint8Array(capacity),
    time: new Float64Array(capacity),
    first: new Uint32Array(capacity),
    comm: new Uint32Array(capacity),
    tag: new Uint32Array(capacity),
    bytes: new Float64Array(capacity),
    received: new Float64Array(capacity),
    requestLow: new Uint32Array(capacity),
    requestHigh: new Uint32Array(capacity),
    values: new MetricValues(),
  };
}
