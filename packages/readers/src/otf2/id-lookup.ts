import { IdIndex } from './id-index.ts';
import type { IdMap } from './local-definitions.ts';

/** Global ids to row or code. */
export function indexIds(ids: Uint32Array, values: ArrayLike<number>): IdIndex {
  const index = new IdIndex();
  ids.forEach((id, i) => {
    index.set(id, values[i]);
  });
  return index;
}

/** Looks up local ids of one location: through its map, and where that has no entry as global ids. */
export class LocalLookup {
  private readonly known = new IdIndex();
  private readonly global: IdIndex;

  constructor(map: IdMap | null, global: IdIndex) {
    this.global = global;
    map?.locals.forEach((local, i) => {
      const target = map.globals[i];
      if (local < 4294967296)
        this.known.set(local, target < 4294967296 ? global.get(target, ABSENT) : ABSENT);
    });
  }

  /** -1 where nothing has this id. */
  get(local: number): number {
    const value = this.known.get(local, UNSEEN);
    if (value !== UNSEEN) return value;
    const found = this.global.get(local, ABSENT);
    this.known.set(local, found);
    return found;
  }
}

const ABSENT = -1;
const UNSEEN = -2147483647;
