import type { WeftError } from '@weft/model';
import type { ByteCursor } from './byte-cursor.ts';
import { walkDefinitions } from './definition-file.ts';

const MAPPING_TABLE = 5;
const CLOCK_OFFSET = 6;
export const MAP_REGION = 3;
export const MAP_METRIC = 5;
export const MAP_COMMUNICATOR = 6;
export const MAP_WINDOW = 8;
export const MAP_CALLING_CONTEXT = 10;

/** Local id to global id, pairs in file order. */
export interface IdMap {
  readonly locals: Float64Array;
  readonly globals: Float64Array;
}

/** Clock offsets in file order: at local tick `times[i]` add `offsets[i]` ticks. */
export interface ClockOffsets {
  readonly times: BigUint64Array;
  readonly offsets: BigInt64Array;
}

export interface LocalDefinitions {
  readonly maps: ReadonlyMap<number, IdMap>;
  readonly clock: ClockOffsets;
}

const wantedMaps = new Set([MAP_REGION, MAP_METRIC, MAP_COMMUNICATOR, MAP_WINDOW, MAP_CALLING_CONTEXT]);

/** What a location without a definition file has: ids are global, the clock is right. */
export const noLocalDefinitions: LocalDefinitions = {
  maps: new Map(),
  clock: { times: new BigUint64Array(0), offsets: new BigInt64Array(0) },
};

export function readLocalDefinitions(
  bytes: Uint8Array,
  file: string,
  chunkSize: number,
  onLoss: ((error: WeftError) => void) | null,
): LocalDefinitions {
  const maps = new Map<number, IdMap>();
  const times: bigint[] = [];
  const offsets: bigint[] = [];
  const visit = (id: number, cursor: ByteCursor): void => {
    if (id === MAPPING_TABLE) {
      cursor.record = 'MappingTable';
      const kind = cursor.u8();
      if (wantedMaps.has(kind)) maps.set(kind, readIdMap(cursor));
    } else if (id === CLOCK_OFFSET) {
      cursor.record = 'ClockOffset';
      const [time, offset] = [cursor.u64(), cursor.s64()];
      times.push(time);
      offsets.push(offset);
    }
  };
  walkDefinitions(bytes, file, chunkSize, visit, onLoss);
  return { maps, clock: { times: BigUint64Array.from(times), offsets: BigInt64Array.from(offsets) } };
}

function readIdMap(cursor: ByteCursor): IdMap {
  const wanted = cursor.v64();
  const sparse = cursor.u8() === 1;
  const left = cursor.end - cursor.pos;
  if (wanted * (sparse ? 2n : 1n) > BigInt(left)) {
    throw cursor.fail(`an id map of ${wanted} entries in ${left} bytes`);
  }
  const count = Number(wanted);
  const locals = new Float64Array(count);
  const globals = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    locals[i] = sparse ? Number(cursor.v64()) : i;
    globals[i] = Number(cursor.v64());
  }
  return { locals, globals };
}
