import type { Flights } from './flights.ts';

/** Bytes that arrived messages have carried through each vertex since `start`; moving forward costs only what is new. */
export interface DeliveredBytes {
  readonly bytes: Float64Array;
  advance(start: number, time: number): Float64Array;
}

export function createDeliveredBytes(flights: Flights, vertexCount: number): DeliveredBytes {
  const bytes = new Float64Array(vertexCount);
  const order = Int32Array.from(flights.to, (_, i) => i).sort((a, b) => flights.to[a] - flights.to[b]);
  const { offsets, vertices } = flights.paths;
  let done = 0;
  let begin = Number.NaN;
  let reached = Number.NEGATIVE_INFINITY;
  const reset = (start: number): void => {
    bytes.fill(0);
    begin = start;
    done = 0;
    while (done < order.length && flights.to[order[done]] < start) done++;
  };
  return {
    bytes,
    advance(start, time) {
      if (start !== begin || time < reached) reset(start);
      reached = time;
      for (; done < order.length && flights.to[order[done]] <= time; done++) {
        const flight = order[done];
        const path = flights.path[flight];
        for (let at = offsets[path]; at < offsets[path + 1]; at++)
          bytes[vertices[at]] += flights.bytes[flight];
      }
      return bytes;
    },
  };
}
